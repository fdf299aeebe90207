import { readFluentTree } from '../choices/readFluentTree.ts';
import type { ChoiceSyntax } from './icuSyntax.ts';
import type { IcuChoice, IcuNode, IcuPiece } from '../choices/messageTree.ts';

/** The indentation of a variant's further lines, in addition to that of its bracket. */
const furtherIndent = '    ';

/** The syntax of Fluent's select expressions. */
export const fluentSyntax: ChoiceSyntax = {
  read: readFluentTree,
  writePieces: (pieces) => pieces.map(rawOf).join(''),
  writeChoice: ({ head, defaultSelector, tail }, branches) => {
    const variants = branches.map(({ option: { lead, selector, gap }, text }) => {
      const isDefault = selector === defaultSelector;
      const leadOfVariant = isDefault ? `${lead.replace(/ $/u, '')}*` : lead;
      return `${leadOfVariant}[${selector.replace(/^=/u, '')}]${gap}${indented(text, lead.slice(1) + furtherIndent)}`;
    });
    return `${head}${variants.join('')}${tail}`;
  },
};

function rawOf(piece: IcuPiece): string {
  return piece.kind === 'number' ? '' : piece.raw;
}

/** Indents the further lines of a text, so that they belong to its variant. */
function indented(text: string, indent: string): string {
  if (!text.includes('\n')) return text;
  let depth = 0;
  const lines = text.split('\n').map((line, index) => {
    const isInPlaceable = depth > 0;
    for (const char of line) {
      if (char === '{') depth += 1;
      else if (char === '}') depth -= 1;
    }
    if (index === 0 || line === '') return line;
    // Such a line would begin another variant, or an attribute.
    const content = isInPlaceable ? line : line.replace(/^[[*.]/u, (mark) => `{"${mark}"}`);
    return indent + content;
  });
  return lines.join('\n');
}

/**
 * Moves the words with which all texts of a plural begin or end out of it, as in `You have { $n -> … }`: a value that is
 * only a plural would be read as a string for each form, which its source is not.
 */
export function withCommonWordsOutside(pattern: string): string {
  const [choice, ...furtherNodes] = readFluentTree(pattern) ?? [];
  if (choice?.kind !== 'choice' || furtherNodes.length > 0 || !hasFormsOnly(choice)) return pattern;
  // Texts with a choice of their own are left as they are.
  if (choice.options.some(({ content }) => content.some(({ kind }) => kind === 'choice'))) return pattern;
  const words = choice.options.map(({ content }) => content.flatMap(wordsOf));
  const [onlyText, ...furtherTexts] = words;
  // The only form of a language, such as Japanese, needs no plural.
  if (onlyText !== undefined && furtherTexts.length === 0) return onlyText.join('');
  const shortest = Math.min(...words.map(({ length }) => length));
  const [first = []] = words;
  const isCommon = (index: number): boolean => words.every((text) => text.at(index) === first.at(index));
  let prefix = 0;
  while (prefix < shortest - 1 && isCommon(prefix)) prefix += 1;
  let suffix = 0;
  while (suffix < shortest - prefix - 1 && isCommon(-1 - suffix)) suffix += 1;
  // A variant neither begins nor ends with whitespace, which Fluent would drop.
  const isEdge = (index: number): boolean => words.every((text) => /^\S/u.test(text.at(index) ?? ''));
  while (prefix > 0 && !(isEdge(prefix) && /\s$/u.test(first[prefix - 1] ?? ''))) prefix -= 1;
  while (suffix > 0 && !(isEdge(-1 - suffix) && /^\s/u.test(first.at(-suffix) ?? ''))) suffix -= 1;
  if (prefix + suffix === 0) return pattern;
  const branches = choice.options.map((option, index) => {
    const text = words[index] ?? [];
    return { option, text: text.slice(prefix, text.length - suffix).join('') };
  });
  const before = first.slice(0, prefix).join('');
  const after = first.slice(first.length - suffix).join('');
  return before + fluentSyntax.writeChoice(choice, branches) + after;
}

/** Whether the variants of a choice are the forms of a plural, and no numbers. */
function hasFormsOnly({ type, options }: IcuChoice): boolean {
  return type !== 'select' && options.every(({ selector }) => !selector.startsWith('='));
}

/** Returns the words of a text, the whitespace between them, and its placeables. */
function wordsOf(node: IcuNode): readonly string[] {
  if (node.kind === 'choice') return [];
  if (node.kind === 'literal') return node.raw.split(/(\s+)/u).filter((part) => part !== '');
  return [rawOf(node)];
}
