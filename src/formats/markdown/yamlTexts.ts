import { isAlias, isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml';
import { formatErrorAt } from '../kit/textLocation.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { yamlReason } from '../reasons/yamlReason.ts';
import { doubleQuoted, isTextKey, type FrontMatter, type FrontText } from './frontMatter.ts';

/** Front matter is never nested this deeply. */
const maxDepth = 100;

/** Returns the texts of YAML front matter, in its order. Throws FormatError for invalid YAML. */
export function yamlTexts(text: string, front: FrontMatter): readonly FrontText[] {
  const code = text.slice(front.start, front.end);
  refuseDepth(code, text, front.start);
  const document = parseYaml(code, text, front.start);
  const texts = new Map<string, FrontText>();
  const visit = (node: unknown, path: readonly string[]): void => {
    if (path.length > maxDepth) return;
    // `?` stands for a key that is a list or a map.
    if (isMap(node))
      for (const { key, value } of node.items) visit(value, [...path, isScalar(key) ? String(key.value) : '?']);
    else if (isSeq(node)) for (const [index, item] of node.items.entries()) visit(item, [...path, String(index)]);
    else if (isScalar(node) && !isAlias(node) && typeof node.value === 'string' && isTextKey(path)) {
      const id = joinKeyPath(['front', ...path]);
      // If a key occurs twice, the last one counts.
      texts.delete(id);
      texts.set(id, frontText(id, node.value, node, { code, from: front.start }));
    }
  };
  visit(document.contents, []);
  return [...texts.values()];
}

/** `from`: the offset of the front matter's `code` in the file. */
function frontText(
  id: string,
  value: string,
  node: Scalar,
  { code, from }: { readonly code: string; readonly from: number },
): FrontText {
  // The range of a block (`|`, `>`) includes the line ends below it.
  const [start, valueEnd] = node.range ?? [0, 0];
  let end = valueEnd;
  while (end > start && /[\r\n \t]/.test(code.charAt(end - 1))) end -= 1;
  const reason = node.anchor === undefined ? undefined : because('front-matter-anchor');
  return {
    unit: unitFrom({ id, text: value, reason, start: from + start, end: from + end }),
    render: (text) => {
      if (node.type === 'PLAIN' && canBePlain(text)) return text;
      if (node.type === 'QUOTE_SINGLE' && canBeSingleQuoted(text)) return `'${text.replaceAll("'", "''")}'`;
      return doubleQuoted(text);
    },
  };
}

/** Whether a text can be written without quotes in any version of YAML, in any context: `Don't panic – it works!` */
function canBePlain(text: string): boolean {
  const hasNoSyntax = /^\p{L}[\p{L}\p{M}\p{N} .,;!?()/&+“”‘’„«»–—…'"_-]*$/u.test(text);
  const isReservedWord = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i.test(text);
  return hasNoSyntax && !isReservedWord && !text.endsWith(' ') && text.length < 10_000;
}

function canBeSingleQuoted(text: string): boolean {
  return !/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/.test(text);
}

function parseYaml(code: string, text: string, from: number): ReturnType<typeof parseDocument> {
  let document;
  try {
    document = parseDocument(code, { uniqueKeys: false, logLevel: 'silent' });
  } catch {
    throw formatErrorAt(text, from, because('front-matter-yaml', because('parser-limit')));
  }
  const [error] = document.errors;
  if (error === undefined) return document;
  const [errorOffset] = error.pos;
  const offset = from + Math.min(errorOffset, code.length);
  throw formatErrorAt(text, offset, because('front-matter-yaml', yamlReason(error)));
}

/** Throws FormatError for nesting that is too deep for the parser, which is recursive. */
function refuseDepth(code: string, text: string, from: number): void {
  let depth = 0;
  // A bracket, or a line that begins with many indicators, of at least two characters each: `- - - `.
  for (const { 0: match, index } of code.matchAll(/[[\]{}]|(?:^|[\r\n])(?:[-?:][ \t]+){20,}/g)) {
    if (match === '[' || match === '{') depth += 1;
    else if (match === ']' || match === '}') depth = Math.max(0, depth - 1);
    if (depth > maxDepth || match.length > maxDepth * '- '.length)
      throw formatErrorAt(text, from + index, because('nested-too-deeply', maxDepth));
  }
}
