import { present } from '../../base/present.ts';
import type { PluralCategory } from '../../formats/format.ts';
import { findPlaceholders } from '../findPlaceholders.ts';
import { escapeLiterals, type IcuPosition } from './icuQuoting.ts';
import { readIcuTree, type IcuChoice, type IcuNode, type IcuOption, type IcuPiece } from './icuTree.ts';
import type { ApostropheRule } from '../read/apostropheRule.ts';
import { categoryOrder } from '../read/icu.ts';
import type { IcuBranchKind } from '../read/placeholder.ts';

/** The plural categories that the messages of a language have. */
export interface IcuCategories {
  readonly cardinal: readonly PluralCategory[];
  readonly ordinal: readonly PluralCategory[];
  /** How the program reads apostrophes; default: as ICU does. */
  readonly apostrophes?: ApostropheRule | undefined;
  /** Returns how a plural with exact numbers differs; see `exactForms.ts`. */
  readonly exactForms?: (plural: IcuPluralHead) => IcuExactForms;
}

/** The kind of a plural and its selectors. */
export interface IcuPluralHead {
  readonly type: 'cardinal' | 'ordinal';
  readonly offset: number;
  readonly selectors: readonly string[];
}

/** How a plural with exact numbers differs from one with all categories of its language. */
export interface IcuExactForms {
  readonly omitted: readonly PluralCategory[];
  /** Categories of the source that are kept although the target language lacks them. */
  readonly kept: readonly PluralCategory[];
  /** Categories that replace an exact number, by its selector. */
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
  /** See `IcuCategories`. */
  readonly apostrophes?: ApostropheRule;
}

/** The choices around the branches. */
type IcuLayout =
  | { readonly kind: 'branch'; readonly branch: IcuBranch }
  | {
      readonly kind: 'choice';
      readonly choice: IcuChoice;
      /** The text around a choice that keeps its position. */
      readonly before: string;
      readonly after: string;
      readonly bodies: readonly { readonly option: IcuOption; readonly body: IcuLayout }[];
    };

/** A message with more branches than this is not split; the branches of several choices multiply. */
export const maxBranches = 40;

/**
 * Splits a message with plural, selectordinal or select arguments into the texts to be translated, in the plural
 * categories of the target language. If words, arguments or further choices are next to a choice, each branch is the
 * whole sentence, and the choice surrounds it. Returns undefined for a text that has no choice or is not a valid
 * message, and for one that cannot be split: it has too many branches, or a `#` that cannot be written in another
 * position.
 */
export function splitIcu(text: string, categories: IcuCategories): SplitMessage | undefined {
  if (!/,\s{0,40}(?:plural|select)/u.test(text)) return undefined;
  const { apostrophes } = categories;
  const nodes = readIcuTree(text, apostrophes);
  if (nodes?.some(isChoice) !== true || countChoices(nodes) > maxBranches) return undefined;
  const branches: IcuBranch[] = [];
  const layout = arrange(withCategories(nodes, categories), { ancestors: [], branches, apostrophes });
  return layout === undefined ? undefined : { branches, layout, ...present({ apostrophes }) };
}

/**
 * Returns the message with these texts, by branch id, and with the source's own text for missing ones. Undefined if the
 * result is not a message with the same choices, because braces or apostrophes in a text break it.
 */
export function joinIcu({ layout, apostrophes }: SplitMessage, texts: ReadonlyMap<string, string>): string | undefined {
  const joined = print(layout, texts);
  const nodes = readIcuTree(joined, apostrophes);
  return nodes !== undefined && shapeOf(nodes) === shapeOfLayout(layout) ? joined : undefined;
}

export function branchId(conditions: readonly Pick<IcuCondition, 'argument' | 'selector'>[]): string {
  return conditions.map(({ argument, selector }) => `${argument}:${selector}`).join(' ');
}

/** Returns a short name of a branch for a title: `few`, `female, =0`. */
export function branchLabel({ conditions = [] }: Partial<Pick<IcuBranch, 'conditions'>>): string {
  return conditions.map(({ selector }) => selector).join(', ');
}

function withCategories(nodes: readonly IcuNode[], categories: IcuCategories): readonly IcuNode[] {
  return nodes.map((node): IcuNode => {
    if (node.kind !== 'choice') return node;
    const options = node.type === 'select' ? node.options : optionsIn(node, node.type, categories);
    return {
      ...node,
      options: options.map((option) => ({ ...option, content: withCategories(option.content, categories) })),
    };
  });
}

