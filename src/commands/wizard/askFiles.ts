import * as l10n from '@vscode/l10n';
import { fileName } from '../../editor/fileName.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { pickMany, type PickItem, type StepPosition, type StepResult } from '../../editor/shown/quickInput.ts';
import type { SourceFile } from '../../orders/units/files/localeFile.ts';
import type { TranslationGaps } from '../../orders/units/gaps/translationGaps.ts';
import { localeName } from '../../words/formatting.ts';
import { join, fromOutside, plural, type Words, words } from '../../words/words.ts';

/** A file that can be ordered, with the number of its units to order into each selected locale. */
export interface FileChoice {
  readonly source: SourceFile;
  /** In the order in which the locales were selected. The number is undefined if the target can't be read. */
  readonly counts: readonly { readonly locale: string; readonly unitCount: number | undefined }[];
}

/** Reads the translations into these locales, and then returns `fileChoices`. */
export async function countInFiles(gaps: TranslationGaps, locales: readonly string[]): Promise<readonly FileChoice[]> {
  await withProgress(words(l10n.t('Reading files…')), (signal, report) =>
    gaps.drafts.load(locales, signal, (drafted, total) => {
      report(words(l10n.t('{0} of {1}'), drafted, total), 100 / total);
    }),
  );
  return fileChoices(gaps, locales);
}

/** Returns the files with the numbers of their units to order. Their translations must have been read. */
export function fileChoices({ sources, drafts }: TranslationGaps, locales: readonly string[]): readonly FileChoice[] {
  return sources.map((source) => ({
    source,
    counts: locales.map((locale) => ({ locale, unitCount: drafts.countIn(source, locale) })),
  }));
}

/** Asks which files to order; all of them are selected at first. */
export async function askFiles({
  position,
  choices,
  excluded,
}: {
  readonly position: StepPosition;
  readonly choices: readonly FileChoice[];
  /** Files that were not selected before the user went back. */
  readonly excluded: ReadonlySet<SourceFile>;
}): Promise<StepResult<readonly SourceFile[]>> {
  return pickMany<SourceFile>({
    position,
    placeholder: selectPrompt(choices),
    items: choices.map((choice): PickItem<SourceFile> => ({
      label: fromOutside(fileName(choice.source.project.id, choice.source.path)),
      description: stringCount(totalOf(choice)),
      detail: countsText(choice),
      value: choice.source,
    })),
    selected: (source) => !excluded.has(source),
    emptyHint: words(l10n.t('Select at least one file, then press Enter')),
  });
}

/** "Select what to translate: 3 files, 12 strings" */
function selectPrompt(choices: readonly FileChoice[]): Words {
  const totalCount = choices.reduce((sum, choice) => sum + totalOf(choice), 0);
  return plural(
    choices.length,
    {
      one: l10n.t('Select what to translate: {0} file, {1}'),
      other: l10n.t('Select what to translate: {0} files, {1}'),
    },
    stringCount(totalCount),
  );
}

function totalOf({ counts }: FileChoice): number {
  return counts.reduce((sum, { unitCount = 0 }) => sum + unitCount, 0);
}

function stringCount(count: number): Words {
  return plural(count, { one: l10n.t('{0} string'), other: l10n.t('{0} strings') });
}

/** Lists the locales, each with its number of strings: "German: 12 · Japanese: can’t be read". */
function countsText({ counts }: FileChoice): Words {
  const parts = counts.map(({ locale, unitCount }) => {
    if (unitCount === undefined) return words(l10n.t('{0}: can’t be read'), localeName(locale));
    return words(l10n.t('{0}: {1}'), localeName(locale), unitCount);
  });
  return join(parts, ' · ');
}
