import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { IcuChoice, IcuNode, IcuOption } from './messageTree.ts';

/**
 * Returns a Fluent pattern in the pieces of a message: a select expression is a choice, and other placeables are
 * arguments (Fluent's syntax specification, "Placeable" and "SelectExpression"). The key `[0]` is the selector `=0`, as
 * in ICU. Undefined for a text that is not such a pattern.
 */
export function readFluentTree(pattern: string): readonly IcuNode[] | undefined {
  const nodes: IcuNode[] = [];
  let offset = 0;
  while (offset < pattern.length) {
    const brace = pattern.indexOf('{', offset);
    const textEnd = brace < 0 ? pattern.length : brace;
    if (offset < textEnd) {
      const raw = pattern.slice(offset, textEnd);
      if (raw.includes('}')) return undefined;
      nodes.push({ kind: 'literal', raw, position: 'top' });
    }
    if (brace < 0) break;
    const placeable = readPlaceable(pattern, brace);
    if (placeable === undefined) return undefined;
    nodes.push(placeable.node);
    offset = placeable.end;
  }
  return nodes;
}

/** More than any message nests. */
const maxDepth = 50;

function readPlaceable(text: string, start: number): { readonly node: IcuNode; readonly end: number } | undefined {
  const scan = scanPlaceable(text, start);
  if (scan === undefined) return undefined;
  const raw = text.slice(start, scan.end);
  if (scan.arrowEnd === undefined) {
    // `{{ $n -> … }}`: a select within a placeable within a placeable.
    if (scan.hasInnerArrow || !simplePlaceable.test(raw)) return undefined;
    return { node: { kind: 'argument', raw }, end: scan.end };
  }
  const head = text.slice(start, scan.arrowEnd);
  const variants = readVariants(text.slice(scan.arrowEnd, scan.end - 1));
  const node = variants && toChoice(head, variants);
  return node && { node, end: scan.end };
}

/** `{ $name }`, `{ -term(case: "gen") }`, `{ message.attribute }`, `{ NUMBER($n) }`, `{ "text" }`, `{ 5 }`. */
const simplePlaceable =
  /^\{\s*(?:"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?|[$-]?[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)?\s*(?:\((?:[^(){}"]|"(?:[^"\\\n]|\\.)*")*\))?)\s*\}$/u;

interface ScannedPlaceable {
  /** After the closing brace. */
  readonly end: number;
  /** After the arrow of a select expression. */
  readonly arrowEnd: number | undefined;
  readonly hasInnerArrow: boolean;
}

/** Finds the end of a placeable. Within one, quotes begin a literal; the texts of variants have no literals. */
function scanPlaceable(text: string, start: number): ScannedPlaceable | undefined {
  const open: ('expression' | 'variants')[] = [];
  let arrowEnd: number | undefined;
  let hasInnerArrow = false;
  for (let offset = start; offset < text.length; offset += 1) {
    const char = text[offset];
    if (char === '{') {
      if (open.push('expression') > maxDepth) return undefined;
    } else if (char === '}') {
      open.pop();
      if (open.length === 0) return { end: offset + 1, arrowEnd, hasInnerArrow };
    } else if (open.at(-1) === 'expression') {
      if (char === '"') offset = literalEnd(text, offset);
      else if (char === '-' && text[offset + 1] === '>') {
        open[open.length - 1] = 'variants';
        if (open.length === 1) arrowEnd = offset + 2;
        else if (arrowEnd === undefined) hasInnerArrow = true;
      }
    }
  }
  return undefined;
}

/** Returns the offset of the quote that closes a literal, or the last one of the text. */
function literalEnd(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    if (text[offset] === '\\') offset += 1;
    else if (text[offset] === '"') return offset;
  }
  return text.length;
}

/** A variant of a select expression. */
interface Variant {
  readonly key: string;
  readonly isDefault: boolean;
  readonly content: readonly IcuNode[];
}

/** `[one]`, `*[other]` and `[0]` at the beginning of a line. */
const variantKey = /^ *(\*?)\[\s*([A-Za-z][\w-]*|-?\d+(?:\.\d+)?)\s*\](.*)$/u;

