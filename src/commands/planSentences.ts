import * as l10n from '@vscode/l10n';
import { formatSize, localeName } from '../words/formatting.ts';
import { meaningSentences } from '../words/meaningSentences.ts';
import { plain } from '../words/plain.ts';
import { truncatedLines } from '../words/truncatedList.ts';
import { join, fromOutside, plural, sentences, type Words, words } from '../words/words.ts';
import { skipReason } from '../words/deliverySentences.ts';
import type { RefusedDocument } from '../orders/model/plan/refusedDocument.ts';
import { maxFileBytes } from '../service/interface/limits.ts';
import { fileLines } from './fileSentences.ts';
import { pluralLines } from './pluralSentences.ts';
import type { Plan } from '../orders/model/plan/plan.ts';

/** Returns "3 strings" or "2 documents". `count` is a number of jobs of the plan, which says of what kind they are. */
export function jobCountText({ jobs, refused }: Plan, count: number): Words {
  const isDocuments = refused !== undefined || jobs.some(({ document }) => document !== undefined);
  if (isDocuments) return plural(count, { one: l10n.t('{0} document'), other: l10n.t('{0} documents') });
  return plural(count, { one: l10n.t('{0} string'), other: l10n.t('{0} strings') });
}

/** Says why there is nothing to order, and which files are skipped. */
export function nothingToOrder(plan: Plan): Words {
  // A dialog shows the line breaks, a notification shows spaces instead.
  return join([nothingInFiles(plan), ...fileLines({ ...plan, jobs: [] })], '\n');
}

/** Returns the reason: nothing is missing, everything is on order, or all strings are skipped for other reasons. */
function nothingInFiles(plan: Plan): Words {
  const unread = plan.skipped.filter(({ reason }) => reason === 'not-read');
  // Whether these are missing is not known.
  const skipped = plan.skipped.filter(({ reason }) => reason !== 'not-read');
  if (skipped.every(({ reason }) => reason === 'unused-form'))
    return sentences(
      words(l10n.t('Nothing to translate: no strings are missing, and none have changed since they were ordered.')),
      ...skippedCounts({ ...plan, skipped: unread }).map((count) => words(l10n.t('{0}.'), count)),
      ...pluralLines(plan),
      ...sameAsSourceLines(plan),
    );
  if (skipped.every(({ reason }) => reason === 'in-flight'))
    return words(
      l10n.t('Everything that’s missing is already on order ({0}). The jobs are in the Human Translation view.'),
      jobCountText(plan, skipped.length),
    );
  const [firstCount = '', ...otherCounts] = skippedCounts(plan);
  const otherSentences = otherCounts.map((count) => words(l10n.t('{0}.'), count));
  return sentences(words(l10n.t('Nothing can be ordered. {0}.'), firstCount), ...otherSentences);
}

/** Says how many strings are ordered although they equal their source, and how many are not. */
export function sameAsSourceLines({ jobs, sourceLocale, sameAsSource = [] }: Plan): readonly Words[] {
  const sourceName = localeName(sourceLocale);
  const orderedCount = jobs.filter(({ reason }) => reason === 'same-as-source').length;
  const lines: Words[] = [];
  if (orderedCount > 0)
    lines.push(
      plural(
        orderedCount,
        {
          one: l10n.t('Includes {0} string whose translation is the same as in {1} and will be replaced.'),
          other: l10n.t('Includes {0} strings whose translations are the same as in {1} and will be replaced.'),
        },
        sourceName,
      ),
    );
  if (sameAsSource.length > 0)
    lines.push(
      plural(
        sameAsSource.length,
        {
          one: l10n.t('Not included: {0} string that is the same as in {1}. You can select it in the order wizard.'),
          other: l10n.t(
            'Not included: {0} strings that are the same as in {1}. You can select them in the order wizard.',
          ),
        },
        sourceName,
      ),
    );
  return lines;
}

