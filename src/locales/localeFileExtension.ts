import { formatTable } from '../formats/formatTable.ts';
import type { FormatRow } from '../formats/formatRow.ts';
import { isInLocaleFolder } from './localeFolder.ts';

/**
 * Extensions of message files, in lower case. Even large projects have few of these files. `mostly` says what most
 * files with an extension are if they are not for messages: `code`, `documents` or `components`.
 */
export const messageExtensions = extensionsOf(({ mostly }) => mostly === undefined);

const codeExtensions = extensionsOf(({ mostly }) => mostly === 'code');
const documentExtensions = extensionsOf(({ mostly }) => mostly === 'documents');

/** Extensions of code and documents, in lower case. Few of these files hold messages or are translations. */
export const codeAndDocumentExtensions: readonly string[] = [...codeExtensions, ...documentExtensions];

/** Matches files of messages, and code that may hold some. */
export const messageFile = withExtension([...messageExtensions, ...codeExtensions]);

/** Matches documents. */
export const documentFile = withExtension(documentExtensions);

/** Matches code and documents. */
export const codeOrDocument = withExtension(codeAndDocumentExtensions);

/** Files that their paths show and no extension: `conf/messages.fr` of the Play framework, texts of app stores. */
export const filesByPath = formatTable.flatMap(({ byPath }) => byPath ?? []);

/** Matches components: files whose text alone shows whether they hold messages. */
export const componentFile = withExtension(extensionsOf(({ mostly }) => mostly === 'components'));

/** Matches the extension of every file that can be a locale file; the formats read no other. */
export const localeFileExtension = new RegExp(
  [withExtension(extensionsOf(() => true)), ...filesByPath.map(({ path }) => path)]
    .map(({ source }) => source)
    .join('|'),
  'iu',
);

/** Matches the extensions of files that always hold all locales. */
export const stringCatalog = withExtension(extensionsOf(({ locales }) => locales === 'all'));

/** Matches the extensions of files that hold all locales or one. */
const oneOrAllFile = withExtension(extensionsOf(({ locales }) => locales === 'one-or-all'));

/** Matches the extensions of files that can hold all locales at once. */
export const allLocalesFile = new RegExp(`${stringCatalog.source}|${oneOrAllFile.source}`, 'iu');

/** Matches files that also contain the source text of each string: gettext, XLIFF, and Qt's `app_de.ts`. */
export const bilingualFile = new RegExp(
  `${withExtension(extensionsOf(({ id, locales }) => locales === 'pair' && id !== 'qt')).source}|_[A-Za-z_@-]+\\.ts$`,
  'iu',
);

/** Returns the extensions of the formats for which `applies` returns true, each once. */
function extensionsOf(applies: (row: FormatRow) => boolean): readonly string[] {
  return [...new Set(formatTable.filter(applies).flatMap(({ extensions }) => extensions))];
}

/** Matches file names with one of the extensions: `['po', 'pot'] → /\.(?:po|pot)$/`. */
function withExtension(extensions: readonly string[]): RegExp {
  return new RegExp(`\\.(?:${extensions.join('|')})$`, 'iu');
}

const tableFile = /\.[ct]sv$/iu;
/** Matches modules that are not for messages: `messages.test.ts`, `i18n.config.js`. */
const otherModule = /\.(?:d|test|spec|stories|config|min)\.[a-z]+$/iu;
/** Matches a part of the name of a module for messages, such as `i18n.js` or MediaWiki's `Cards.i18n.php`. */
const messageName =
  /^(?:messages?|translations?|strings|texts?|copy|locales?|langs?|languages?|i18n|l10n|intl|dictionar(?:y|ies))$/iu;

/**
 * Whether a file may hold all locales, which only its text shows. Any table may, and any other file with one locale or
 * all (such as a module) that is named for messages or is in a folder for them.
 */
export function mayHoldAllLocales(path: string): boolean {
  if (tableFile.test(path)) return true;
  if (!oneOrAllFile.test(path) || otherModule.test(path)) return false;
  if (isInLocaleFolder(path)) return true;
  const partsOfName = path.slice(path.lastIndexOf('/') + 1).split('.');
  return partsOfName.slice(0, -1).some((part) => messageName.test(part));
}
