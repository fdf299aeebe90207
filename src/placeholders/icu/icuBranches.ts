import type { PluralCategory } from '../../formats/format.ts';
import type { IcuChoice, IcuNode, IcuOption, IcuPiece } from '../choices/messageTree.ts';
import { icuSyntax, type ChoiceSyntax } from './icuSyntax.ts';
import type { ApostropheRule } from '../read/apostropheRule.ts';
import { categoryOrder } from '../read/icu.ts';
import { readMessage } from '../read/readMessage.ts';
import { replaceSpans } from '../read/replaceSpans.ts';
import type { IcuBranchKind } from '../read/placeholder.ts';

/** The plural categories that the messages of a language have. */
export interface IcuCategories {
  readonly cardinal: readonly PluralCategory[];
  readonly ordinal: readonly PluralCategory[];
  /** How the program reads apostrophes; default: as ICU does. */
  readonly apostrophes?: ApostropheRule | undefined;
  /** Returns how a plural with exact numbers differs; see `exactForms.ts`. */
  readonly exactForms?: (pluralHead: IcuPluralHead) => IcuExactForms;
}

/** The kind of a plural and its selectors. */
export interface IcuPluralHead {
  readonly type: 'cardinal' | 'ordinal';
  readonly offset: number;
  readonly selectors: readonly string[];
}

/** How a plural with exact numbers, such as `=1 {one file} other {# files}`, differs from one with all categories. */
export interface IcuExactForms {
  /** Categories of the target language that the exact numbers make unnecessary. */
  readonly omitted: readonly PluralCategory[];
  /** Categories of the source that are kept although the target language lacks them. */
  readonly kept: readonly PluralCategory[];
  /** Categories that replace an exact number, by its selector: `=1` → `one`. */
  readonly replaced: ReadonlyMap<string, PluralCategory>;
}

/** A condition for the use of a branch. */
export interface IcuCondition {
  readonly argument: string;
  readonly type: 'cardinal' | 'ordinal' | 'select';
  /** A plural category, `=0`, or a word of a select; `other` is everything else. */
  readonly selector: string;
  /** Subtracted from the number first. */
  readonly offset: number;
}

/** One text of a message, for one combination of its choices. */
export interface IcuBranch {
  /** Identifies the branch within its message, independent of its text: `count:few`, `gender:female count:=0`. */
  readonly id: string;
  /** As written between its braces. */
  readonly text: string;
  /** From the outermost choice to the innermost. */
  readonly conditions: readonly IcuCondition[];
  readonly kind: IcuBranchKind;
  /** Has no words, so nothing to translate. */
  readonly isWordless: boolean;
}

/** A message split into its branches, with the data to join them again. */
export interface SplitMessage {
  readonly branches: readonly IcuBranch[];
  readonly layout: IcuLayout;
  readonly syntax: ChoiceSyntax;
}

/** The choices around the branches. */
type IcuLayout =
  | { readonly kind: 'branch'; readonly branch: IcuBranch }
  | {
      readonly kind: 'choice';
      readonly choice: IcuChoice;
      /** The text around the choice; '' if it was moved into the branches. */
      readonly before: string;
      readonly after: string;
      readonly bodies: readonly { readonly option: IcuOption; readonly body: IcuLayout }[];
    };

/** A message with more branches than this is not split; the branches of several choices multiply. */
export const maxBranches = 40;

/**
 * Splits a message with plural, selectordinal or select arguments into the texts to be translated, in the plural
 * categories of the target language. If words, arguments or further choices are next to a choice, each branch is the
 * whole sentence, and the choice surrounds it: `You have {n, plural, one {# file} other {# files}}` has the branches
 * `You have # file` and `You have # files`. Returns undefined for a text that has no choice or is not a valid message,
 * and for one that cannot be split: it has too many branches, or a `#` that cannot be written in another position.
 */
export function splitIcu(text: string, categories: IcuCategories): SplitMessage | undefined {
  // `{n, plural, …}`, `{n, selectordinal, …}`, `{gender, select, …}`
  if (!/,\s{0,40}(?:plural|select)/u.test(text)) return undefined;
  const syntax = icuSyntax(categories.apostrophes);
  const nodes = syntax.read(text);
  return nodes && splitChoices(nodes, syntax, categories);
}

