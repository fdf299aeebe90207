import { gap, linesOf, plain, UnreadableDocumentError, type Part, type Segment } from './documentParts.ts';
import { parseJson } from '../http/jsonText.ts';

/** Splits JSON: all strings except the names of members. Throws if it is not JSON. */
export function* readJson(text: string): Generator<Segment> {
  try {
    parseJson(text);
  } catch {
    throw new UnreadableDocumentError('it is not JSON, or too large');
  }
  let kept = 0;
  for (const match of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"/gu)) {
    const end = match.index + match[0].length;
    if (/^\s*:/u.test(text.slice(end, end + 100))) continue;
    yield [gap(text.slice(kept, match.index)), jsonString(match[0])];
    kept = end;
  }
  yield [gap(text.slice(kept))];
}

function jsonString(source: string): Part {
  return { kind: 'text', source, text: JSON.parse(source) as string, write: (text) => JSON.stringify(text) };
}

/**
 * Splits YAML, line by line: values of `key: value` and items of lists, plain or quoted, and block scalars. Flow
 * collections, anchors, tags, comments and scalars of several lines are kept.
 */
export function* readYaml(text: string): Generator<Segment> {
  let block: number | undefined;
  for (const line of linesOf(text)) {
    const indent = line.search(/\S/u);
    if (block !== undefined && (indent < 0 || indent > block)) {
      yield indent < 0 ? [gap(line)] : [gap(line.slice(0, indent)), plain(line.slice(indent))];
      continue;
    }
    const start = startOfYamlValue(line);
    const { value, after } = splitYamlValue(line.slice(start));
    block = start > 0 && /^[|>][-+\d]*$/u.test(value) ? indent : undefined;
    const scalar = start > 0 && block === undefined ? yamlScalar(value) : undefined;
    yield scalar ? [gap(line.slice(0, start)), scalar, gap(after)] : [gap(line)];
  }
}

