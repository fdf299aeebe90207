import * as l10n from '@vscode/l10n';
import { onlyItem } from '../../base/onlyItem.ts';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import { holdSentence } from '../../words/deliverySentences.ts';
import { localeName } from '../../words/formatting.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { plural, sentences, words, type Words } from '../../words/words.ts';

/** The maximum number of jobs named in a message. */
const maxNamedJobs = 5;

/** Says that approved translations were not delivered (held). For a single one, also says why. */
export function heldSentence(jobs: readonly Pick<TrackedJob, 'title' | 'targetLocale' | 'delivery'>[]): Words {
  const single = onlyItem(jobs);
  if (single?.delivery.kind === 'held')
    return sentences(
      words(l10n.t('The translation of “{0}” into {1} is approved.'), single.title, localeName(single.targetLocale)),
      holdSentence(single.delivery.reason),
    );
  const names = jobs.map(({ title, targetLocale }) => words(l10n.t('“{0}” ({1})'), title, localeName(targetLocale)));
  return plural(
    jobs.length,
    {
      one: l10n.t('{0} approved translation wasn’t delivered: {1}. The Human Translation view shows why.'),
      other: l10n.t('{0} approved translations weren’t delivered: {1}. The Human Translation view shows why.'),
    },
    truncatedList(names, maxNamedJobs),
  );
}