/**
 * Returns an ICU message with its sentences moved into the branches, as `joinBranches` writes its translations:
 * `You have {n, plural, …}` → `{n, plural, one {You have # file} …}`. Undefined for a text that `splitIcu` does not split.
 */
export function withSentencesInBranches(text: string): string | undefined {
  const syntax = icuSyntax();
  const nodes = syntax.read(text);
  if (nodes?.some(isChoice) !== true || countChoices(nodes) > maxBranches) return undefined;
  const layout = arrange(nodes, { ancestors: [], branches: [], syntax });
  return layout && print(layout, new Map(), syntax);
}

/** Splits a message of any syntax as `splitIcu` does. */
export function splitChoices(
  nodes: readonly IcuNode[],
  syntax: ChoiceSyntax,
  categories: IcuCategories,
): SplitMessage | undefined {
  if (!nodes.some(isChoice) || countChoices(nodes) > maxBranches) return undefined;
  const branches: IcuBranch[] = [];
  // This also fills `branches`.
  const layout = arrange(withCategories(nodes, categories), { ancestors: [], branches, syntax });
  return layout && { branches, layout, syntax };
}

/**
 * Returns the message with these texts, by branch id, and with the source's own text for missing ones. Undefined if the
 * result is not a message with the same choices, because braces or apostrophes in a text break it.
 */
export function joinBranches({ layout, syntax }: SplitMessage, texts: ReadonlyMap<string, string>): string | undefined {
  const joined = print(layout, texts, syntax);
  const nodes = syntax.read(joined);
  if (nodes === undefined || shapeOf(nodes) !== shapeOfLayout(layout)) return undefined;
  return joined;
}

export function branchId(conditions: readonly Pick<IcuCondition, 'argument' | 'selector'>[]): string {
  return conditions.map(({ argument, selector }) => `${argument}:${selector}`).join(' ');
}

/** Returns a short name of a branch for a title: `few`, `female, =0`. */
export function branchLabel({ conditions = [] }: Partial<Pick<IcuBranch, 'conditions'>>): string {
  return conditions.map(({ selector }) => selector).join(', ');
}

/** Replaces the branches of all plurals by those of the target language; see `inCategories`. */
function withCategories(nodes: readonly IcuNode[], categories: IcuCategories): readonly IcuNode[] {
  return nodes.map((node): IcuNode => {
    if (node.kind !== 'choice') return node;
    const sourceOptions = node.type === 'select' ? node.options : pluralOptions(node, node.type, categories);
    const options = sourceOptions.map((option) => ({ ...option, content: withCategories(option.content, categories) }));
    return { ...node, options };
  });
}

function pluralOptions(
  { offset, options }: IcuChoice,
  type: 'cardinal' | 'ordinal',
  categories: IcuCategories,
): readonly IcuOption[] {
  const selectors = options.map(({ selector }) => selector);
  const targetCategories = categories[type];
  const exactForms = categories.exactForms?.({ type, offset, selectors });
  if (exactForms === undefined) return inCategories(options, targetCategories);

  const renamedOptions: IcuOption[] = [];
  for (const option of options) {
    // `one` for `=1`.
    const category = exactForms.replaced.get(option.selector);
    if (category === undefined) {
      renamedOptions.push(option);
    } else if (!selectors.includes(category) && hasArgument(option.content)) {
      // `=1 {# file}` becomes `one {# file}`; `=1 {a file}` is dropped, as `one` may also be for 21.
      renamedOptions.push({ ...option, selector: category });
    }
  }
  const keptCategories = exactForms.kept.filter(
    (category) => selectors.includes(category) && !targetCategories.includes(category),
  );
  const neededCategories = targetCategories.filter((category) => !exactForms.omitted.includes(category));
  return inCategories(renamedOptions, [...keptCategories, ...neededCategories]);
}

/** Whether a branch shows its number or another argument. */
function hasArgument(nodes: readonly IcuNode[]): boolean {
  return nodes.some(({ kind }) => kind !== 'literal');
}

/**
 * Returns a plural's branches: exact numbers are kept, categories become those of the language, in the order and with
 * the whitespace of the source. For Polish, `=0 {} one {} other {}` becomes `=0 {} one {} few {} many {} other {}`.
 */