/** Returns the variants of a select expression, whose text begins after the arrow and ends before the brace. */
function readVariants(text: string): readonly Variant[] | undefined {
  const lines = text.split('\n');
  const linesInPlaceables = linesBegunInPlaceables(text);
  const variantLines: { readonly key: string; readonly isDefault: boolean; readonly lines: string[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const match = linesInPlaceables.has(index) ? null : variantKey.exec(line);
    if (match !== null) {
      const [, asterisk, key = '', firstLine = ''] = match;
      variantLines.push({ key, isDefault: asterisk === '*', lines: [firstLine] });
      continue;
    }
    const variant = variantLines.at(-1);
    if (variant !== undefined) variant.lines.push(line);
    else if (line.trim() !== '') return undefined;
  }
  const variants: Variant[] = [];
  for (const { key, isDefault, lines: linesOfVariant } of variantLines) {
    const content = readFluentTree(dedent(linesOfVariant));
    if (content === undefined || content.length === 0) return undefined;
    variants.push({ key, isDefault, content });
  }
  return variants;
}

/** Numbers of the lines that begin within a placeable. */
function linesBegunInPlaceables(text: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  let line = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    if (text[offset] === '\n') line += 1;
    if (text[offset] !== '{') continue;
    const end = scanPlaceable(text, offset)?.end ?? text.length;
    for (; offset < end - 1; offset += 1) if (text[offset] === '\n') numbers.add((line += 1));
  }
  return numbers;
}

/** Returns the text of a variant: without the indentation that its further lines share, and without outer whitespace. */
function dedent(lines: readonly string[]): string {
  const [firstLine = '', ...furtherLines] = lines;
  const inPlaceables = linesBegunInPlaceables(lines.join('\n'));
  const leadingSpaces = (line: string): number => /^ */u.exec(line)?.[0].length ?? 0;
  const indents = furtherLines
    .filter((line, index) => line.trim() !== '' && !inPlaceables.has(index + 1))
    .map(leadingSpaces);
  const indent = Math.min(...indents);
  const dedented = furtherLines.map((line) => line.slice(Math.min(indent, leadingSpaces(line))));
  return [firstLine.replace(/^ +/u, ''), ...dedented].join('\n').replace(/^(?: *\n)+| *(?:\n *)*$/gu, '');
}

/** `$n`; `NUMBER($n)` and `NUMBER($n, type: "ordinal")`, which select the same number. */
const plainNumber =
  /^\{\s*(?:\$([A-Za-z][\w-]*)|NUMBER\(\s*\$([A-Za-z][\w-]*)\s*(?:,\s*type\s*:\s*"(cardinal|ordinal)"\s*)?\))\s*->$/u;

/** Returns the choice of a select expression; undefined if it has no default. */
function toChoice(head: string, variants: readonly Variant[]): IcuChoice | undefined {
  const defaultVariant = variants.find(({ isDefault }) => isDefault);
  if (defaultVariant === undefined) return undefined;
  const [, variable, variableOfNumber, numberType] = plainNumber.exec(head) ?? [];
  const isOrdinal = numberType === 'ordinal' || /\btype\s*:\s*"ordinal"/u.test(head);
  const isPlural = isPluralSelect(head, variants);
  const options = variants.map(({ key, content }): IcuOption => {
    return { lead: '\n    ', selector: isNumber(key) ? `=${key}` : key, gap: ' ', content };
  });
  const isExact = ({ selector }: IcuOption): boolean => isPlural && selector.startsWith('=');
  const expression = head.slice(1, -'->'.length).trim();
  return {
    kind: 'choice',
    start: 0,
    argument: variable ?? variableOfNumber ?? expression,
    type: typeOf({ isPlural, isOrdinal }),
    offset: 0,
    head,
    // The first variant that matches is used, so exact numbers precede the categories that include them elsewhere.
    options: [...options.filter(isExact), ...options.filter((option) => !isExact(option))],
    defaultSelector: isNumber(defaultVariant.key) ? `=${defaultVariant.key}` : defaultVariant.key,
    tail: '\n}',
  };
}

function typeOf({
  isPlural,
  isOrdinal,
}: {
  readonly isPlural: boolean;
  readonly isOrdinal: boolean;
}): IcuChoice['type'] {
  if (!isPlural) return 'select';
  return isOrdinal ? 'ordinal' : 'cardinal';
}

function isNumber(key: string): boolean {
  return /^-?\d/u.test(key);
}

/**
 * Whether a select expression chooses by a number: by a value, and all keys are plural categories and numbers. The key of
 * the default may be any word, because the default is shown whatever it is.
 */
function isPluralSelect(head: string, variants: readonly Variant[]): boolean {
  const isByValue = /^\{\s*(?:\$|NUMBER\()/u.test(head);
  const categories: readonly string[] = cldrPluralCategories;
  const isForm = (key: string): boolean => isNumber(key) || categories.includes(key);
  const keys = variants.filter(({ isDefault }) => !isDefault).map(({ key }) => key);
  if (keys.length === 0) return isByValue && variants.every(({ key }) => isForm(key));
  return isByValue && keys.every(isForm);
}
