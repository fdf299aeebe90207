import * as l10n from '@vscode/l10n';
import { pickMany, type PickItem } from '../../editor/shown/quickInput.ts';
import { words } from '../../words/words.ts';
import type { ReuseChoice } from './reuseChoice.ts';

/** Asks what to reuse instead of buying it; safe choices are selected at first. Undefined if the user cancels. */
export async function chooseReuse(
  items: readonly PickItem<ReuseChoice>[],
): Promise<readonly ReuseChoice[] | undefined> {
  const result = await pickMany<ReuseChoice>({
    position: { title: words(l10n.t('Reuse existing translations for free?')), step: 1, totalSteps: 1 },
    placeholder: words(l10n.t('Strings you don’t select are ordered')),
    items,
    selected: isSafe,
    exclusiveGroupOf: exclusiveGroup,
  });
  return result.kind === 'answer' ? result.value : undefined;
}

/** Whether a translation can be reused without a decision of the user. */
function isSafe(choice: ReuseChoice): boolean {
  switch (choice.kind) {
    // The string has only one translation, which replaces nothing.
    case 'project':
      return choice.conflict === undefined && !choice.string.hasValue;
    case 'approved':
      return true;
    case 'onOrder':
      return choice.answer === 'use';
  }
}

/** Returns the name of the group of rows of which at most one can be selected; undefined if all of them can. */
function exclusiveGroup(choice: ReuseChoice): string | undefined {
  switch (choice.kind) {
    case 'project':
      return choice.conflict;
    case 'approved':
      return undefined;
    case 'onOrder':
      return choice.orderKind;
  }
}
