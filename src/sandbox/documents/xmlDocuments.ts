import { gap, glue, plain, UnreadableDocumentError, type Part, type Segment } from './documentParts.ts';

/** Defines which text of an XML file is meant for readers. Names are local: without a prefix. */
export interface XmlRules {
  /** Whether text directly inside this element is included; `path` has the elements around it, innermost last. */
  readonly isText: (path: readonly string[]) => boolean;
  /** Elements that contain one paragraph, cell or entry. */
  readonly isBlock: (name: string) => boolean;
  /** Elements within a paragraph that separate words: breaks, tabs. */
  readonly isGap: (name: string) => boolean;
}

const inlineElements = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'cite',
  'em',
  'emphasis',
  'font',
  'g',
  'i',
  'ins',
  'link',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'x',
  'xliff',
]);
const maxDepth = 1000;

/** Rules for any XML file: all text, with the common inline elements inside it. */
const anyXml: XmlRules = { isText: () => true, isBlock: (name) => !inlineElements.has(name), isGap: () => false };

/** Splits an XML file by the rules. Throws if it is not well-formed. */
export function* readXml(text: string, rules: XmlRules = anyXml): Generator<Segment> {
  const path: string[] = [];
  let segment: Part[] = [];
  let hasRoot = false;
  for (const token of xmlTokens(text)) {
    if (token.kind === 'text') {
      if (path.length === 0 && token.source.trim() !== '' && token.source !== '\ufeff') throw notXml();
      segment.push(path.length > 0 && rules.isText(path) ? plain(token.source) : gap(token.source));
      continue;
    }
    if (token.kind === 'other') {
      segment.push(...(path.length > 0 && rules.isText(path) ? cdataParts(token.source) : [glue(token.source)]));
      continue;
    }
    const isBlock = rules.isBlock(token.name);
    if (isBlock && segment.length > 0) {
      yield segment;
      segment = [];
    }
    segment.push(isBlock || rules.isGap(token.name) ? gap(token.source) : glue(token.source));
    if (token.kind === 'close' && path.pop() !== token.name) throw notXml();
    if (token.kind === 'open') {
      if (path.length === 0 && hasRoot) throw notXml();
      hasRoot = true;
      if (!token.source.endsWith('/>')) path.push(token.name);
      if (path.length > maxDepth) throw new UnreadableDocumentError('it is nested too deeply');
    }
  }
  if (path.length > 0 || !hasRoot) throw notXml();
  yield segment;
}

function cdataParts(source: string): readonly Part[] {
  if (!source.startsWith('<![CDATA[')) return [glue(source)];
  return [gap('<![CDATA['), plain(source.slice(9, -3)), gap(']]>')];
}

type XmlToken =
  | { readonly kind: 'text'; readonly source: string }
  | { readonly kind: 'other'; readonly source: string }
  | { readonly kind: 'open' | 'close'; readonly source: string; readonly name: string };

function* xmlTokens(text: string): Generator<XmlToken> {
  let start = 0;
  while (start < text.length) {
    const tag = text.indexOf('<', start);
    const textEnd = tag < 0 ? text.length : tag;
    if (textEnd > start) yield { kind: 'text', source: text.slice(start, textEnd) };
    if (tag < 0) return;
    const end = endOfMarkup(text, tag);
    const source = text.slice(tag, end);
    const [, slash, name] =
      /^<(\/?)(?:[\p{L}_][\p{L}\p{N}_.-]*:)?([\p{L}_][\p{L}\p{N}_.-]*)(?=[\s/>])/u.exec(source) ?? [];
    if (name !== undefined) yield { kind: slash === '/' ? 'close' : 'open', source, name };
    else if (/^<[!?]/u.test(source)) yield { kind: 'other', source };
    else throw notXml();
    start = end;
  }
}

/** Returns where the tag, comment, section or instruction that begins at `start` ends. */
function endOfMarkup(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return endAfter(text, '-->', start + 4);
  if (text.startsWith('<![CDATA[', start)) return endAfter(text, ']]>', start + 9);
  if (text.startsWith('<?', start)) return endAfter(text, '?>', start + 2);
  if (text.startsWith('<!', start)) {
    const end = endAfter(text, '>', start);
    const subset = text.slice(start, end).indexOf('[');
    return subset < 0 ? end : endAfter(text, '>', endAfter(text, ']', start + subset));
  }
  return endOfTag(text, start);
}

/** Returns where a tag ends. A `>` inside a quoted attribute does not end it. */
function endOfTag(text: string, start: number): number {
  let quote = '';
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index + 1;
    else if (character === '<') break;
  }
  throw notXml();
}

function endAfter(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  if (found < 0) throw notXml();
  return found + end.length;
}

function notXml(): UnreadableDocumentError {
  return new UnreadableDocumentError('it is not well-formed XML');
}