function optionsIn(
  { offset, options }: IcuChoice,
  type: 'cardinal' | 'ordinal',
  categories: IcuCategories,
): readonly IcuOption[] {
  const selectors = options.map(({ selector }) => selector);
  const {
    omitted = [],
    kept = [],
    replaced = new Map<string, PluralCategory>(),
  } = categories.exactForms?.({ type, offset, selectors }) ?? {};
  const renamed = options.flatMap((option): readonly IcuOption[] => {
    const category = replaced.get(option.selector);
    if (category === undefined) return [option];
    // Without its number, the text of an exact number would be wrong for the category's other numbers.
    return selectors.includes(category) || !hasNumber(option.content) ? [] : [{ ...option, selector: category }];
  });
  return inCategories(renamed, [
    ...kept.filter((category) => selectors.includes(category) && !categories[type].includes(category)),
    ...categories[type].filter((category) => !omitted.includes(category)),
  ]);
}

function hasNumber(nodes: readonly IcuNode[]): boolean {
  return nodes.some(({ kind }) => kind !== 'literal');
}

/**
 * Returns a plural's branches: exact numbers are kept, categories become those of the language, in the order and with
 * the whitespace of the source.
 */
function inCategories(own: readonly IcuOption[], wanted: readonly string[]): readonly IcuOption[] {
  const options = own.filter(({ selector }) => !categoryOrder.includes(selector) || wanted.includes(selector));
  const other = own.find(({ selector }) => selector === 'other');
  const rank = (selector: string): number => categoryOrder.indexOf(selector);
  for (const selector of wanted) {
    if (other === undefined || options.some((option) => option.selector === selector)) continue;
    const at = options.findIndex((option) => rank(option.selector) > rank(selector));
    const follower = options[at] ?? other;
    if (at === 0) options[0] = { ...follower, lead: options[1]?.lead ?? follower.lead };
    options.splice(at < 0 ? options.length : at, 0, {
      lead: follower.lead,
      selector,
      gap: follower.gap,
      content: other.content,
      isAdded: true,
    });
  }
  return options;
}

interface Ancestor {
  readonly choice: IcuChoice;
  readonly option: IcuOption;
}

interface Surroundings {
  /** The choices around it, from the outermost to the innermost, and the selected branch of each. */
  readonly ancestors: readonly Ancestor[];
  /** All branches found so far; modified. */
  readonly branches: IcuBranch[];
  readonly apostrophes: ApostropheRule | undefined;
}

function arrange(content: readonly IcuNode[], surroundings: Surroundings): IcuLayout | undefined {
  const { ancestors, apostrophes } = surroundings;
  const nodes = withoutDecided(content, ancestors);
  const at = nodes.findIndex(isChoice);
  const choice = nodes[at];
  if (choice?.kind !== 'choice') return arrangeBranch(nodes.filter(isPiece), surroundings);

  const before = nodes.slice(0, at);
  const after = nodes.slice(at + 1);
  const isWhole = !isPartOfSentence([...before, ...after]);
  const bodies: { readonly option: IcuOption; readonly body: IcuLayout }[] = [];
  for (const option of choice.options) {
    const inside = isWhole ? option.content : [...before, ...option.content, ...after];
    const body = arrange(inside, { ...surroundings, ancestors: [...ancestors, { choice, option }] });
    if (body === undefined) return undefined;
    bodies.push({ option, body });
  }
  const [left, right] = isWhole
    ? [render(before.filter(isPiece), ancestors, apostrophes), render(after.filter(isPiece), ancestors, apostrophes)]
    : ['', ''];
  return left === undefined || right === undefined
    ? undefined
    : { kind: 'choice', choice, before: left, after: right, bodies };
}

function arrangeBranch(
  pieces: readonly IcuPiece[],
  { ancestors, branches, apostrophes }: Surroundings,
): IcuLayout | undefined {
  const text = render(pieces, ancestors, apostrophes);
  const inner = ancestors.at(-1);
  if (text === undefined || inner === undefined || branches.length === maxBranches) return undefined;
  const conditions = ancestors.map(({ choice: { argument, type, offset }, option: { selector } }) => ({
    argument,
    type,
    selector,
    offset,
  }));
  const pluralKind = inner.option.isAdded === true ? 'added-plural' : 'plural';
  const branch: IcuBranch = {
    id: branchId(conditions),
    text,
    conditions,
    kind: inner.choice.type === 'select' ? 'select' : pluralKind,
    isWordless: !/\p{L}/u.test(wordsOf(pieces)),
  };
  branches.push(branch);
  return { kind: 'branch', branch };
}

/**
 * Replaces a choice whose result the outer choices determine: in `one` of a plural, another plural of the same number
 * is `one` too.
 */
function withoutDecided(nodes: readonly IcuNode[], ancestors: readonly Ancestor[]): readonly IcuNode[] {
  return nodes.flatMap((node) => {
    const decided = node.kind === 'choice' ? decidedOption(node, ancestors) : undefined;
    if (node.kind !== 'choice' || decided === undefined) return [node];
    const { choice, option } = decided;
    return withoutDecided(
      option.content.map((inner) =>
        inner.kind === 'number' && inner.start === node.start ? { ...inner, start: choice.start } : inner,
      ),
      ancestors,
    );
  });
}

