import * as l10n from '@vscode/l10n';
import { withProgress } from '../../editor/shown/withProgress.ts';
import {
  inputText,
  pickOne,
  type PickItem,
  type StepPosition,
  type StepResult,
} from '../../editor/shown/quickInput.ts';
import { parseKeyPattern, type KeyPattern } from '../../orders/model/plan/keyPattern.ts';
import { fromOutside, type Words, words } from '../../words/words.ts';
import { hasKeys, withBranchChanges, withKeys } from '../scope/limitedScope.ts';
import type { OrderScope, UnitScope } from '../scope/orderScope.ts';

/** Which strings of its files an order has. */
type StringChoice = 'selected' | 'all' | 'branch' | 'keys';

/** Says which strings a scope has; undefined for a passage and documents, which are ordered as a whole. */
export function stringsText(scope: OrderScope): Words | undefined {
  if (scope.kind !== 'units') return undefined;
  const { limit } = scope;
  switch (choiceOf(scope)) {
    case 'selected':
      return words(l10n.t('selected in the editor'));
    case 'all':
      return words(l10n.t('all missing and changed ones'));
    case 'branch':
      return words(
        l10n.t('on this branch, compared with {0}'),
        fromOutside(limit?.kind === 'branch' ? limit.base : ''),
      );
    case 'keys':
      return words(l10n.t('keys like {0}'), fromOutside(limit?.kind === 'keys' ? limit.pattern.text : ''));
  }
}

function choiceOf({ selected, limit }: UnitScope): StringChoice {
  return selected === undefined ? (limit?.kind ?? 'all') : 'selected';
}

/**
 * Asks which strings of its files an order has. `firstScope` is the one with which the order began. Rejects with
 * BranchError if the strings of the branch are not known.
 */
export async function askStrings(
  scope: UnitScope,
  firstScope: UnitScope,
  position: StepPosition,
): Promise<StepResult<UnitScope>> {
  const answer = await pickOne({
    position,
    placeholder: words(l10n.t('Which strings?')),
    items: choices(firstScope),
    active: choiceOf(scope),
  });
  if (answer.kind !== 'answer') return answer;
  const whole = wholeScope(firstScope);
  switch (answer.value) {
    case 'selected':
      return { kind: 'answer', value: firstScope };
    case 'all':
      return { kind: 'answer', value: whole };
    case 'branch': {
      const value = await withProgress(words(l10n.t('Comparing with Git…')), (signal) =>
        withBranchChanges(whole, signal),
      );
      return { kind: 'answer', value };
    }
    case 'keys':
      return askKeys(scope, whole, position);
  }
}

function choices({ selected }: UnitScope): readonly PickItem<StringChoice>[] {
  const items: readonly PickItem<StringChoice>[] = [
    { label: words(l10n.t('All Missing and Changed Strings')), value: 'all' },
    {
      label: words(l10n.t('Strings of This Branch')),
      detail: words(l10n.t('Added or changed since the branch was made')),
      value: 'branch',
    },
    { label: words(l10n.t('Keys Like…')), detail: words(l10n.t('For example checkout.*, *.title')), value: 'keys' },
  ];
  if (selected === undefined) return items;
  return [{ label: words(l10n.t('Selected Strings')), value: 'selected' }, ...items];
}

/** Returns the missing and changed strings of all files of a scope. */
function wholeScope(scope: UnitScope): UnitScope {
  const { selected: _, ...whole } = scope.unlimited ?? scope;
  return whole;
}

/** Asks for patterns of keys. */
async function askKeys({ limit }: UnitScope, whole: UnitScope, position: StepPosition): Promise<StepResult<UnitScope>> {
  const problemOf = (text: string): Words | undefined => {
    const pattern = parseKeyPattern(text);
    return pattern === undefined || hasKeys(whole, pattern) ? undefined : noMatch(pattern);
  };
  const answer = await inputText({
    position,
    value: limit?.kind === 'keys' ? limit.pattern.text : '',
    prompt: words(l10n.t('Only keys like these, for example checkout.*, *.title. An empty text means all strings.')),
    placeholder: words(l10n.t('All strings')),
    validate: problemOf,
  });
  if (answer.kind !== 'answer') return answer;
  const pattern = parseKeyPattern(answer.value);
  return { kind: 'answer', value: pattern === undefined ? whole : withKeys(whole, pattern) };
}

function noMatch({ text }: KeyPattern): Words {
  return words(l10n.t('No key matches “{0}”. An asterisk matches any characters.'), text);
}
