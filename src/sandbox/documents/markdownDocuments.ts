import { gap, glue, linesOf, plain, type Part, type Segment } from './documentParts.ts';

/** The beginning of a front matter line whose value is meant for readers. */
const startOfFrontMatterText =
  /^\s*(?:title|subtitle|description|summary|excerpt|caption|sidebar_label|pagination_label|tagline)\s*:[ \t]*["']?/u;
/** Beginnings of lines that mark a heading, quote, list item or task. Table cells are split elsewhere. */
const lineStart =
  /^(?:[ \t]*(?:>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+|#{1,6}[ \t]+|\[\^[^\]\s]+\]:[ \t]+))*[ \t]*/u;
const definition = /^[ \t]{0,3}\[([^\]^][^\]]*)\]:[ \t]*\S/u;
/**
 * Content kept within a line, in addition to tags: code, addresses, footnote marks, template expressions, formulas,
 * attributes, short codes. Lengths are limited, so that an unclosed construct costs little time.
 */
const keptInline = new RegExp(
  [
    /(?<!`)(`+)(?!`)[^`](?:.{0,2000}?[^`])?\1(?!`)/su,
    /\]\((?:[^()\\\s]|\\.|\([^()\s]*\))*(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]*\)/su,
    /\]\[[^\]]*\]/u,
    /\[\^[^\]\s]{1,200}\]/u,
    /\{\{[^{}]{0,500}\}\}/u,
    /\{%[^%]{0,500}%\}/u,
    /\{[#.:][^{}]{0,500}\}/u,
    /\$[^$\s](?:[^$]{0,500}[^$\s])?\$(?!\d)/u,
    /:[a-z][a-z\d_+-]*:/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gsu',
);

export function readMarkdown(text: string): Iterable<Segment> {
  return readBlocks(text, false);
}

/** Splits Markdown with JSX: imports, exports and expressions in braces are kept too. */
export function readMdx(text: string): Iterable<Segment> {
  return readBlocks(text, true);
}

/** The kind of block that the next line is in. */
type Block =
  | { readonly kind: 'text' }
  | { readonly kind: 'front-matter'; readonly opened: boolean }
  | { readonly kind: 'fence'; readonly mark: string }
  | { readonly kind: 'raw'; readonly end: RegExp };

const inText: Block = { kind: 'text' };

function* readBlocks(text: string, jsx: boolean): Generator<Segment> {
  const labels = definedLabels(text);
  let block: Block = /^\ufeff?---[ \t]*\r?\n[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u.test(text)
    ? { kind: 'front-matter', opened: false }
    : inText;
  let paragraph: Part[] = [];
  let afterEmptyLine = true;
  for (const line of linesOf(text)) {
    const before = block;
    block = blockAfter(before, line, jsx);
    const isEmpty = line.trim() === '';
    // The closing line of a block belongs to it, and so does a line that opens and closes a block.
    const kept =
      before.kind !== 'text' || block.kind !== 'text' || isClosedBlock(line, jsx) || isKeptLine(line, afterEmptyLine);
    if (paragraph.length > 0 && (kept || isEmpty || startsBlock(line))) {
      yield paragraph;
      paragraph = [];
    }
    if (before.kind === 'front-matter') yield frontMatterLine(line);
    else if (kept || isEmpty) yield [gap(line)];
    else for (const part of lineParts(line, labels, jsx)) paragraph.push(part);
    // A block of indented code continues while its lines are indented.
    afterEmptyLine = isEmpty || (afterEmptyLine && isIndented(line));
  }
  if (paragraph.length > 0) yield paragraph;
}

/** Returns the block state after a line. */
function blockAfter(block: Block, line: string, jsx: boolean): Block {
  switch (block.kind) {
    case 'front-matter':
      if (!block.opened) return { kind: 'front-matter', opened: true };
      return /^(?:---|\.\.\.)[ \t]*\r?\n?$/u.test(line) ? inText : block;
    case 'fence':
      return line.trim().startsWith(block.mark) && line.trim().replaceAll(block.mark[0] ?? '', '') === ''
        ? inText
        : block;
    case 'raw':
      return block.end.test(line) ? inText : block;
    case 'text': {
      const fence =
        /^[ \t]*(?:>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})[^`]*$/u.exec(line)?.[1] ??
        (/^\s*\$\$\s*$/u.test(line) ? '$$' : undefined);
      if (fence !== undefined) return { kind: 'fence', mark: fence };
      const end = endOfBlock(line, jsx);
      return end === undefined || end.test(line) ? inText : { kind: 'raw', end };
    }
  }
}

function isClosedBlock(line: string, jsx: boolean): boolean {
  return endOfBlock(line, jsx)?.test(line) === true;
}

/**
 * Returns the end of the block without text that a line opens: scripts, comments, and with JSX imports, exports and
 * expressions.
 */
function endOfBlock(line: string, jsx: boolean): RegExp | undefined {
  const element = /^\s*<(script|style|pre|textarea)(?=[\s>])/iu.exec(line)?.[1];
  if (element !== undefined) return new RegExp(`</${element}\\s*>`, 'iu');
  if (/^\s*<!--/u.test(line)) return /-->/u;
  if (jsx && /^(?:import|export)\s/u.test(line)) return /[;'")}\]]\s*$/u;
  return jsx && /^\s*\{/u.test(line) ? /\}\s*$/u : undefined;
}

function isKeptLine(line: string, afterEmptyLine: boolean): boolean {
  if (definition.test(line) || /^\s*:{3,}/u.test(line) || /^[\s|:=*_+-]*$/u.test(line)) return true;
  return afterEmptyLine && isIndented(line) && !/^\s*(?:[-*+]|\d{1,9}[.)])[ \t]/u.test(line);
}

function isIndented(line: string): boolean {
  return /^(?: {4}|\t)/u.test(line) && line.trim() !== '';
}

function startsBlock(line: string): boolean {
  return /^[ \t]*(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|>|\||<|\[\^)/u.test(line);
}

function frontMatterLine(line: string): Segment {
  const before = startOfFrontMatterText.exec(line)?.[0];
  if (before === undefined) return [gap(line)];
  const rest = line.slice(before.length);
  const value = rest.trimEnd().replace(/["']$/u, '');
  return /^[|>&*!{[]/u.test(value) ? [gap(line)] : [gap(before), plain(value), gap(rest.slice(value.length))];
}

function* lineParts(line: string, labels: ReadonlySet<string>, jsx: boolean): Generator<Part> {
  const start = lineStart.exec(line)?.[0] ?? '';
  if (start !== '') yield gap(start);
  const rest = line.slice(start.length);
  if (!rest.startsWith('|')) {
    yield* inlineParts(rest, labels, jsx);
    return;
  }
  for (const piece of rest.split(/((?<!\\)\|)/u)) {
    if (piece === '|') yield gap(piece);
    else if (piece !== '') yield* inlineParts(piece, labels, jsx);
  }
}

function* inlineParts(text: string, labels: ReadonlySet<string>, jsx: boolean): Generator<Part> {
  let from = 0;
  for (const match of text.matchAll(keptInline)) {
    yield* tagParts(text.slice(from, match.index), labels, jsx);
    yield glue(match[0]);
    from = match.index + match[0].length;
  }
  yield* tagParts(text.slice(from), labels, jsx);
}

/** Splits tags, and references whose text is their label. */
function* tagParts(text: string, labels: ReadonlySet<string>, jsx: boolean): Generator<Part> {
  const kept = jsx ? /<(?=[a-zA-Z/!?>])|\{[^{}]*\}|\[[^\][]+\]/gu : /<(?=[a-zA-Z/!?])|\[[^\][]+\]/gu;
  let from = 0;
  for (let match = kept.exec(text); match !== null; match = kept.exec(text)) {
    const end = match[0] === '<' ? endOfTag(text, match.index, jsx) : match.index + match[0].length;
    const isText = match[0].startsWith('[') && !labels.has(normalLabel(match[0].slice(1, -1)));
    if (end === undefined || isText) continue;
    if (match.index > from) yield plain(text.slice(from, match.index));
    yield glue(text.slice(match.index, end));
    from = end;
    kept.lastIndex = end;
  }
  if (from < text.length) yield plain(text.slice(from));
}

/**
 * Maximum length of a tag with an unclosed expression; without it, every unclosed `<` would cost a scan of the whole
 * line.
 */
const maxTagChars = 2000;

/**
 * Returns where a tag ends. A `>` inside a quoted attribute, or with JSX inside an expression, does not end it.
 * Undefined for a `<` that begins no tag, and for a tag that continues in the next line.
 */
function endOfTag(text: string, start: number, jsx: boolean): number | undefined {
  let quote = '';
  let braces = 0;
  for (let index = start + 1; index < text.length; index += 1) {
    if (braces > 0 && index - start > maxTagChars) return undefined;
    const character = text[index] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (jsx && character === '{') braces += 1;
    else if (jsx && character === '}') braces -= 1;
    else if (braces <= 0 && character === '>') return index + 1;
    else if (braces <= 0 && character === '<') return undefined;
  }
  return undefined;
}

function definedLabels(text: string): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const line of linesOf(text)) {
    const label = definition.exec(line)?.[1];
    if (label !== undefined) labels.add(normalLabel(label));
  }
  return labels;
}

function normalLabel(label: string): string {
  return label.trim().replace(/\s+/gu, ' ').toLowerCase();
}
