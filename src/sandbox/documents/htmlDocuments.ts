import { gap, glue, plain, type Part, type Segment } from './documentParts.ts';

/** Elements within a sentence. All others separate paragraphs. */
const inlineElements = new Set([
  'a',
  'abbr',
  'acronym',
  'b',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'img',
  'ins',
  'kbd',
  'label',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'tt',
  'u',
  'var',
  'wbr',
]);
/** Elements whose content is not translated, or not meant for readers. */
const keptElements = new Set([
  'code',
  'kbd',
  'math',
  'noembed',
  'noframes',
  'object',
  'pre',
  'samp',
  'script',
  'style',
  'svg',
  'template',
  'textarea',
  'tt',
  'var',
  'xmp',
]);
/** Elements whose content is not parsed as markup. */
const rawElements = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'noembed', 'noframes']);
const emptyElements = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/**
 * Splits HTML into segments: the text between tags. Tags, attributes, comments, scripts, styles, code and content
 * marked as not translatable are kept. Any text is valid HTML, so nothing is refused.
 */
export function* readHtml(text: string): Generator<Segment> {
  let segment: Part[] = [];
  /** The element whose content is kept, and the number of open elements with its name. */
  let kept: { readonly name: string; depth: number } | undefined;
  for (const token of htmlTokens(text)) {
    if (token.name === undefined) {
      segment.push(token.isText && kept === undefined ? plain(token.source) : glue(token.source));
      continue;
    }
    const { name, source } = token;
    const closes = source.startsWith('</');
    if (kept?.name === name) kept.depth += closes ? -1 : 1;
    else if (kept === undefined && !closes && isKept(name, source)) kept = { name, depth: 1 };
    if (kept?.depth === 0) kept = undefined;
    if (inlineElements.has(name)) segment.push(glue(source));
    else if (name === 'br' || kept !== undefined) segment.push(gap(source));
    else {
      yield [...segment, gap(source)];
      segment = [];
    }
  }
  yield segment;
}

function isKept(name: string, source: string): boolean {
  if (emptyElements.has(name) || source.endsWith('/>')) return false;
  return (
    keptElements.has(name) ||
    /\stranslate\s*=\s*["']?no\b|\sclass\s*=\s*(?:"[^"]*\bnotranslate\b|'[^']*\bnotranslate\b)/iu.test(source)
  );
}

interface HtmlToken {
  readonly source: string;
  /** Tags only; in lowercase. */
  readonly name?: string;
  /** Neither a tag nor a comment. */
  readonly isText?: boolean;
}

function* htmlTokens(text: string): Generator<HtmlToken> {
  let start = 0;
  while (start < text.length) {
    const open = text.indexOf('<', start);
    const textEnd = open < 0 ? text.length : open;
    if (textEnd > start) yield { source: text.slice(start, textEnd), isText: true };
    if (open < 0) return;
    const end = endOfMarkup(text, open);
    const source = text.slice(open, end);
    const name = /^<\/?([a-zA-Z][^\s/>]*)/u.exec(source)?.[1]?.toLowerCase();
    if (name === undefined) {
      yield { source, isText: source === '<' };
      start = end;
      continue;
    }
    yield { source, name };
    start = end;
    if (rawElements.has(name) && !source.startsWith('</')) {
      const close = endOfRaw(text, name, end);
      if (close > end) yield { source: text.slice(end, close), isText: true };
      start = close;
    }
  }
}

/** Returns where the markup at `start` ends. A `<` that begins no markup is text. */
function endOfMarkup(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return endAfter(text, '-->', start + 4);
  if (!/^<[!?/a-zA-Z]/u.test(text.slice(start, start + 2))) return start + 1;
  let quote = '';
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return index + 1;
    else if ((character === '"' || character === "'") && text[index - 1] === '=') quote = character;
  }
  return text.length;
}

function endAfter(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? text.length : found + end.length;
}

function endOfRaw(text: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}(?=[\\s/>])`, 'giu');
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}