/** Returns a line for each reason why units are skipped, with their number. */
export function skippedCounts(plan: Plan): readonly Words[] {
  const byReason = Map.groupBy(plan.skipped, ({ reason }) => reason);
  return [...byReason].map(([reason, units]) =>
    words(l10n.t('{0}: {1}'), skipReason(reason), jobCountText(plan, units.length)),
  );
}

/** The maximum number of documents that are named, so that the dialog fits the screen; the others are counted. */
const maxNamedDocuments = 8;

/** Names the documents that can't be ordered, each with the reason. */
export function refusedLines(plan: Pick<Plan, 'jobs' | 'refused'>): readonly Words[] {
  return [words(l10n.t('Skipped files:')), ...truncatedLines(refusedSentences(plan), maxNamedDocuments)];
}

/** Returns a sentence for each document that can't be ordered, with the reason. */
export function refusedSentences({ jobs, refused = [] }: Pick<Plan, 'jobs' | 'refused'>): readonly Words[] {
  const orderedFiles = new Set(jobs.flatMap(({ units }) => units.map(({ file }) => file)));
  // A document that is refused for the same reason in several languages is named once.
  const distinctSentences = new Map<string, Words>();
  for (const document of refused) {
    const sentence = refusalSentence(document, { isOrdered: orderedFiles.has(document.file) });
    distinctSentences.set(plain(sentence), sentence);
  }
  return [...distinctSentences.values()];
}

/** Says why a document can't be ordered. The locale is named if the document is ordered in other locales. */
function refusalSentence(
  { file, locale, reason, message = '', meaning, location }: RefusedDocument,
  { isOrdered }: { readonly isOrdered: boolean },
): Words {
  let name = fromOutside(file);
  if (locale !== undefined && isOrdered) name = words(l10n.t('{0} into {1}'), file, localeName(locale));
  switch (reason) {
    case 'empty':
      return words(l10n.t('{0} is empty.'), name);
    case 'binary':
      return words(l10n.t('{0} isn’t a document: it contains no text.'), name);
    case 'too-large':
      return words(l10n.t('{0} is larger than {1}.'), name, formatSize(maxFileBytes));
    case 'locale-file':
      return words(
        l10n.t('{0} is a locale file. “Order Locale File” orders only its missing and changed strings.'),
        name,
      );
    case 'not-found':
      return words(l10n.t('{0} no longer exists.'), name);
    case 'conflict-markers':
      return words(l10n.t('{0} has conflict markers of a merge. Resolve the conflict and try again.'), name);
    case 'unreadable':
      return words(l10n.t('{0} can’t be read: {1}'), name, message);
    case 'brackets':
      return sentences(
        words(
          l10n.t('{0} has triple brackets that are unclosed, unopened, or nested (line {1}, column {2}).'),
          name,
          location?.line ?? 1,
          location?.column ?? 1,
        ),
        words(l10n.t('The service doesn’t translate text in triple brackets.')),
      );
    case 'service':
      if (meaning !== undefined) return words(l10n.t('{0}: {1}'), name, meaningSentences[meaning]());
      if (message === '') return words(l10n.t('{0}: the service gave no reason.'), name);
      return words(l10n.t('{0}: the service says “{1}”.'), name, message);
  }
}

/** Says how many strings are sent with their usages in code. */
export function codeLines(plan: Plan): readonly Words[] {
  const jobsWithCode = plan.jobs.filter(({ codeDisclosure }) => codeDisclosure !== undefined);
  if (jobsWithCode.length === 0) return [];
  if (jobsWithCode.some(({ codeDisclosure }) => codeDisclosure === 'lines'))
    return [
      plural(jobsWithCode.length, {
        one: l10n.t('For {0} string, translators also see the lines of code that use it.'),
        other: l10n.t('For {0} strings, translators also see the lines of code that use them.'),
      }),
    ];
  return [
    plural(jobsWithCode.length, {
      one: l10n.t('For {0} string, translators also see the files and line numbers of its uses, but not the code.'),
      other: l10n.t(
        'For {0} strings, translators also see the files and line numbers of their uses, but not the code.',
      ),
    }),
  ];
}
