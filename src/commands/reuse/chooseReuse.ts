import * as l10n from '@vscode/l10n';
import { pickMany, type PickItem } from '../../editor/shown/quickInput.ts';
import { words } from '../../words/words.ts';
import type { ReuseChoice } from './reuseChoice.ts';

/**
 * Asks what to reuse instead of buying it. The safe choice is selected at first, so that Enter goes on: translations of
 * the project if the string has no value and only one translation, everything that was approved before, and the
 * translations that are on order. Returns undefined if the user cancels.
 */
export async function chooseReuse(
  items: readonly PickItem<ReuseChoice>[],
): Promise<readonly ReuseChoice[] | undefined> {
  const result = await pickMany<ReuseChoice>({
    position: { title: words(l10n.t('Reuse existing translations for free?')), step: 1, totalSteps: 1 },
    placeholder: words(l10n.t('Strings you don’t select are ordered')),
    items,
    selected: isSafe,
    exclusive: exclusiveGroup,
  });
  return result.kind === 'answer' ? result.value : undefined;
}

function isSafe(choice: ReuseChoice): boolean {
  switch (choice.kind) {
    case 'project':
      return choice.conflict === undefined && !choice.string.hasValue;
    case 'approved':
      return true;
    case 'onOrder':
      return choice.answer === 'use';
  }
}

/** Names the rows of which at most one can be selected. */
function exclusiveGroup(choice: ReuseChoice): string | undefined {
  switch (choice.kind) {
    case 'project':
      return choice.conflict;
    case 'approved':
      return undefined;
    case 'onOrder':
      return choice.onOrder;
  }
}