function inCategories(sourceOptions: readonly IcuOption[], categories: readonly string[]): readonly IcuOption[] {
  const options = sourceOptions.filter(
    ({ selector }) => !categoryOrder.includes(selector) || categories.includes(selector),
  );
  const otherOption = sourceOptions.find(({ selector }) => selector === 'other');
  if (otherOption === undefined) return options;
  // -1 for an exact number such as `=0`: categories are added after it.
  const rank = (selector: string): number => categoryOrder.indexOf(selector);
  for (const selector of categories) {
    if (options.some((option) => option.selector === selector)) continue;
    const followerIndex = options.findIndex((option) => rank(option.selector) > rank(selector));
    const whitespaceModel = options[followerIndex] ?? otherOption;
    const added: IcuOption = { ...whitespaceModel, selector, content: otherOption.content, isAdded: true };
    options.splice(followerIndex < 0 ? options.length : followerIndex, 0, added);
    // The added branch took the whitespace of the first one, which is now the second and gets that of the third.
    if (followerIndex === 0) options[1] = { ...whitespaceModel, lead: options[2]?.lead ?? whitespaceModel.lead };
  }
  return options;
}

/** A choice around a content, and the branch of the choice that the content is in. */
interface Ancestor {
  readonly choice: IcuChoice;
  readonly option: IcuOption;
}

interface Surroundings {
  /** From the outermost to the innermost. */
  readonly ancestors: readonly Ancestor[];
  /** All branches found so far; modified. */
  readonly branches: IcuBranch[];
  readonly syntax: ChoiceSyntax;
}

/** Returns the layout of a content, and adds its branches to `surroundings.branches`. */
function arrange(content: readonly IcuNode[], surroundings: Surroundings): IcuLayout | undefined {
  const { ancestors, syntax } = surroundings;
  const choicesAround = ancestors.map(({ choice }) => choice);
  const nodes = withoutDecided(content, ancestors);
  const choiceIndex = nodes.findIndex(isChoice);
  // Undefined if there is none (-1).
  const choice = nodes[choiceIndex];
  if (choice?.kind !== 'choice') return arrangeBranch(nodes.filter(isPiece), surroundings);

  const nodesBefore = nodes.slice(0, choiceIndex);
  const nodesAfter = nodes.slice(choiceIndex + 1);
  // Words next to the choice are moved into its branches: `You have {n, plural, one {# file}}` → `You have # file`.
  const isWholeSentence = !areSentenceParts([...nodesBefore, ...nodesAfter]);
  const bodies: { readonly option: IcuOption; readonly body: IcuLayout }[] = [];
  for (const option of choice.options) {
    const branchContent = isWholeSentence ? option.content : [...nodesBefore, ...option.content, ...nodesAfter];
    const body = arrange(branchContent, { ...surroundings, ancestors: [...ancestors, { choice, option }] });
    if (body === undefined) return undefined;
    bodies.push({ option, body });
  }

  if (!isWholeSentence) return { kind: 'choice', choice, before: '', after: '', bodies };
  const textBefore = syntax.writePieces(nodesBefore.filter(isPiece), choicesAround);
  const textAfter = syntax.writePieces(nodesAfter.filter(isPiece), choicesAround);
  if (textBefore === undefined || textAfter === undefined) return undefined;
  return { kind: 'choice', choice, before: textBefore, after: textAfter, bodies };
}

function arrangeBranch(
  pieces: readonly IcuPiece[],
  { ancestors, branches, syntax }: Surroundings,
): IcuLayout | undefined {
  const text = syntax.writePieces(
    pieces,
    ancestors.map(({ choice }) => choice),
  );
  const innermost = ancestors.at(-1);
  if (text === undefined || innermost === undefined || branches.length === maxBranches) return undefined;
  const conditions = ancestors.map(({ choice, option }): IcuCondition => {
    const { argument, type, offset } = choice;
    return { argument, type, selector: option.selector, offset };
  });
  const isWordless = !/\p{L}/u.test(wordsOf(pieces));
  const branch: IcuBranch = { id: branchId(conditions), text, conditions, kind: kindOf(innermost), isWordless };
  branches.push(branch);
  return { kind: 'branch', branch };
}

function kindOf({ choice, option }: Ancestor): IcuBranchKind {
  if (choice.type === 'select') return 'select';
  return option.isAdded === true ? 'added-plural' : 'plural';
}