function decidedOption(choice: IcuChoice, ancestors: readonly Ancestor[]): Ancestor | undefined {
  for (const { choice: around, option: chosen } of ancestors) {
    const isSame =
      around.argument === choice.argument && around.type === choice.type && around.offset === choice.offset;
    const known = new Set(around.options.map(({ selector }) => selector));
    if (!isSame || choice.options.some(({ selector }) => !known.has(selector))) continue;
    const option = choice.options.find(({ selector }) => selector === chosen.selector);
    // The category of an exact number depends on the language; a word that a select does not have is its `other`.
    const otherwise =
      choice.type === 'select' ? choice.options.find(({ selector }) => selector === 'other') : undefined;
    const found = option ?? otherwise;
    if (found !== undefined) return { choice: around, option: found };
  }
  return undefined;
}

/**
 * Whether the content around a choice makes it part of a sentence: words, arguments or another choice, but not only
 * whitespace, punctuation and tags.
 */
function isPartOfSentence(nodes: readonly IcuNode[]): boolean {
  return nodes.some(isChoice) || /[\p{L}\uFFFC]/u.test(wordsOf(nodes.filter(isPiece)));
}

/** Returns the text without markup and addresses, with U+FFFC for each argument. */
function wordsOf(pieces: readonly IcuPiece[]): string {
  const text = pieces.map((piece) => (piece.kind === 'literal' ? piece.raw : '\uFFFC')).join('');
  let words = '';
  let from = 0;
  for (const { start, end } of findPlaceholders(text, ['url', 'tag', 'entity'])) {
    words += text.slice(from, start);
    from = end;
  }
  return words + text.slice(from);
}

/**
 * Returns the pieces in the form required in the innermost branch; undefined if a `#` would mean another number there.
 */
function render(
  pieces: readonly IcuPiece[],
  ancestors: readonly Ancestor[],
  apostrophes: ApostropheRule | undefined,
): string | undefined {
  const inner = ancestors.at(-1)?.choice;
  const innerPosition = inner?.type === 'select' ? 'select' : 'plural';
  const position: IcuPosition = inner === undefined ? 'top' : innerPosition;
  let result = '';
  let literals: { readonly raw: string; readonly position: IcuPosition }[] = [];
  const flush = (): void => {
    // Apostrophes of joined or moved pieces could quote each other's characters.
    const [only, ...more] = literals;
    result +=
      only?.position === position && more.length === 0 ? only.raw : escapeLiterals(literals, position, apostrophes);
    literals = [];
  };
  for (const piece of pieces) {
    if (piece.kind === 'literal') {
      literals.push(piece);
      continue;
    }
    flush();
    if (piece.kind === 'argument') result += piece.raw;
    else if (piece.start === inner?.start) result += '#';
    else if (piece.offset === 0) result += `{${piece.argument}, number}`;
    else return undefined;
  }
  flush();
  return result;
}

function print(layout: IcuLayout, texts: ReadonlyMap<string, string>): string {
  if (layout.kind === 'branch') return texts.get(layout.branch.id) ?? layout.branch.text;
  const { choice, before, after, bodies } = layout;
  const branches = bodies.map(
    ({ option: { lead, selector, gap }, body }) => `${lead}${selector}${gap}{${print(body, texts)}}`,
  );
  return `${before}${choice.head}${branches.join('')}${choice.tail}${after}`;
}

/** The choices of a message and their selectors, without its texts. */
function shapeOf(nodes: readonly IcuNode[]): string {
  const choices = nodes.filter(isChoice);
  return choices
    .map((choice) =>
      shapeOfChoice(
        choice,
        choice.options.map(({ selector, content }) => `${selector}(${shapeOf(content)})`),
      ),
    )
    .join('');
}

function shapeOfLayout(layout: IcuLayout): string {
  if (layout.kind === 'branch') return '';
  return shapeOfChoice(
    layout.choice,
    layout.bodies.map(({ option: { selector }, body }) => `${selector}(${shapeOfLayout(body)})`),
  );
}

function shapeOfChoice({ argument, type, offset }: IcuChoice, branches: readonly string[]): string {
  return `${argument} ${type} ${offset} ${branches.join(' ')};`;
}

function countChoices(nodes: readonly IcuNode[]): number {
  return nodes
    .filter(isChoice)
    .reduce((sum, { options }) => sum + options.reduce((inside, { content }) => inside + countChoices(content), 1), 0);
}

function isChoice(node: IcuNode): node is IcuChoice {
  return node.kind === 'choice';
}

function isPiece(node: IcuNode): node is IcuPiece {
  return node.kind !== 'choice';
}
