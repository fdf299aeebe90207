import { rewriteTexts, type TextPattern } from './rewriteTexts.ts';

// Where texts are in files of each kind. The patterns know only as much as a simulated translation needs to be of the
// same kind: they find tags, signs and empty lines. Files come from clients, so no pattern scans a text again and again:
// what nothing closes continues to the end of the file, or its length is limited.

/** Returns the source of a pattern that matches as any of these; at each position, the first applies. */
function oneOf(...patterns: readonly (RegExp | string)[]): string {
  const sources = patterns.map((pattern) => (typeof pattern === 'string' ? pattern : pattern.source));
  return `(?:${sources.join('|')})`;
}

/** Returns the pattern of a kind of file, in which `^` and `$` are the ends of lines. */
function anyOf(...patterns: readonly (RegExp | string)[]): RegExp {
  return new RegExp(oneOf(...patterns), 'dgimu');
}

/** Lines that aren't empty, up to one that is. */
const lines = String.raw`(?:[^\n]*\S[^\n]*\n?)+`;

/** Paragraphs. */
export const plainText: TextPattern = { texts: anyOf(`^(?<text>${lines})`) };

/** The lines below a line of times. Commands such as `{\an8}` position them. */
export const subtitles: TextPattern = {
  texts: anyOf(String.raw`-->[^\n]*\n(?<text>${lines})`),
  kept: anyOf(/\{\\[^{}]*\}/u),
};

export const tabSeparated: TextPattern = { texts: cells(String.raw`\t`) };
export const commaSeparated: TextPattern = { texts: cells(',;') };

/** Matches cells: `a` and `"a, ""b"""`. Those in quotes may contain separators and line breaks. */
function cells(separators: string): RegExp {
  const inQuotes = '(?<=")[^"]*(?:""[^"]*)*';
  const bare = String.raw`(?<!")[^"${separators}\r\n][^${separators}\r\n]*`;
  return anyOf(`"?(?<text>${oneOf(inQuotes, bare)})"?`);
}

/** Returns the source of a pattern for these elements with their content. */
function elements(names: string): string {
  return String.raw`<(?<element>${names})(?=[\s>])(?:[^]*?</\k<element>\s*>|[^]*)`;
}

const comment = /<!--(?:[^]*?-->|[^]*)/u;
/** Elements whose content is no text. */
const codeElement = elements('script|style|pre|textarea|svg|math|template|object');

/** The signs before a quote, an item, a task, a heading and a footnote. */
const quote = />[ \t]?/u;
const item = oneOf(/[-*+][ \t]+(?:\[[ x]\][ \t]+)?/u, /\d{1,9}[.)][ \t]+/u);
const heading = /#{1,6}[ \t]+/u;
const footnote = /\[\^[^\]\s]+\]:[ \t]+/u;
const signs = String.raw`^(?:[ \t]*${oneOf(quote, item, heading, footnote)})*[ \t]*`;

/** A block of code or a formula between two fences, such as three backticks; perhaps in a quote or an item. */
const fence = String.raw`(?<fence>\x60{3,}|~{3,}|\$\$)(?![\x60~$])[^\x60\n]*\n`;
const fencedBlock = String.raw`^(?:[ \t]*${oneOf(quote, item)})*[ \t]*${fence}(?:[^]*?^[ \t>]*\k<fence>|[^]*)[^\n]*`;
/** Code that is indented, after an empty line. An item of an inner list is no code. */
const indentedCode = String.raw`(?<=^[ \t\r]*\n)(?:(?: {4}|\t)(?![ \t]*${item})[^\n]*\n?)+`;
/** `[name]: https://a.example/` gives a link its address. */
const linkAddress = /^[ \t]{0,3}\[[^\]^\n][^\]\n]*\]:[ \t]*\S[^\n]*/u;
const colons = /^[ \t]*:{3,}[^\n]*/u;

