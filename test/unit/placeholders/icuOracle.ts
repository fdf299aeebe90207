import { hoistSelectors } from '@formatjs/icu-messageformat-parser/manipulator.js';
import {
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { IcuCategories } from '../../../src/placeholders/icu/icuBranches.ts';

/** A syntax tree as plain data, without offsets, and with adjacent literals joined. */
export type Tree = readonly (string | Readonly<Record<string, unknown>>)[];

export interface Choice {
  readonly argument: string;
  readonly type: string;
  readonly offset: number;
  readonly options: Readonly<Record<string, Tree>>;
}

/** Parses a message with the public parser; returns undefined if the parser rejects it. */
export function parsed(message: string): readonly MessageFormatElement[] | undefined {
  try {
    return parse(message, { ignoreTag: true, shouldParseSkeletons: false });
  } catch {
    return undefined;
  }
}

/** Returns the tree with exactly the language's categories in each plural; missing ones are copied from `other`. */
export function inCategories(
  elements: readonly MessageFormatElement[],
  categories: IcuCategories,
): MessageFormatElement[] {
  const names = new Set<string>(['zero', 'one', 'two', 'few', 'many', 'other']);
  return elements.map((element) => {
    if (!isPluralElement(element) && !isSelectElement(element)) return element;
    const own = Object.entries(element.options);
    const wanted: readonly string[] = isPluralElement(element)
      ? categories[element.pluralType === 'ordinal' ? 'ordinal' : 'cardinal']
      : [];
    const kept = own.filter(([key]) => isSelectElement(element) || !names.has(key) || wanted.includes(key));
    const added = wanted
      .filter((key) => element.options[key] === undefined)
      .map((key) => [key, element.options['other']!] as const);
    return {
      ...element,
      options: Object.fromEntries(
        [...kept, ...added].map(([key, option]) => [key, { ...option, value: inCategories(option.value, categories) }]),
      ),
    };
  });
}

/** Returns the syntax tree as plain data, with the structure unchanged. */
export function treeOf(elements: readonly MessageFormatElement[], number = '#'): Tree {
  const tree: (string | Readonly<Record<string, unknown>>)[] = [];
  for (const element of elements) {
    if (isLiteralElement(element)) {
      const last = tree.at(-1);
      if (typeof last === 'string') tree[tree.length - 1] = last + element.value;
      else if (element.value !== '') tree.push(element.value);
    } else if (isPluralElement(element) || isSelectElement(element)) {
      tree.push({ ...choiceOf(element) });
    } else if (isPoundElement(element)) {
      tree.push(number === '#' ? { kind: 'number sign' } : { kind: 'number', value: number, style: null });
    } else {
      tree.push({
        kind: isNumberElement(element) ? 'number' : JSON.stringify(element.type),
        value: element.value,
        style: 'style' in element ? (element.style ?? null) : null,
      });
    }
  }
  return tree;
}

function choiceOf(element: Extract<MessageFormatElement, { readonly options: unknown }>): Choice {
  const isPlural = isPluralElement(element);
  const offset = isPlural ? element.offset : 0;
  // Without an offset, the number sign shows the argument.
  const number = isPlural && offset === 0 ? element.value : '#';
  return {
    argument: element.value,
    type: isPlural ? element.pluralType! : 'select',
    offset,
    options: Object.fromEntries(
      Object.entries(element.options).map(([key, { value }]) => [key, treeOf(value, number)]),
    ),
  };
}

/**
 * Returns the tree as rearranged by the parser's own `hoistSelectors`, without branches that enclosing ones exclude.
 */
export function sentences(elements: readonly MessageFormatElement[]): Tree {
  // Two files of the parser declare the same types separately.
  const hoisted = hoistSelectors(
    elements as unknown as Parameters<typeof hoistSelectors>[0],
  ) as unknown as readonly MessageFormatElement[];
  return withoutImpossible(treeOf(hoisted), []);
}

function withoutImpossible(tree: Tree, enclosing: readonly { readonly choice: Choice; readonly key: string }[]): Tree {
  const result = tree.flatMap((node): Tree => {
    if (!isChoice(node)) return [node];
    const decided = enclosing
      .map(({ choice, key }) => decidedBy(choice, key, node))
      .find((branch) => branch !== undefined);
    if (decided !== undefined) return withoutImpossible(decided, enclosing);
    const options = Object.entries(node.options).map(([key, branch]) => [
      key,
      withoutImpossible(branch, [...enclosing, { choice: node, key }]),
    ]);
    return [{ ...node, options: Object.fromEntries(options) as Choice['options'] }];
  });
  return result.reduce<(string | Readonly<Record<string, unknown>>)[]>((merged, node) => {
    const last = merged.at(-1);
    if (typeof node === 'string' && typeof last === 'string') merged[merged.length - 1] = last + node;
    else merged.push(node);
    return merged;
  }, []);
}

function decidedBy(enclosing: Choice, key: string, choice: Choice): Tree | undefined {
  const isSame =
    enclosing.argument === choice.argument && enclosing.type === choice.type && enclosing.offset === choice.offset;
  if (!isSame || Object.keys(choice.options).some((other) => !(other in enclosing.options))) return undefined;
  return choice.options[key] ?? (choice.type === 'select' ? choice.options['other'] : undefined);
}

function isChoice(node: unknown): node is Choice & Readonly<Record<string, unknown>> {
  return typeof node === 'object' && node !== null && 'options' in node;
}
