import * as l10n from '@vscode/l10n';
import { formatSize, localeName } from '../words/formatting.ts';
import { meaningSentences } from '../words/meaningSentences.ts';
import { plain } from '../words/plain.ts';
import { truncatedLines } from '../words/truncatedList.ts';
import { join, outside, plural, sentences, type Words, words } from '../words/words.ts';
import { skipReason } from '../words/deliverySentences.ts';
import type { RefusedDocument } from '../orders/model/plan/refusedDocument.ts';
import { maxFileBytes } from '../service/interface/limits.ts';
import { fileLines } from './fileSentences.ts';
import { pluralLines } from './pluralSentences.ts';
import type { Plan, SkipReason } from '../orders/model/plan/plan.ts';

/** Returns "3 strings" or "2 documents": a number of the plan's jobs. */
export function jobCountText({ jobs, refused }: Plan, count: number): Words {
  const isDocuments = refused !== undefined || jobs.some(({ document }) => document !== undefined);
  if (isDocuments) return plural(count, { one: l10n.t('{0} document'), other: l10n.t('{0} documents') });
  return plural(count, { one: l10n.t('{0} string'), other: l10n.t('{0} strings') });
}

/** Says why there is nothing to order, and which files are skipped. */
export function nothingToOrder(plan: Plan): Words {
  // A notification has no lines of its own; a dialog does.
  return join([nothingInFiles(plan), ...fileLines({ ...plan, jobs: [] })], '\n');
}

function nothingInFiles(plan: Plan): Words {
  const { skipped } = plan;
  if (skipped.every(({ reason }) => reason === 'unused-form'))
    return sentences(
      words(l10n.t('Nothing to translate: no strings are missing, and none have changed since they were ordered.')),
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
  const source = localeName(sourceLocale);
  const ordered = jobs.filter(({ reason }) => reason === 'same-as-source').length;
  const lines: Words[] = [];
  if (ordered > 0)
    lines.push(
      plural(
        ordered,
        {
          one: l10n.t('Includes {0} string whose translation is the same as in {1} and will be replaced.'),
          other: l10n.t('Includes {0} strings whose translations are the same as in {1} and will be replaced.'),
        },
        source,
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
        source,
      ),
    );
  return lines;
}

/** Returns a line for each reason why units are skipped, with their number. */
export function skippedCounts(plan: Plan): readonly Words[] {
  const counts = new Map<SkipReason, number>();
  for (const { reason } of plan.skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => words(l10n.t('{0}: {1}'), skipReason(reason), jobCountText(plan, count)));
}

/** The maximum number of documents that are named, so that the dialog fits the screen; the others are counted. */
const maxNamedDocuments = 8;

/**
 * Names the documents that can't be ordered, each with the reason. The locale is named if the document is ordered in
 * other locales.
 */
export function refusedLines(plan: Pick<Plan, 'jobs' | 'refused'>): readonly Words[] {
  return [words(l10n.t('Skipped files:')), ...truncatedLines(refusedSentences(plan), maxNamedDocuments)];
}

/** Returns a sentence for each document that can't be ordered, with the reason. */
export function refusedSentences({ jobs, refused = [] }: Pick<Plan, 'jobs' | 'refused'>): readonly Words[] {
  const ordered = new Set(jobs.flatMap(({ units }) => units.map(({ file }) => file)));
  // A document that is refused for the same reason in several languages is named once.
  const sentences = new Map(
    refused
      .map((document) => refusalSentence(document, ordered.has(document.file)))
      .map((sentence) => [plain(sentence), sentence]),
  );
  return [...sentences.values()];
}

function refusalSentence(
  { file, locale, reason, message = '', meaning, location }: RefusedDocument,
  withLocale: boolean,
): Words {
  let name = outside(file);
  if (locale !== undefined && withLocale) name = words(l10n.t('{0} into {1}'), file, localeName(locale));
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
  const withCode = plan.jobs.filter(({ codeDisclosure }) => codeDisclosure !== undefined);
  if (withCode.length === 0) return [];
  if (withCode.some(({ codeDisclosure }) => codeDisclosure === 'lines'))
    return [
      plural(withCode.length, {
        one: l10n.t('For {0} string, translators also see the lines of code that use it.'),
        other: l10n.t('For {0} strings, translators also see the lines of code that use them.'),
      }),
    ];
  return [
    plural(withCode.length, {
      one: l10n.t('For {0} string, translators also see the files and line numbers of its uses, but not the code.'),
      other: l10n.t(
        'For {0} strings, translators also see the files and line numbers of their uses, but not the code.',
      ),
    }),
  ];
}
