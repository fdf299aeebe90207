import { parsedRecently } from '../kit/keptWhileWriting.ts';
import type { FileLocales } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';
import { isNarrowerLocale, isSameLocale, localeTag } from '../../base/locale.ts';
import { parseXml, type XmlElement } from '../xml/xmlTree.ts';

/** An XLIFF file before its units are read. */
export interface XliffDocument {
  readonly text: string;
  /** 1 for XLIFF 1.0 to 1.2, 2 for 2.0 to 2.2: they have little in common but the names. */
  readonly version: 1 | 2;
  readonly root: XmlElement;
  /** Prefix of every element of XLIFF's own namespace: '' or, for example, `xliff:`. */
  readonly prefix: string;
  readonly entities: ReadonlyMap<string, string>;
  readonly files: readonly XliffFile[];
}

/** A `<file>`: one original, in one source language and, if translated, one target language. */
export interface XliffFile {
  readonly element: XmlElement;
  /** As written; undefined if the file does not declare it. */
  readonly source: string | undefined;
  readonly target: string | undefined;
}

/** The files of a document that contain a locale's texts. */
export interface LocaleFiles {
  readonly files: readonly XliffFile[];
  /** The target language that they have instead of the requested one. */
  readonly foreignLocale?: string;
}

/** The names of the attributes that declare languages. */
export interface LanguageNames {
  readonly source: string;
  readonly target: string;
}

/** XLIFF 1 declares languages for each file; XLIFF 2 once, and requires the target's if there is one (4.3.1.37). */
export const languageNames: Readonly<Record<XliffDocument['version'], LanguageNames>> = {
  1: { source: 'source-language', target: 'target-language' },
  2: { source: 'srcLang', target: 'trgLang' },
};

/** Parses a text, or returns its document if it was parsed a moment ago. Throws FormatError for a text of another kind. */
export const parseXliff = parsedRecently(parseDocument);

function parseDocument(text: string): XliffDocument {
  const { root, entities } = parseXml(text);
  const colon = root.name.indexOf(':');
  const prefix = root.name.slice(0, colon + 1);
  if (root.name.slice(colon + 1) !== 'xliff') throw formatErrorAt(text, root.start, because('xliff-root', root.name));
  const version = versionOf(text, root);
  const files: XliffFile[] = [];
  for (const element of root.children) {
    if (element.kind !== 'element' || element.name !== `${prefix}file`) continue;
    const { attributes } = version === 1 ? element : root;
    const { source, target } = languageNames[version];
    files.push({ element, source: nonEmpty(attributes[source]), target: nonEmpty(attributes[target]) });
  }
  return { text, version, root, prefix, entities, files };
}

/**
 * The files with a locale's translations: those with that target language and those that declare none; without any,
 * those of the first other language. Without a locale, each original once, even if it occurs for several languages.
 */
export function filesOf({ files }: XliffDocument, locale: string | undefined): LocaleFiles {
  const [firstFile] = files;
  if (firstFile === undefined) return { files };
  const { target: firstTarget } = firstFile;
  if (locale === undefined) return { files: files.filter((file) => file.target === firstTarget) };
  // From the closest to the widest: for `de`, `de` itself, and `de-DE` only in a document without it.
  for (const fits of [isSameTag, isSameLocale, isNarrowerLocale]) {
    const someFit = files.some((file) => file.target !== undefined && fits(file.target, locale));
    if (someFit) return { files: files.filter((file) => file.target === undefined || fits(file.target, locale)) };
  }
  // All declared languages are other ones.
  const filesWithoutTarget = files.filter((file) => file.target === undefined);
  if (filesWithoutTarget.length > 0 || firstTarget === undefined) return { files: filesWithoutTarget };
  return { files: files.filter((file) => file.target === firstTarget), foreignLocale: firstTarget };
}

/** Whether two locales have the same tag: distinguishes `zh-CN` from `zh-Hans` in a document that has both. */
function isSameTag(locale: string, otherLocale: string): boolean {
  return localeTag(locale) === localeTag(otherLocale);
}

/** The languages that a document names. */
export function xliffLocales(text: string): FileLocales {
  const { files } = parseXliff(text);
  const source = files.find((file) => file.source !== undefined)?.source;
  const targets = new Set(files.filter((file) => !isMonolingual(file)).flatMap(({ target }) => target ?? []));
  return { source, targets: [...targets] };
}

/**
 * Whether the target language is the source's own: the targets are the texts of the source locale, and the sources are
 * keys (as in Symfony).
 */
export function isMonolingual({ source, target }: XliffFile): boolean {
  return source !== undefined && target !== undefined && isSameLocale(source, target);
}

function versionOf(text: string, root: XmlElement): 1 | 2 {
  const values = Object.values(root.attributes);
  const isNamespace2 = values.some((value) => value.startsWith('urn:oasis:names:tc:xliff:document:2'));
  const version = root.attributes['version'] ?? (isNamespace2 ? '2.0' : '1.2');
  if (/^1\.\d+$/.test(version)) return 1;
  if (/^2\.\d+$/.test(version)) return 2;
  throw formatErrorAt(text, root.start, because('xliff-version', version));
}

function nonEmpty(value: string | undefined): string | undefined {
  return value?.trim() === '' ? undefined : value;
}
