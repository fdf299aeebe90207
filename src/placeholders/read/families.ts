import { looksLikeTagIn, tagPattern } from './tags.ts';
import type { PipeFamily, PlaceholderSyntax } from './placeholder.ts';

/** The families in the table below: all except those with their own readers, and a project's own patterns. */
export type FamilyName = Exclude<
  PlaceholderSyntax,
  | { readonly pattern: string }
  | { readonly term: string }
  | 'icu'
  | 'fluent'
  | 'code-span'
  | 'dollar-brace'
  | 'wikitext'
  | PipeFamily
>;

/** A family, as a pattern describes it. */
export interface Family {
  readonly syntax: FamilyName;
  /** A text with none of these substrings has no placeholder of the family: a cheap check before the search. */
  readonly needs: readonly string[];
  /**
   * Global. Every quantifier over a delimited body is bounded or stops at the delimiter, so that a search is linear in
   * practice.
   */
  readonly pattern: RegExp;
  /** Examines a whole text once. The returned function tells whether a match in it is a placeholder. */
  readonly accept?: (text: string) => (match: string) => boolean;
}

/**
 * `https://example.com/path`, `mailto:name`, `www.example.com`; without the punctuation of the sentence around it. A
 * scheme with the ending of another language is none: `https://-Präfix`, `mailto:-Link`, `ftp://:n`.
 */
const webAddress =
  String.raw`(?<![A-Za-z0-9])(?:(?:https?|ftp|wss?):\/\/|mailto:|www\.)(?![-:;,!])` +
  String.raw`(?:[A-Za-z0-9\-._~:/?#@!$&*+,;=%|]|\([^\s()[\]<>"']{0,200}\)|\{\{[^\s{}[\]<>"']{1,200}\}\}|\{[^\s{}[\]<>"']{0,200}\})+` +
  String.raw`(?<![.,:;!?*]|-(?=[^\0-\x7f]))`;
/** `name@example.com`. */
const emailAddress =
  String.raw`(?<![A-Za-z0-9._+-])[A-Za-z0-9._+-]{1,64}@` + String.raw`[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}`;

/** The parts of a `printf` conversion, in order: `%`, `2$`, `-+`, `10`, `.2`, `ld`. */
const printfParts = [
  // No escape of a URL: `%3A`, and `%20` after a word. The digit of a color, `§6%s`, is no number.
  String.raw`(?<!(?<![§&])\d)%(?![2-7][A-F]|(?<=\w%)20)`,
  // The argument's number, `2$`, or `[2]` in Go; or Java's `<`, where no tag begins.
  String.raw`(?:\d{1,2}\$|\[\d{1,2}\]|<(?!\w{1,60}\s{0,8}\/?>|\w{1,60}\s{1,8}[\w:-]{1,60}\s{0,8}=))?`,
  // Instead of all other parts: Apple's `#@name@`, `arg`, and glibc's `m`.
  String.raw`(?:#@\w{1,60}@|arg\b|m(?![A-Za-z])|`,
  // Up to five flags: those of C, `,` for thousands, and glibc's `I` for the digits of the language.
  String.raw`(?:[-+#0,]|I(?!32|64)(?=[\d.]{0,6}[diufgeEG])`,
  // PHP's padding before a width, `%'*10s`; C's thousands, `%'d`. Not the quotation mark of `100%'s`.
  String.raw`|'[^\sA-Za-z](?=\d)|'(?=[\d.*a-z]{0,12}[dfFgGiu])`,
  // Java's parentheses for negative numbers, `%(d` and `%(,.2f`. Not Python's `%(day)s`.
  String.raw`|\((?=[,.\d]|[dfeg](?![\w.)]))){0,5}`,
  // The width: `10`, `*`, `*1$`.
  String.raw`(?:\*(?:\d{1,2}\$)?|\d{1,4})?`,
  // The precision: `.2`, `.*`, Go's `.[2]*`.
  String.raw`(?:\.(?:(?:\[\d{1,2}\])?\*(?:\d{1,2}\$)?|\d{0,4}))?`,
  // Go's number of the argument after a width or a precision: `%[3]*.[2]*[1]f`.
  String.raw`(?:\[\d{1,2}\])?`,
  // The conversion: `s`, `ld`, gettext's `<PRIu64>`, Apple's `D`, `O` and `U`, and the verbs that only Go has. The
  // capital of `%Creative` begins a word.
  String.raw`(?:<PRI[A-Za-z]\w{0,12}>|(?:hh|h|ll|l|q|j|z|t|L|I(?:32|64))?(?:[diouxefgacspn@b]|[XEFGACS](?![a-z]{2}))` +
    String.raw`|[DOUTqtvw](?![A-Za-z])))`,
];

