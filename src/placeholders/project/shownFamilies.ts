import { modules } from './frameworks.ts';
import type { Unit } from '../../formats/format.ts';
import { formatOfTexts } from '../../formats/formatTable.ts';
import type { PlaceholderSyntax } from '../read/placeholder.ts';
import { drupalArgument } from './formatFlags.ts';
import { shownPatterns, type ShownFamily } from './shownPatterns.ts';

/** `%0` to `%9` that a program replaces itself, in files of Apple's format. */
export const percentIndex: PlaceholderSyntax = { pattern: '(?<![\\d%])%\\d(?![\\d$@.*A-Za-z])' };

/** `%1` of `QString::arg`, and `%0` of programs that replace numbers themselves, outside Qt's and Apple's formats. */
export const numberedArgument: PlaceholderSyntax = {
  pattern: '(?<![\\d%])%(?:[1-9]\\d?(?!\\d|\\$|%)|0(?![\\d$@.*%A-Za-z]))',
};
/** `/terms` and `#top` in `[words](/terms)`, which a page's Markdown makes links of. No `/en/terms`, which has a page per language. */
const linkWithinSite: PlaceholderSyntax = {
  pattern: '(?<=\\]\\()(?!/[a-z]{2}(?:[-_][A-Za-z]{2})?/)(?:\\.{0,2}/|#)[^\\s()<>\\[\\]]*(?=\\))',
};
/** `@VERSION@` of Ant's filters, and macros such as `@User:ID@`. */
const atPair: PlaceholderSyntax = { pattern: '(?<![\\w@.])@[A-Za-z]\\w*(?:[.:-]\\w+)*@(?![\\w@])' };

const textOfKey: PlaceholderSyntax = { pattern: '^=> [a-z][\\w-]*(?:\\.[\\w-]+)+$' };
/** Names in BBCode, Godot and, in capitals, Kodi. */
const bbCodeNames =
  'b|i|u|s|url|img|color|size|font|code|quote|center|right|left|list|table|td|tr|B|I|COLOR|UPPERCASE|LOWERCASE';
/**
 * Markup in square brackets: `[b]`, `[/b]`, `[color=red]`; Kodi's `[COLOR red]` and `[CR]`; HedgeDoc's `[name=Ada]` and
 * `[toc:2:3]`.
 */
