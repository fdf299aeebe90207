import * as l10n from '@vscode/l10n';
import { pickMany, type StepPosition, type StepResult } from '../../editor/shown/quickInput.ts';
import { privateKindName, privateText } from '../../words/findingSentences.ts';
import { join, fromOutside, plural, type Words, words } from '../../words/words.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { jobCountText } from '../planSentences.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';
import type { PrivateValue } from '../../orders/spend/check/checkOrder.ts';

/** The maximum number of strings that are named for one value. */
const maxNamedStrings = 3;

/** Asks which private values may be sent. Nothing is selected that the user has not selected before. */
export async function askPrivateData(
  plan: Plan,
  values: readonly PrivateValue[],
  allowedTexts: ReadonlySet<string>,
  position: Pick<StepPosition, 'step' | 'totalSteps'>,
): Promise<StepResult<readonly PrivateValue[]>> {
  return pickMany<PrivateValue>({
    position: { ...position, title: words(l10n.t('Possible private data: select what may be sent')) },
    placeholder: words(l10n.t('Strings with unselected data are skipped')),
    items: values.map((value) => ({
      label: fromOutside(privateText(value.as, value.text)),
      description: privateKindName(value.as),
      detail: locationsText(plan, value),
      value,
    })),
    selected: ({ text }) => allowedTexts.has(text),
  });
}

/** Says where a private value was found: in the comment, in strings, or in the notes that are sent with strings. */
function locationsText(plan: Plan, { jobs, notes, inComment }: PrivateValue): Words {
  const titlesOf = (planned: Plan['jobs']): readonly string[] => [...new Set(planned.map(({ title }) => title))];
  const [jobTitles, noteTitles] = [titlesOf(jobs), titlesOf(notes)];
  const parts: Words[] = [];
  if (inComment) parts.push(words(l10n.t('in your comment, tone, or purpose')));
  if (jobTitles.length > 0)
    parts.push(
      words(l10n.t('in {0}: {1}'), jobCountText(plan, jobTitles.length), truncatedList(jobTitles, maxNamedStrings)),
    );
  if (noteTitles.length > 0)
    parts.push(
      plural(
        noteTitles.length,
        {
          one: l10n.t('in the note for {0} string (those lines are removed unless selected): {1}'),
          other: l10n.t('in the notes for {0} strings (those lines are removed unless selected): {1}'),
        },
        truncatedList(noteTitles, maxNamedStrings),
      ),
    );
  return join(parts, ' · ');
}