/** The beginning of a role of reStructuredText: `:ref:` or `:py:class:`, and the backtick (`\x60`). */
const role = String.raw`:[A-Za-z][\w.+-]{0,40}(?::[\w.+-]{1,40}){0,2}:\x60`;
/** Roles whose contents are words that readers see. */
const rolesOfWords = 'guilabel|menuselection|abbr|dfn';

/** Frequent short names of emoji. */
const emojiNames =
  'smil(?:e|ey|ing)|smirk|grin|grinning|laughing|joy|sob|cry|wink|blush|heart|heart_eyes|broken_heart|thumbs(?:up|down)' +
  '|thinking|tada|rocket|fire|star|sparkles|wave|clap|pray|ok_hand|eyes|warning|bug|bulb|zap|boom|100|x|white_check_mark' +
  '|heavy_check_mark|rotating_light|point_(?:up|down|left|right)|sunglasses|confused|angry|rage|scream|sweat_smile';

/**
 * One row per family, in order of preference when two match the same range. A match that starts earlier always wins,
 * then the longer one, then the earlier row.
 */
export const families: readonly Family[] = [
  {
    // An address may contain placeholders of its own with balanced brackets: `https://example.com/{id}`.
    syntax: 'url',
    needs: ['://', '@', 'www.', 'WWW.', 'mailto:'],
    pattern: new RegExp(`${webAddress}|${emailAddress}`, 'giu'),
  },
  {
    // `<% %>`, `<?php ?>`, `<?= ?>`, `{% %}`, `{# #}`, `{!! !!}`, `[% %]`, FreeMarker's `<#if x>`. `!!header_name!!` is replaced in the mails of WordPress
    // plugins; a name of one word could be an exclamation.
    syntax: 'template',
    needs: ['%>', '?>', '%}', '#}', '!!', '%]', '#'],
    pattern: new RegExp(
      String.raw`<%[^]{0,4000}?%>|<\?(?:php|=)[^]{0,4000}?\?>` +
        String.raw`|\{%[^]{0,4000}?%\}|\{#[^]{0,4000}?#\}|\{!![^]{0,4000}?!!\}` +
        String.raw`|\[%(?!key:)[^\]]{0,400}?%\]|<\/?#(?:if|else|elseif|list|assign|macro|switch|case|default)(?:\s[^<>]{0,400})?\/?>` +
        String.raw`|(?<![\w!])!![a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,9}!!(?![\w!])`,
      'gu',
    ),
  },
  {
    // References to other texts, which have no words of their own: Home Assistant's anywhere in a value
    // (script/translations/develop.py, `substitute_reference`), Android's as a whole value (aapt2, `ParseReference`).
    syntax: 'reference',
    needs: ['%key:', '@'],
    pattern: /\[%key:[^%\s[\]]{1,300}%\]|^@\*?(?:[A-Za-z][\w.]{0,100}:)?string\/[\w.]{1,200}$/gu,
  },
  // A backslash and the letter n that the file's format has left in the text: the program makes a line break of it.
  { syntax: 'line-break', needs: ['\\n'], pattern: /(?<!\\)(?:\\r)?\\n/gu, accept: unlessBackslashesOfOtherKinds },
  { syntax: 'tag', needs: ['>', '<![CDATA['], pattern: tagPattern, accept: looksLikeTagIn },
  {
    // `{{name}}`, `{{{name}}}`; with braces one level deep inside.
    syntax: 'mustache',
    needs: ['}}'],
    pattern: /\{\{\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\}\}|\{\{(?!\{)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\}/gu,
  },
  // `$t(key)`, `$t(key, { "count": 1 })`
  { syntax: 'i18next-nesting', needs: ['$t('], pattern: /\$t\((?:[^()]|\([^()]*\))*\)/gu },
  {
    // `%{name}` and `%<amount>.2f`. In `%%{name}`, the first sign escapes: without it, a value would be required.
    // `%<br>` is a tag, and `%<PRIu64>` is gettext's for a macro of C (its manual, §15.3.1).
    syntax: 'ruby',
    needs: ['%'],
    pattern: new RegExp(
      String.raw`%%(?=[{<])|%\{[^{}\s]{1,1000}\}` +
        String.raw`|%[-+#0]{0,5}\d{0,4}<(?!(?:br|hr|wbr|PRI[A-Za-z]\w{0,12})>)\w{1,100}>` +
        String.raw`[-+ #0]{0,5}\d{0,4}(?:\.\d{1,4})?[A-Za-z]`,
      'gu',
    ),
  },
  {
    // `%(name)s`, with no space as a flag ("50 %(roughly) done"); and `%r`, which no other language has.
    syntax: 'python-percent',
    needs: ['%(', '%r'],
    pattern:
      /%\([^()\r\n]{1,1000}\)[-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?[hlL]?[diouxXeEfFgGcrsa]|(?<![\d%])%r(?![A-Za-z])/gu,
  },
  {
    // A space is no flag ("100% sure"), and a digit is not before the sign ("50%off").
    syntax: 'printf',
    needs: ['%'],
    pattern: new RegExp(`%%|${printfParts.join('')}`, 'gu'),
    accept: unlessDateFormat,
  },
  // Dates and hash codes, which only Java has: `%1$tY`, `%h`; `%<tY` uses the previous argument again; `<b>` is a tag.
  {
    syntax: 'java-date',
    needs: ['%'],
    pattern: /(?<!\d)%(?:\d{1,2}\$|<(?!\w{1,60}\s{0,8}\/?>))?[-#]{0,2}\d{0,4}(?:[tT][A-Za-z]|[hH](?![A-Za-z]))/gu,
  },
  // `%1`, `%L2`, `%n`, but not `%1$s`
  { syntax: 'qt', needs: ['%'], pattern: /%L?[1-9]\d?(?!\d{0,2}\$)|%L?n/gu },
  // `%name%`, `%1%`, and both pairs of `%a%%b%`; but nothing in `%%name%` or `50%off%`.
  {
    syntax: 'percent-pair',
    needs: ['%'],
    pattern: /(?<!\d|(?:^|[^\w.-])%)%(?:[A-Za-z_][\w.-]{0,100}|\d{1,3})%/gu,
    accept: unlessCodeOfDate,
  },
  {
    // Not inside the doubled braces that mean literal ones: `{{0}}` is text, `{{{0}}}` contains a placeholder. Spaces
    // after the index and around the alignment are skipped (System.Text.CompositeFormat, `TryParseLiterals`).
    syntax: 'dotnet',
    needs: ['}'],
    pattern: /(?<!(?:^|[^{])\{)\{\d{1,3} {0,8}(?:, {0,8}-?\d{1,4} {0,8})?(?::[^{}]{0,1000})?\}/gu,
  },
  {
    // A name without spaces, or Python's field: elements, conversion and format specification, which may contain fields
    // and spaces. Doubled braces are an escape there and a placeholder elsewhere; both come back whole.
    syntax: 'brace',
    needs: ['}'],
    pattern: new RegExp(
      [
        // `{{name}}`, `{{{{name}}}}`
        String.raw`(?<!\{)(?:\{\{[^{}\s]{1,1000}\}\}|\{{4}[^{}\s]{1,1000}\}{4})(?!\})`,
        // `{name}`, `{}`; `{ name }`
        String.raw`\{[^{}\s]{0,1000}\}`,
        String.raw`\{\s{0,8}[\w.$-]{1,1000}\s{0,8}\}`,
        // `{user[first name]!r:>{width}}`, but not the plural `{[plural(n) one: page, other: pages]}`
        String.raw`\{(?!\[\s?plural\()[\w.]{0,100}(?:\[[^[\]{}\r\n]{1,100}\][\w.]{0,100}){0,4}(?:![rsa])?` +
          String.raw`(?::(?!\s)(?:[^{}\r\n]|\{[^{}\s]{0,40}\}){1,100})?\}`,
      ].join('|'),
      'gu',
    ),
  },
  {
    // Links to other texts, and literals.
    syntax: 'vue-link',
    needs: ['@', "{'"],
    pattern: new RegExp(
      // `@:` or `@.lower:`; not in `name@:`
      String.raw`(?<!\w)@(?:\.[A-Za-z]{1,40})?:` +
        // `(key)` (vue-i18n 8), `{'key'}` and `{argument}` (9), or `key`, without a full stop or a colon after it
        String.raw`(?:\([^()\s]{1,1000}\)|\{(?:'[^'\r\n]{0,1000}'|[^{}'\s]{1,100})\}|[\w.\-/|:]{0,200}[\w\-/|])` +
        // The literal `{'@'}`
        String.raw`|\{'[^'\r\n]{0,1000}'\}`,
      'gu',
    ),
  },
  {
    // `$(sync~spin)`, `{0}`, and the target of `[words](command:id)`
    syntax: 'vscode',
    needs: ['$(', '}', 'command:'],
    pattern: /\$\([a-z][a-z0-9-]{0,60}(?:~[a-z]{1,20})?\)|\{\w{1,100}\}|(?<=\()command:[^\s()[\]]{1,500}(?=\))/gu,
  },
  {
    // Laravel replaces given names anywhere in a text (Translator::makeReplacements): also in `:name:` and `/:name`.
    syntax: 'laravel',
    needs: [':', '{', '['],
    pattern: new RegExp(
      // `:name` and `v:version`, but not the emoji `:smile:`
      String.raw`(?:(?<![\w:])|(?<=(?<!\w)[vV])):(?!(?:${emojiNames}):(?!\w))[A-Za-z_]\w{0,60}(?!\w)` +
        // The condition of a plural's form, after the beginning or a bar: `{0}`, `[1,19]`
        String.raw`|(?<=(?:^|\|)\s{0,8})` +
        String.raw`(?:\{\d{1,6}(?:,\s?(?:\d{1,6}|\*)){0,9}\}|\[(?:\d{1,6}|\*),\s?(?:\d{1,6}|\*)\])`,
      'gu',
    ),
  },
  {
    // docutils' inline markup (`\x60` is a backtick). Words of buttons and titles of roles and links are text, so that
    // only the syntax around them is found.
    syntax: 'restructuredtext',
    needs: ['`', '|', ']_'],
    pattern: new RegExp(
      [
        // ``literal``
        String.raw`\x60\x60(?:[^\x60]|\x60(?!\x60)){1,1000}\x60\x60`,
        // The beginning of :ref:`title <target>`
        String.raw`${role}(?=[^\x60<>]{1,300}\s<[^\x60<>]{1,300}>\x60)`,
        // The beginning and the end of :guilabel:`words`
        String.raw`:(?:${rolesOfWords}):\x60(?=[^\x60]{1,300}\x60)`,
        String.raw`\x60(?<=:(?:${rolesOfWords}):\x60[^\x60]{1,300}\x60)`,
        // :ref:`target`
        String.raw`${role}[^\x60]{1,400}\x60`,
        // The beginning and the end of `title <address>`_
        String.raw`(?<![\w\x60:\\])\x60(?=[^\x60<>]{1,300}\s<[^\x60<>]{1,300}>\x60_)`,
        String.raw`(?<=[^\s\x60<>])\s{1,4}<[^\x60<>]{1,300}>\x60_{0,2}(?!\w)`,
        // [1]_ and |substitution|
        String.raw`\[(?:\d{1,4}|[#*][\w-]{0,60})\]_(?!\w)`,
        String.raw`(?<![\w|])\|[A-Za-z][\w.-]{0,60}\|_{0,2}(?![\w|])`,
      ].join('|'),
      'gu',
    ),
  },
  // `$NAME$`, `$1`, and `$$`, which means one dollar sign: with a single one, `$5` would be an argument.
  { syntax: 'chrome', needs: ['$'], pattern: /\$(?:[A-Za-z0-9_@]{1,100}\$|[1-9](?!\d|[.,]\d)|\$)/gu },
  // Apple's grammar agreement, `^[%lld items](inflect: true)`: everything but the words, which are translated.
  {
    syntax: 'inflection',
    needs: ['^['],
    pattern:
      /\^\[(?=[^[\]]{0,500}\]\([A-Za-z]+:[^()\n]{1,200}\))|(?<=\^\[[^[\]]{0,500})\]\([A-Za-z]+:[^()\n]{1,200}\)/gu,
  },
  // Colors of Minecraft, `§c` and `&#ff0000`; `&amp;` is an entity.
  {
    syntax: 'color-code',
    needs: ['§', '&'],
    pattern: /§[\da-fk-orxA-FK-ORX]|&(?:#[\da-fA-F]{6}(?!;)|[\da-fk-orx])(?<!&[a-z](?=[a-z]{1,30};))/gu,
  },
  {
    // `&#8230;`, `&#x2026;`, and names in lower case, including those that a file declares, or of accented capitals
    // (`&Auml;`): `AT&T;` is text.
    syntax: 'entity',
    needs: [';'],
    pattern: new RegExp(
      String.raw`&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-z][\w.-]{1,60}` +
        String.raw`|[A-Z][a-z]?(?:uml|acute|grave|circ|tilde|cedil|slash|ring|caron|lig));`,
      'gu',
    ),
  },
];

/** Codes of strftime that printf lacks; `%m`, also glibc's code for the error, only with those of a day or year. */
const dateOnlyCode =
  /(?<!%)%[-_^]?(?:[YBHMyIjZ](?![A-Za-z])|[EO][A-Za-z])|%m(?:[-/. ]|[^\0-\x7f]){1,2}%[dYye]|%[dYye](?:[-/. ]|[^\0-\x7f]){1,2}%m/u;
/** Two codes of strftime next to each other, one of which is a name or a part of a day: `%b %d`, `%e %b`, `%l:%M %p`. */
const adjacentCodes =
  /(?<!%)%[-_^]?(?:[aAbehlp][-,./:\s]{0,3}%[-_^]?[aAbdehHIklmMpSyY]|[aAbdehHIklmMpSyY][-,./:\s]{0,3}%[-_^]?[aAbehlp])(?![A-Za-z])/u;
/** Codes that both strftime and printf have. */
const sharedCode = /^%[-0]?[deSpaAbcxXungGmDOUwtTv]$/u;

/** `%d` in `%m/%d/%Y` is a day: date formats are locale data, not arguments. */
function unlessDateFormat(text: string): (match: string) => boolean {
  const isDate = isDateFormat(text);
  return (match) => !(isDate && sharedCode.test(match));
}

/** Whether a text has codes of strftime that printf lacks, or that are next to each other as only those of dates are. */
export function isDateFormat(text: string): boolean {
  return text.includes('%') && (dateOnlyCode.test(text) || adjacentCodes.test(text));
}

/** `%B%` of `%Y年%B%e日` is no pair of percent signs around a name. */
function unlessCodeOfDate(text: string): (match: string) => boolean {
  const isDate = isDateFormat(text);
  return (match) => !(isDate && match.length === 3);
}

/** `C:\`, `\d`, `\temp\`, `\\server\`: paths of Windows, and languages in which a backslash begins other words. */
const otherBackslash = new RegExp(
  String.raw`(?<!\p{L})[A-Za-z]:\\|\\(?:[A-Za-mo-qsu-z]|[nrt][a-z]{1,40}\\)|(?<![^\s"'(])\\\\[A-Za-z]\w{0,60}\\`,
  'u',
);

/** No `\n` of a text with other backslashes is a line break. */
function unlessBackslashesOfOtherKinds(text: string): () => boolean {
  const isPathOrCode = otherBackslash.test(text);
  return () => !isPathOrCode;
}