const bbCode: PlaceholderSyntax = {
  pattern:
    `\\[/?(?:${bbCodeNames}|CR)\\]|\\[(?:(?:${bbCodeNames}|name|time)=|COLOR )[^\\[\\]\\n]+\\]` +
    '|\\[toc(?::\\d+)+\\]',
};
/** An end tag of BBCode, or a tag with a value. */
const shownBbCode =
  /\[(?:(?:color|COLOR|size|font|url|img|quote|name)=|COLOR )[^[\]\s][^[\]\n]*\]|\[\/(?:[bius]|url|img|color|size|font|code|quote|[BI]|COLOR)\]|\[toc:\d/u;

const appleFormats = ['strings', 'stringsdict', 'xcstrings'];
/** Formats that programs in any language read, each with placeholders of its own. */
const formatsOfAnyProgram = [...modules, 'vue', 'php', 'properties', 'ini', 'po'];
/** More formats whose programs may replace `%1` themselves, as those in Microsoft's AL do in XLIFF. */
const formatsOfReplacedNumbers = ['resx', 'xliff', 'chrome', 'arb', 'resjson', 'android-xml', 'lang', 'package-nls'];
/** Documents, and formats whose own syntax is all that their program reads. */
const formatsOfDocuments = ['markdown', 'markdown-passage', 'mdx', 'html', 'srt', 'vtt', 'store'];
const formatsOfOwnSyntax = ['factorio', 'inno', 'wxl', 'rimworld'];

/** What follows a certain placeholder: no letter, and no percent sign that could end `%name%`. */
const endOfArgument = String.raw`(?!\w|%(?![%\d@sd]))`;
/** `%s`, `%@`, `%2$d` and Go's `%[2]d`, which mean nothing else. */
const certainArgument = new RegExp(
  String.raw`(?<![\d%])%(?:s|@|(?:\d{1,2}\$|\[\d{1,2}\])[-+#0]{0,3}\d{0,3}(?:\.\d{1,2})?[a-zA-Z@])${endOfArgument}`,
  'u',
);
/** `%d`, `%02d` and `%.1f`; but not in `5 %d`, which may be a percentage. */
const numberArgument = new RegExp(String.raw`(?<![\d%]|\d\s)%[-+]?\d{0,3}(?:\.\d{1,2})?[dif]${endOfArgument}`, 'u');

/** `%name%` of templates and `%APPDATA%` of Windows, with at least three letters. */
const namedPair = /(?<![\w%])%[A-Za-z_]\w{2,60}(?:[.-]\w{1,60}){0,4}%(?![\w%])/u;
const anyPair = /%[A-Za-z_][\w.-]{0,100}%/gu;

/** Returns the families with percent signs of which a text certainly has placeholders. */
export function percentFamiliesOf(text: string): readonly ('percent-pair' | 'printf')[] {
  if (!text.includes('%')) return [];
  const families: ('percent-pair' | 'printf')[] = [];
  if (namedPair.test(text)) families.push('percent-pair');
  if (showsPrintf(text.replace(anyPair, ' '))) families.push('printf');
  return families;
}

/**
 * Whether a text certainly has placeholders of printf: `%s`, or a number among words. `%d` is a day where there are
 * other codes, as in `%d %b`, or no words.
 */
function showsPrintf(text: string): boolean {
  if (certainArgument.test(text)) return true;
  if (!numberArgument.test(text)) return false;
  const words = text.replace(/%[-+\d.]{0,8}[dif]/gu, ' ');
  return /\p{L}{2}/u.test(words) && !/%[-_^]?[A-Za-z]/u.test(words);
}

const shownFamilies: readonly ShownFamily[] = [
  // Programs replace `{name}` themselves where their platform has another syntax (Telegram, SponsorBlock).
  {
    formats: [...appleFormats, 'chrome', 'resx', 'qt', 'ini'],
    syntax: 'brace',
    needs: '{',
    evidence: /\{[A-Za-z_]\w{0,60}\}/u,
    minStrings: 2,
  },
  // In .NET, `{0}` is an argument, and `{{0}}` is the text `{0}`.
  {
    formats: [...appleFormats, 'chrome', 'qt', 'ini'],
    syntax: 'brace',
    needs: '{',
    evidence: /\{\d\}/u,
    minStrings: 2,
  },
  {
    formats: ['ini', 'resx', 'qt', 'lang', 'android-xml'],
    syntax: 'dollar-brace',
    needs: '${',
    evidence: /(?<!\$)\$\{[\w.-]+\}/u,
    minStrings: 1,
  },
  // `%s` where neither the format nor its libraries have it.
  {
    formats: ['chrome', 'arb', 'resx', 'fluent', 'formatjs', 'package-nls', 'angular-json', 'vue', 'play'],
    syntax: 'printf',
    needs: '%',
    evidence: certainArgument,
    minStrings: 2,
  },
  // The texts of Minecraft's servers and plug-ins.
  {
    formats: ['json', 'json5', 'yaml', 'toml', 'properties', 'csv', 'csv-texts', 'php', 'ini'],
    syntax: 'color-code',
    needs: '',
    evidence: /§[\da-fk-orA-FK-OR]|(?<!\w)&(?:[\da-fk-or](?![a-z\d;])|#[\da-fA-F]{6}(?!;))/u,
    minStrings: 3,
  },
  {
    formats: appleFormats,
    syntax: percentIndex,
    needs: '%',
    evidence: /(?<![\d%])%\d(?![\d$@.*%A-Za-z])/u,
    minStrings: 2,
  },
  {
    formats: [...formatsOfAnyProgram, ...formatsOfReplacedNumbers],
    syntax: numberedArgument,
    needs: '%1',
    evidence: /(?<![\d%])%1(?![\d$@.*%A-Za-z])/u,
    minStrings: 1,
  },
  // `%1%`, as Boost.Format numbers its arguments.
  {
    formats: formatsOfAnyProgram,
    syntax: 'percent-pair',
    needs: '%',
    evidence: /(?<![\d%])%[1-9]\d?%(?![\d%])/u,
    minStrings: 3,
  },
  {
    formats: formatsOfAnyProgram,
    syntax: bbCode,
    needs: '[',
    evidence: shownBbCode,
    minStrings: 1,
  },
  { syntax: linkWithinSite, needs: '](', evidence: /\]\((?:\.{0,2}\/|#)[^\s()<>[\]]*\)/u, minStrings: 1 },
  {
    formats: formatsOfAnyProgram,
    syntax: atPair,
    needs: '@',
    evidence: /(?<![\w@.])@[A-Za-z]\w*(?:[.:-]\w+)*@(?![\w@])/u,
    minStrings: 1,
  },
  // ``:ref:`name` `` and `` `text <url>`_ ``: Sphinx writes a documentation's paragraphs to PO files without flags.
  {
    formats: ['po'],
    syntax: 'restructuredtext',
    needs: '`',
    evidence: /:[a-z][\w.+-]{0,40}(?::[\w.+-]{1,40}){0,2}:`|>`_/u,
    minStrings: 3,
  },
  // `@count items` and `Created by @name`: Drupal's translations without its manifests.
  { formats: ['po'], syntax: drupalArgument, needs: '@count', evidence: /(?<![\w@])@count(?![\w@])/u, minStrings: 1 },
  {
    formats: ['po'],
    syntax: drupalArgument,
    needs: '@',
    evidence: /(?<![\w@.])@[a-z][a-z_-]{2,}(?![\w@./])/u,
    minStrings: 3,
  },
  // `=> core.ref.email`, another text in Flarum's files. https://docs.flarum.org/extend/i18n/
  { formats: ['yaml'], syntax: textOfKey, needs: '=> ', evidence: /^=> [a-z][\w-]*(?:\.[\w-]+)+$/u, minStrings: 1 },
  { formats: ['json'], syntax: 'wikitext', needs: '{{', evidence: /\{\{(?:PLURAL|GENDER|GRAMMAR):/iu, minStrings: 1 },
  // `:name` in Laravel's JSON files, in a folder without manifests; `:smile:` is an emoji elsewhere.
  {
    formats: ['json'],
    syntax: 'laravel',
    needs: ':',
    evidence: /(?<![^\s"'(]):[a-z][a-z_]{1,60}(?![\w:])/u,
    minStrings: 3,
    path: /(?:^|\/)lang\/[a-z]{2,3}(?:[_-]\w{2,8})?\.json$/u,
  },
  // `:name` where a program replaces it itself: one after a space, and no emoji, in several texts.
  {
    formats: ['yaml', 'po', 'toml', 'xliff'],
    syntax: 'laravel',
    needs: ' :',
    evidence: /\p{Ll} :[a-z][a-z_]{2,60}(?![\w:/-])/u,
    minStrings: 2,
  },
];

/** A character that each family has. */
const anySign = /[$%&#§@~|_*<>()[\]{}\\`:]/u;

/** Whether nothing but the syntax of a format itself, or of documents, is in its texts. */
function hasOwnSyntax(format: string): boolean {
  return formatsOfDocuments.includes(format) || formatsOfOwnSyntax.includes(format);
}

/** Returns the families that a file's strings show in addition to those of its format and of the project's libraries. */
export function familiesShownBy(
  formatId: string,
  path: string,
  units: readonly Pick<Unit, 'text'>[],
): readonly PlaceholderSyntax[] {
  const format = formatOfTexts(formatId);
  const unitsWithSigns = units.filter(({ text }) => anySign.test(text));
  return (
    [...shownFamilies, ...(hasOwnSyntax(format) ? [] : shownPatterns)]
      // Without `formats` or a `path`, `undefined !== false`: any file may have the family.
      .filter((family) => family.formats?.includes(format) !== false && family.path?.test(path) !== false)
      .filter(({ needs, evidence, minStrings }) =>
        isFrequent(unitsWithSigns, (text) => text.includes(needs) && evidence.test(text), minStrings),
      )
      .map(({ syntax }) => syntax)
  );
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
