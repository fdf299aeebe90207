import type { IcuChoice, IcuNode } from './messageTree.ts';

/** A text that a message shows for certain values. */
export interface ShownText {
  readonly conditions: readonly Condition[];
  readonly text: string;
  /** The arguments in it, as written. */
  readonly values: readonly string[];
}

/** The branch that a choice selects. */
interface Condition {
  readonly choice: IcuChoice;
  readonly selector: string;
}

/** More than any message has; the texts of several choices multiply. */
const maxTexts = 200;

/** Returns all texts that a message can show; undefined if there are too many. */
export function shownTexts(nodes: readonly IcuNode[]): readonly ShownText[] | undefined {
  let texts: readonly ShownText[] = [{ conditions: [], text: '', values: [] }];
  for (const node of nodes) {
    if (node.kind === 'choice') {
      const textsInChoice = withChoice(texts, node);
      if (textsInChoice === undefined || textsInChoice.length > maxTexts) return undefined;
      texts = textsInChoice;
      continue;
    }
    const raw = node.kind === 'number' ? '#' : node.raw;
    const values = node.kind === 'argument' ? [raw] : [];
    texts = texts.map((text) => ({ ...text, text: text.text + raw, values: [...text.values, ...values] }));
  }
  return texts;
}

function withChoice(texts: readonly ShownText[], choice: IcuChoice): readonly ShownText[] | undefined {
  const result: ShownText[] = [];
  for (const { selector, content } of choice.options) {
    const textsOfBranch = shownTexts(content);
    if (textsOfBranch === undefined) return undefined;
    for (const branch of textsOfBranch) {
      const conditions = [{ choice, selector }, ...branch.conditions];
      for (const text of texts) {
        // A second choice by the same value is decided.
        if (contradicts(text.conditions, conditions)) continue;
        result.push({
          conditions: [...text.conditions, ...conditions],
          text: text.text + branch.text,
          values: [...text.values, ...branch.values],
        });
      }
    }
    if (result.length > maxTexts) return undefined;
  }
  return result;
}

function contradicts(conditions: readonly Condition[], further: readonly Condition[]): boolean {
  return further.some(({ choice, selector }) =>
    conditions.some(
      (condition) =>
        isSameChoice(condition.choice, choice) &&
        condition.selector !== selector &&
        hasSelector(condition.choice, selector),
    ),
  );
}

function isSameChoice(a: IcuChoice, b: IcuChoice): boolean {
  return a.argument === b.argument && a.type === b.type;
}

export function hasSelector({ options }: IcuChoice, selector: string): boolean {
  return options.some((option) => option.selector === selector);
}

/** Whether a text of the source is shown for values for which the translation shows a text. */
export function isCounterpart(sourceText: ShownText, text: ShownText): boolean {
  return sourceText.conditions.every(({ choice, selector }) => {
    // Several, if one choice decides only some branches of another by the same value.
    const conditions = text.conditions.filter((other) => isSameChoice(other.choice, choice));
    if (conditions.some((condition) => condition.selector === selector)) return true;
    const [condition] = conditions;
    // Without a plural of its own, the translation has one text for all numbers, as the default.
    if (condition === undefined) return choice.type === 'select' || selector === choice.defaultSelector;
    return selector === choice.defaultSelector && !hasSelector(choice, condition.selector);
  });
}