/** Returns where the value of a line begins, after its dashes and its key; 0 if it has neither. */
function startOfYamlValue(line: string): number {
  const lead = /^\s*(?:- +)*/u.exec(line)?.[0].length ?? 0;
  const rest = line.slice(lead);
  if (/^(?:#|---|\.\.\.)/u.test(rest)) return 0;
  const quotedKey = /^(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*')/su.exec(rest)?.[0].length ?? 0;
  const colon = /:(?=\s|$)/u.exec(rest.slice(quotedKey));
  const isKey = colon !== null && (quotedKey === 0 ? !/^["'[{]/u.test(rest) : colon.index === 0);
  if (isKey)
    return (
      lead + quotedKey + colon.index + 1 + (/^[ \t]*/u.exec(rest.slice(quotedKey + colon.index + 1))?.[0].length ?? 0)
    );
  return line.slice(0, lead).includes('-') ? lead : 0;
}

/** Splits a value from the whitespace and the comment after it. */
function splitYamlValue(rest: string): { readonly value: string; readonly after: string } {
  const quoted = /^(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*')(?=\s*(?:#.*)?$)/su.exec(rest)?.[0];
  const end = quoted?.length ?? /(?<!\s)(?:\s+#|\s*$)/u.exec(rest)?.index ?? rest.length;
  return { value: rest.slice(0, end), after: rest.slice(end) };
}

function yamlScalar(source: string): Part | undefined {
  if (source.startsWith('"')) {
    try {
      return jsonString(source);
    } catch {
      return undefined; // It continues in the next line, or has an escape that JSON doesn't have.
    }
  }
  if (/^'[^']*(?:''[^']*)*'$/su.test(source)) {
    return {
      kind: 'text',
      source,
      text: source.slice(1, -1).replaceAll("''", "'"),
      write: (text) => `'${text.replaceAll("'", "''")}'`,
    };
  }
  if (
    /^(?:true|false|yes|no|on|off|null|~|[-+.\d][\d.:_eTZ+-]*)?$/iu.test(source) ||
    /^[[\]{},&*!|>%@`"'#?-]/u.test(source)
  )
    return undefined;
  return plain(source);
}

/** Splits Java properties into values. Writes ASCII, which is the same in both encodings that such files have. */
export function* readProperties(text: string): Generator<Segment> {
  let logical = '';
  for (const line of linesOf(text)) {
    if (logical === '' && /^\s*(?:[#!]|$)/u.test(line)) {
      yield [gap(line)];
      continue;
    }
    logical += line;
    if (/(?:^|[^\\])(?:\\\\)*\\\r?\n$/u.test(line)) continue;
    yield propertyParts(logical);
    logical = '';
  }
  if (logical !== '') yield propertyParts(logical);
}

function propertyParts(line: string): Segment {
  const [, before = line, value = '', after = ''] =
    /^(\s*(?:\\.|[^\\=:\s])+(?:\s*[=:]\s*|\s+))(.*?)(\r?\n?)$/su.exec(line) ?? [];
  if (value === '') return [gap(line)];
  return [
    gap(before),
    { kind: 'text', source: value, text: readPropertyEscapes(value), write: writePropertyEscapes },
    gap(after),
  ];
}

function readPropertyEscapes(value: string): string {
  const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };
  return value.replace(
    /\\(?:\r?\n[ \t\f]*|u([\da-fA-F]{4})|(.))/gsu,
    (_escape, code: string | undefined, character: string | undefined) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return character === undefined ? '' : (named[character] ?? character);
    },
  );
}

function writePropertyEscapes(text: string): string {
  const named: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\f': '\\f', '\\': '\\\\' };
  // By UTF-16 units, as the format requires.
  const escaped = text.replace(
    /[\n\t\r\f\\]|[^\x20-\x7e]/g,
    (character) => named[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return escaped.startsWith(' ') ? `\\${escaped}` : escaped;
}

/**
 * A comment, a key with its value, or a string that is neither. Unclosed comments and strings continue to the end, so
 * that no text is scanned twice.
 */
const appleToken = new RegExp(
  [
    /\/\*.*?(?:\*\/|$)/su,
    /\/\/[^\n]*/u,
    /((?:"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.-])[\w.-]+)\s*=\s*)("[^"\\]*(?:\\.[^"\\]*)*")/su,
    /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)/su,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gsu',
);

/** Splits Apple's strings files into values. */
export function* readAppleStrings(text: string): Generator<Segment> {
  let kept = 0;
  for (const match of text.matchAll(appleToken)) {
    const [, before, value] = match;
    if (before === undefined || value === undefined) continue;
    yield [gap(text.slice(kept, match.index + before.length)), quotedString(value)];
    kept = match.index + match[0].length;
  }
  yield [gap(text.slice(kept))];
}

/** A string with the escapes of C. */
function quotedString(source: string): Part {
  return { kind: 'text', source, text: readEscapes(source.slice(1, -1)), write: (text) => `"${writeEscapes(text)}"` };
}

function readEscapes(text: string): string {
  const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
  return text.replace(
    /\\(?:[uU]([\da-fA-F]{4})|(.))/gsu,
    (_escape, code: string | undefined, character: string | undefined) =>
      code === undefined ? (named[character ?? ''] ?? character ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function writeEscapes(text: string): string {
  return text.replace(/[\\"]/gu, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');
}

/**
 * Splits PO: each message without a translation gets one, made from its `msgid`, or for plural forms from its
 * `msgid_plural`.
 */
export function* readPo(text: string): Generator<Segment> {
  let singular = '';
  let plural = '';
  let field: 'singular' | 'plural' | 'other' = 'other';
  let translation:
    | { readonly head: string; readonly source: string; readonly text: string; readonly filled: boolean }
    | undefined;
  const translated = (): Segment => {
    if (translation === undefined) return [];
    const { head, source, filled, text: from } = translation;
    const lineBreak = /\r?\n$/u.exec(source)?.[0] ?? '';
    if (filled || from === '') return [gap(source)];
    return [{ kind: 'text', source, text: from, write: (changed) => `${head}"${writeEscapes(changed)}"${lineBreak}` }];
  };
  for (const line of linesOf(text)) {
    const [, keyword = '', index, quoted = ''] =
      /^[ \t]*(msgctxt|msgid_plural|msgid|msgstr)?(\[\d+\])?[ \t]*"([^"\\]*(?:\\.[^"\\]*)*)"/u.exec(line) ?? [];
    const continues = keyword === '' && /^[ \t]*"/u.test(line);
    if (continues && translation) {
      translation = { ...translation, source: translation.source + line, filled: translation.filled || quoted !== '' };
      continue;
    }
    yield translated();
    translation = undefined;
    if (keyword === 'msgstr') {
      const from = index === undefined || index === '[0]' ? singular : plural;
      translation = {
        head: line.slice(0, line.indexOf('"')),
        source: line,
        text: readEscapes(from),
        filled: quoted !== '',
      };
      continue;
    }
    if (keyword === 'msgid') [field, singular, plural] = ['singular', quoted, ''];
    else if (keyword === 'msgid_plural') [field, plural] = ['plural', quoted];
    else if (continues && field === 'singular') singular += quoted;
    else if (continues && field === 'plural') plural += quoted;
    else field = 'other';
    yield [gap(line)];
  }
  yield translated();
}
