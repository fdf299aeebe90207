import type { Unit } from '../../formats/format.ts';
import type { PlaceholderSyntax } from '../read/placeholder.ts';

/** `%0` to `%9` that a program replaces itself, in files of Apple's format. */
export const percentIndex: PlaceholderSyntax = { pattern: '(?<![\\d%])%\\d(?![\\d$@.*A-Za-z])' };

/** A family that a program uses although the format and its libraries do not have it; its strings show this. */
interface ShownFamily {
  /** Ids of the formats. */
  readonly formats: readonly string[];
  readonly syntax: PlaceholderSyntax;
  /** If at least `minStrings` strings of a file match this, it is no coincidence. */
  readonly evidence: RegExp;
  readonly minStrings: number;
  /** Matches the paths of the only files that may have the family; absent for all files. */
  readonly path?: RegExp;
}

const appleFormats = ['strings', 'stringsdict', 'xcstrings'];

const shownFamilies: readonly ShownFamily[] = [
  // Programs replace `{name}` themselves where their platform has another syntax (Telegram, SponsorBlock).
  { formats: [...appleFormats, 'chrome'], syntax: 'brace', evidence: /\{\w{1,60}\}/u, minStrings: 3 },
  { formats: appleFormats, syntax: percentIndex, evidence: /(?<![\d%])%\d(?![\d$@.*A-Za-z])/u, minStrings: 3 },
  // ``:ref:`name` `` and `` `text <url>`_ ``: Sphinx writes a documentation's paragraphs to PO files without flags.
  {
    formats: ['po'],
    syntax: 'restructuredtext',
    evidence: /:[a-z][\w.+-]{0,40}(?::[\w.+-]{1,40}){0,2}:`|>`_/u,
    minStrings: 3,
  },
  { formats: ['json'], syntax: 'wikitext', evidence: /\{\{(?:PLURAL|GENDER|GRAMMAR):/iu, minStrings: 1 },
  // `:name` in Laravel's JSON files, in a folder without manifests; `:smile:` is an emoji elsewhere.
  {
    formats: ['json'],
    syntax: 'laravel',
    evidence: /(?<![^\s"'(]):[a-z][a-z_]{1,60}(?![\w:])/u,
    minStrings: 3,
    path: /(?:^|\/)lang\/[a-z]{2,3}(?:[_-]\w{2,8})?\.json$/u,
  },
];

/** Returns the families that a file's strings show in addition to those of its format and of the project's libraries. */
export function familiesShownBy(
  formatId: string,
  path: string,
  units: readonly Pick<Unit, 'text'>[],
): readonly PlaceholderSyntax[] {
  // Without a `path`, `undefined !== false`: any file may have the family.
  return shownFamilies
    .filter((family) => family.formats.includes(formatId) && family.path?.test(path) !== false)
    .filter(({ evidence, minStrings }) => isFrequent(units, (text) => evidence.test(text), minStrings))
    .map(({ syntax }) => syntax);
}

/** Minimum number of strings with a family; fewer may match by chance. */
const minMatches = 3;

/** Whether so many strings of a file meet a condition that it is no coincidence. */
export function isFrequent(
  units: readonly Pick<Unit, 'text'>[],
  condition: (text: string) => boolean,
  minStrings = minMatches,
): boolean {
  let count = 0;
  for (const { text } of units) {
    if (condition(text)) count += 1;
    if (count >= minStrings) return true;
  }
  return false;
}

/**
 * Returns the families that a file's path declares: Symfony marks ICU in the file name, `messages+intl-icu.en.yaml`, and
 * extensions of browsers may keep their messages in YAML.
 */
export function familiesByPath(path: string): readonly PlaceholderSyntax[] | undefined {
  if (/\+intl-icu\.[^/]*$/u.test(path)) return ['icu', 'brace'];
  return /(?:^|\/)_locales\/[^/]+\/messages\.ya?ml$/u.test(path) ? ['chrome'] : undefined;
}

/** Whether a path is spelled as Symfony's translator requires: `translations/domain.locale.format`. */
export function isSymfonyCatalog(path: string): boolean {
  return /(?:^|\/)[Tt]ranslations\/[\w+-]+\.[a-z]{2,3}(?:[_-]\w{2,8}){0,2}\.(?:ya?ml|xlf|xliff|php)$/u.test(path);
}