/** A line break within a paragraph: the next line is not empty, and does not begin a heading, an item, or the like. */
const innerLineBreak = String.raw`\n(?![ \t\r]*$|[ \t]*${oneOf(/[-*+>#|<:[]/u, /`{3}/u, /~{3}/u, /\d{1,9}[.)]/u)})`;
/** The text of a paragraph, heading, quote or item, or of a cell after its `|`. */
const block =
  String.raw`(?:${signs}|\|[ \t]*)` +
  String.raw`(?<text>(?:[^\n|\\]|\\[^\n])(?:[^\n|\\]+|\\[^\n]|\\?${innerLineBreak})*)`;

/** What is kept within a text. Lengths are limited, so that unclosed ones cost little time. */
const keptInline = oneOf(
  // `code`
  /`+[^`\n]*`+/u,
  // The address of [a link](https://a.example/), and the name of [a link][one].
  /\]\([^()\n]{0,2000}\)/u,
  /\]\[[^\]\n]{0,200}\]/u,
  // The number of a footnote: [^1].
  /\[\^[^\]\s]{1,200}\]/u,
  // Attributes and statements: {#id}, {.class}, {% if x %}.
  /\{[#.:%][^{}\n]{0,500}\}/u,
);
/** A tag whose attributes may be expressions in braces. */
const jsxTag = /<[a-z](?:[^<>{}]|\{[^{}]*\})*>/u;
const importOrExport = String.raw`^(?:import|export)[ \t]${lines}`;

const markdownBody: TextPattern = {
  texts: anyOf(fencedBlock, comment, codeElement, linkAddress, colons, indentedCode, block),
  kept: anyOf(keptInline),
};
const mdxBody: TextPattern = {
  texts: anyOf(importOrExport, markdownBody.texts),
  kept: anyOf(jsxTag, keptInline),
};
const frontMatter = /^\ufeff?---[ \t]*\r?\n[^]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u;
const namesOfTexts = 'title|subtitle|description|summary|excerpt|caption|sidebar_label|pagination_label|tagline';
/** The values in front matter that are meant for readers. */
const frontMatterValues: TextPattern = {
  texts: anyOf(String.raw`^[ \t]*(?:${namesOfTexts})[ \t]*:[ \t]*["']?(?<text>[^\s"'|>&*!{[](?:[^\n]*[^\s"'])?)`),
};

type Change = (text: string) => string;

/** Rewrites Markdown, with or without JSX. */
export function rewriteMarkdown(content: string, change: Change, withJsx: boolean): string {
  const front = frontMatter.exec(content)?.[0] ?? '';
  const body = content.slice(front.length);
  return rewriteTexts(front, frontMatterValues, change) + rewriteTexts(body, withJsx ? mdxBody : markdownBody, change);
}

const attributes = String.raw`(?:"[^"<]*"|'[^'<]*'|[^<>"'])*`;
/** Elements within a sentence. All others separate paragraphs. */
const inlineNames =
  'a|abbr|acronym|b|bdi|bdo|big|cite|code|del|dfn|em|emphasis|font|g|i|img|ins|kbd|label|link|mark|q|s|samp|small|' +
  'span|strike|strong|sub|sup|tt|u|var|wbr|x';
const inlineTag = String.raw`</?(?:${inlineNames})(?=[\s/>])${attributes}>`;
const tag = `<[a-z/!?]${attributes}>`;
/** The beginning of a section in XML, whose text is all up to its end; and a declaration with declarations in it. */
const section = /<!\[CDATA\[/u;
const sectionText = String.raw`(?<=<!\[CDATA\[)[^]*?(?=\]\]>)`;
const declaration = /<!DOCTYPE[^[<>]*\[[^\]]{0,20000}\]\s*>/u;
/** An element that says that it is not translated. */
const keptElement =
  String.raw`<(?<kept>\w+)(?=\s)[^<>]*\s` +
  oneOf(/translate\s*=\s*["']?no\b/u, /class\s*=\s*["'][^"'<>]*\bnotranslate\b/u) +
  String.raw`[^<>]*>(?:[^]*?</\k<kept>\s*>|[^]*)`;

/** The texts between the tags of HTML and XML. */
export const markup: TextPattern = {
  texts: anyOf(
    comment,
    codeElement,
    section,
    declaration,
    keptElement,
    `(?<text>${oneOf(sectionText, `${oneOf(/[^<]+/u, /<(?![a-z/!?])/u, inlineTag)}+`)})`,
    tag,
  ),
  kept: anyOf(elements('code|kbd|samp|tt|var')),
};

/** A string in double quotes, and one whose content is a text. */
const quoted = String.raw`"[^"\\]*(?:\\[^][^"\\]*)*"`;
const quotedText = String.raw`"(?<text>[^"\\]*(?:\\[^][^"\\]*)*)"`;
/** An escape in double or single quotes. */
const escape = oneOf(/\\\r?\n[ \t]*/u, /\\u[\da-f]{4}/u, /\\[^]/u, "''");

/** A key of YAML with its colon: quoted, or from its first character, which is no sign of YAML. */
const yamlKey =
  oneOf(/"[^"\\\n]*(?:\\.[^"\\\n]*)*"/u, /'[^'\n]*'/u, /[^\s"'#[\]{},&*!|>%@`-][^\n:#]*(?::(?!\s)[^\n:#]*)*/u) +
  String.raw`:(?=\s)`;
/** A value of YAML that is no text: a truth value, nothing, a number, a time. */
const yamlConstant = oneOf(/true|false|yes|no|on|off|null|~/u, /[-+.\d][\d.:_eTZ+-]*/u) + String.raw`[ \t\r]*(?:#|$)`;
/** A value up to a comment or the end of its line, without the whitespace before these. */
const yamlText = /[^\s"'#[\]{},&*!|>%@`?-](?:[^\s#]+|[ \t]+(?![ \t#\r\n])|(?<!\s)#)*/u.source;

/** The values of YAML, line by line. Flow collections, anchors, tags and comments are kept. */
export const yaml: TextPattern = {
  texts: anyOf(
    String.raw`^[ \t]*(?:-[ \t]+)*(?:${yamlKey}[ \t]*|(?!${yamlKey}))["']?(?!${yamlConstant})(?<text>${yamlText})`,
  ),
  kept: anyOf(escape),
};

/** The strings of JSON, except for the names of members. */
export const json: TextPattern = {
  texts: anyOf(String.raw`${quoted}\s*:`, quotedText),
  read: readEscapes,
  write: writeEscapes,
};

const propertyComment = /[#!][^\n]*/u;
const propertyKey = /(?:\\[^]|[^\\=:\s])+(?:[ \t]*[=:][ \t]*|[ \t]+)/u.source;
const propertyText = /(?:\\\r?\n|\\[^]|[^\\\r\n]+)+/u.source;

/** The values of Java properties. They are written in ASCII, which both encodings of such files have. */
export const properties: TextPattern = {
  texts: anyOf(String.raw`^[ \t\f]*` + oneOf(propertyComment, `${propertyKey}(?<text>${propertyText})`)),
  read: readEscapes,
  // By UTF-16 units, as the format requires.
  write: (text) =>
    writeEscapes(text).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** The values of Apple's strings files. */
export const appleStrings: TextPattern = {
  texts: anyOf(
    /\/\*(?:[^]*?\*\/|[^]*)|\/\/[^\n]*/u,
    String.raw`(?:${quoted}|(?<![\w.-])[\w.-]+)\s*=\s*${quotedText}`,
    // A string without a key, or without an end.
    /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$(?![^]))/u,
  ),
  kept: anyOf(escape),
};

const poStrings = String.raw`(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"\s*)+`;
const poTranslation = String.raw`msgstr(?:\[\d+\])?[ \t]+${poStrings}`;
/** A message: its text, its text for several things if it has one, and its translations. */
const poMessage = new RegExp(
  String.raw`^msgid[ \t]+(${poStrings})(?:msgid_plural[ \t]+(${poStrings}))?((?:${poTranslation})+)`,
  'gmu',
);
const emptyTranslation = /^(msgstr(?:\[(\d+)\])?[ \t]+)""(?=[ \t]*\r?$)(?!\s*^[ \t]*")/gmu;

/** Fills in the missing translations of a PO file. */
export function fillPo(content: string, change: Change): string {
  return content.replace(
    poMessage,
    (message: string, one: string, many: string | undefined, translations: string) =>
      message.slice(0, -translations.length) +
      translations.replace(emptyTranslation, (empty: string, head: string, form: string | undefined) => {
        const strings = form === undefined || form === '0' ? one : (many ?? one);
        const text = strings.trim().slice(1, -1).replace(/"\s*"/gu, '');
        const changed = rewriteTexts(text, { texts: anyOf(/(?<text>[^]+)/u), kept: anyOf(escape) }, change);
        return changed === text ? empty : `${head}"${changed}"`;
      }),
  );
}

const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', b: '\b' };

/** Decodes the escapes of JSON and Java. */
function readEscapes(source: string): string {
  return source.replace(
    /\\(?:u([\da-f]{4})|\r?\n[ \t\f]*|([^]))/giu,
    (_escape, code: string | undefined, character: string | undefined) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return character === undefined ? '' : (named[character] ?? character);
    },
  );
}

function writeEscapes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