/** Replaces choices that outer choices decide: in `one` of a plural, another plural of the same number is `one`. */
function withoutDecided(nodes: readonly IcuNode[], ancestors: readonly Ancestor[]): readonly IcuNode[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'choice') return [node];
    const decided = decidedOption(node, ancestors);
    if (decided === undefined) return [node];
    const { choice: outerChoice, option } = decided;
    // A `#` of the inner plural is now one of the outer plural.
    const content = option.content.map((innerNode) => {
      if (innerNode.kind !== 'number' || innerNode.start !== node.start) return innerNode;
      return { ...innerNode, start: outerChoice.start };
    });
    return withoutDecided(content, ancestors);
  });
}

/** Returns the branch of a choice that an outer choice decides, and the outer choice. */
function decidedOption(choice: IcuChoice, ancestors: readonly Ancestor[]): Ancestor | undefined {
  const { argument, type, offset, options } = choice;
  for (const { choice: outerChoice, option: outerOption } of ancestors) {
    const isSameArgument =
      outerChoice.argument === argument && outerChoice.type === type && outerChoice.offset === offset;
    const outerSelectors = new Set(outerChoice.options.map(({ selector }) => selector));
    // `=5` within `other` is not decided if the outer plural has no `=5`.
    if (!isSameArgument || options.some(({ selector }) => !outerSelectors.has(selector))) continue;
    let option = options.find(({ selector }) => selector === outerOption.selector);
    // A word that a select does not have is its default, such as `other`; the category of an exact number depends on the language.
    if (type === 'select') option ??= options.find(({ selector }) => selector === choice.defaultSelector);
    if (option !== undefined) return { choice: outerChoice, option };
  }
  return undefined;
}

/** Whether nodes around a choice make it part of a sentence: words, arguments or choices, not punctuation or tags. */
function areSentenceParts(nodes: readonly IcuNode[]): boolean {
  return nodes.some(isChoice) || /[\p{L}\uFFFC]/u.test(wordsOf(nodes.filter(isPiece)));
}

/** Returns the text without markup and addresses, with U+FFFC for each argument. */
function wordsOf(pieces: readonly IcuPiece[]): string {
  const textOf = (piece: IcuPiece): string =>
    piece.kind === 'literal' || piece.kind === 'foreign' ? piece.raw : '\uFFFC';
  const text = pieces.map(textOf).join('');
  return replaceSpans(text, readMessage(text, ['url', 'tag', 'entity']).placeholders, () => '');
}

function print(layout: IcuLayout, texts: ReadonlyMap<string, string>, syntax: ChoiceSyntax): string {
  if (layout.kind === 'branch') return texts.get(layout.branch.id) ?? layout.branch.text;
  const { choice, before, after, bodies } = layout;
  const branches = bodies.map(({ option, body }) => ({ option, text: print(body, texts, syntax) }));
  return before + syntax.writeChoice(choice, branches) + after;
}

/** Returns the choices of a message and their selectors, without its texts: `n cardinal 0 one() other();`. */
function shapeOf(nodes: readonly IcuNode[]): string {
  let shape = '';
  for (const choice of nodes.filter(isChoice)) {
    const branches = choice.options.map(({ selector, content }) => `${selector}(${shapeOf(content)})`);
    shape += shapeOfChoice(choice, branches);
  }
  return shape;
}

function shapeOfLayout(layout: IcuLayout): string {
  if (layout.kind === 'branch') return '';
  const branches = layout.bodies.map(({ option: { selector }, body }) => `${selector}(${shapeOfLayout(body)})`);
  return shapeOfChoice(layout.choice, branches);
}

function shapeOfChoice({ argument, type, offset }: IcuChoice, branches: readonly string[]): string {
  return `${argument} ${type} ${offset} ${branches.join(' ')};`;
}

function countChoices(nodes: readonly IcuNode[]): number {
  let count = 0;
  for (const { options } of nodes.filter(isChoice)) {
    count += 1;
    for (const { content } of options) count += countChoices(content);
  }
  return count;
}

function isChoice(node: IcuNode): node is IcuChoice {
  return node.kind === 'choice';
}

function isPiece(node: IcuNode): node is IcuPiece {
  return node.kind !== 'choice';
}
