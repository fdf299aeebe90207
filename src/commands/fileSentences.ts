import * as l10n from '@vscode/l10n';
import { fileName } from '../editor/fileName.ts';
import { RefusedFileError } from '../orders/model/errors/refusedFileError.ts';
import type { SkippedFile } from '../orders/model/plan/skippedFile.ts';
import { errorSentence } from '../words/errorSentence.ts';
import { skippedKey } from '../words/deliverySentences.ts';
import { localeName } from '../words/formatting.ts';
import { sourceSentence } from '../words/reasonSentences.ts';
import { truncatedLines } from '../words/truncatedList.ts';
import { listed, fromOutside, plural, type Words, words } from '../words/words.ts';
import type { Plan, PlannedJob, SkippedUnit } from '../orders/model/plan/plan.ts';

/** The maximum number of skipped files that are named, so that a dialog fits the screen; the others are counted. */
const maxNamedFiles = 8;

/**
 * Says how many files an order of several files is for, which files are skipped, and which locales can't be ordered, with
 * the reasons.
 */
export function fileLines(plan: Pick<Plan, 'jobs' | 'skippedFiles' | 'failedLocales'>): readonly Words[] {
  const { jobs, skippedFiles } = plan;
  const localeLines = failedLocaleLines(plan);
  // Absent for an order of one file.
  if (skippedFiles === undefined) return localeLines;
  const lines = [...skippedFileLines(skippedFiles), ...localeLines];
  if (jobs.length === 0) return lines;
  const files = plural(filesOf(jobs).length, { one: l10n.t('From {0} file'), other: l10n.t('From {0} files') });
  return [files, ...lines];
}

/** Says why locales can't be ordered, although others can. */
export function failedLocaleLines({ failedLocales = [] }: Pick<Plan, 'failedLocales'>): readonly Words[] {
  return failedLocales.map(({ error }) => errorSentence(error));
}

/** Names the skipped files, each with the reason. */
function skippedFileLines(skippedFiles: readonly SkippedFile[]): readonly Words[] {
  if (skippedFiles.length === 0) return [];
  const heading = plural(skippedFiles.length, {
    one: l10n.t('{0} file is skipped:'),
    other: l10n.t('{0} files are skipped:'),
  });
  return [heading, ...truncatedLines(skippedFiles.map(skippedFileSentence), maxNamedFiles)];
}

/** Names a skipped file, with the reason. */
export function skippedFileSentence(skipped: SkippedFile): Words {
  const name = fileName(skipped.file.project, skipped.file.path);
  switch (skipped.reason) {
    case 'unreadable': {
      const reason = errorSentence(skipped.error);
      const reasonNamesFile = skipped.error instanceof RefusedFileError && skipped.error.path === skipped.file.path;
      if (reasonNamesFile) return reason;
      return words(l10n.t('{0}: {1}'), name, reason);
    }
    case 'not-found':
      return words(l10n.t('{0} no longer exists.'), name);
    case 'other-source':
      return words(
        l10n.t('{0} is in {1}, and an order has one source language. Order it with “Order Locale File”.'),
        name,
        localeName(skipped.locale),
      );
    case 'source-unknown':
    case 'second-source':
    case 'no-locale':
      return sourceSentence(skipped, (path) => fromOutside(fileName(skipped.file.project, path)));
  }
}

/** Returns the key of a skipped string for people, with its file if the order is for several. */
export function skippedName({ key, file, notRead }: Pick<SkippedUnit, 'key' | 'file' | 'notRead'>): Words {
  const name = skippedKey(key, notRead?.line);
  if (file === undefined) return name;
  return words(l10n.t('{0}: {1}'), fileName(file.project, file.path), name);
}

/** Names the files of jobs and their locales: "locales/cart.json (German, French)". */
export function jobFileNames(jobs: readonly PlannedJob[]): readonly Words[] {
  return filesOf(jobs).map(({ name, locales }) =>
    words(l10n.t('{0} ({1})'), name, listed([...locales].map(localeName))),
  );
}

/** Returns the source files of jobs, each with the locales into which it is ordered. */
function filesOf(
  jobs: readonly PlannedJob[],
): readonly { readonly name: string; readonly locales: ReadonlySet<string> }[] {
  const byFile = Map.groupBy(
    jobs.flatMap(({ units }) => units),
    ({ project, file }) => JSON.stringify([project, file]),
  );
  return [...byFile.values()].flatMap((units) => {
    const [unit] = units;
    if (unit === undefined) return [];
    return [{ name: fileName(unit.project, unit.file), locales: new Set(units.map(({ locale }) => locale)) }];
  });
}
