import * as l10n from '@vscode/l10n';
import { failureOf } from '../../base/failureOf.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { layoutSettings } from '../../editor/settings.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { fileName } from '../../editor/fileName.ts';
import { projectFileOf } from '../../editor/workspace/projects.ts';
import { withoutIgnored } from '../../editor/workspace/withoutIgnored.ts';
import { undoDelivery } from '../../orders/deliver/deliver.ts';
import { deliverReused, type ReuseReport } from '../../orders/deliver/deliverReused.ts';
import type { SourceFile } from '../../orders/units/files/localeFile.ts';
import type { ChosenFile } from '../../orders/units/files/openSources.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import type { Plan } from '../../orders/units/plan/plan.ts';
import { withoutStrings } from '../../orders/units/plan/projectReuse.ts';
import { searchReuse, type FoundReuse } from '../../orders/units/plan/searchReuse.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { plural, type Words, words } from '../../words/words.ts';
import { chooseReuse } from './chooseReuse.ts';

/** A plan, and what is needed to find translations for it in its projects. */
export interface ReuseInputs {
  readonly plan: Plan;
  /** The files of the plan; none for documents and passages, which have no translations elsewhere. */
  readonly sources: readonly SourceFile[];
  readonly history: PlanHistory;
  /** For a quote, nothing is asked and nothing is written. */
  readonly purpose: 'quote' | 'order';
}

export interface ProjectReuse {
  /** The plan without the strings that have a translation now. */
  readonly plan: Plan;
  /** Whether translations were written, which has been shown. */
  readonly isWritten: boolean;
  /** Shown with the price, one line each. */
  readonly notices: readonly Words[];
}

/**
 * Finds strings of a plan that have translations elsewhere in their projects, asks which of them to reuse, and writes
 * these at once. Sends nothing. Returns undefined if the user cancels; then nothing was written.
 */
export async function offerProjectReuse(
  services: Services,
  session: Session,
  { plan, sources, history, purpose }: ReuseInputs,
): Promise<ProjectReuse | undefined> {
  if (plan.jobs.length === 0 || sources.length === 0) return { plan, isWritten: false, notices: [] };
  const found = await withProgress(words(l10n.t('Searching for translations to reuse…')), (signal, report) =>
    searchReuse(
      { plan, sources, history, listFiles: () => localeFiles(services, signal) },
      {
        signal,
        onProgress: (searched, total) => {
          report(words(l10n.t('{0} of {1}'), searched, total), 100 / total);
        },
      },
    ),
  );
  const unchecked = uncheckedLines(found);
  if (purpose === 'quote') return { plan, isWritten: false, notices: [...reusableLines(found), ...unchecked] };
  const chosen = found.strings.length === 0 ? [] : await chooseReuse(found.strings);
  if (chosen === undefined) return undefined;
  if (chosen.length === 0) return { plan, isWritten: false, notices: unchecked };
  const result = await deliverReused(
    session.context,
    chosen.flatMap(({ units, text }) => units.map((unit) => ({ unit, text }))),
  );
  for (const { unit, reason } of result.held)
    services.messages.log(`${unit.key} in ${unit.targetFile}: the translation was not reused (${reason}).`);
  await session.jobs.reload();
  if (result.written.length > 0) notifyReuse(services, result);
  return {
    plan: withoutStrings(plan, result.done),
    isWritten: result.written.length > 0,
    notices: [...resultLines(result), ...unchecked],
  };
}

/** Lists the locale files of all open folders, except those that git ignores: a build copies translations there. */
async function localeFiles({ localeFiles: index }: Services, signal: AbortSignal): Promise<readonly ChosenFile[]> {
  const found = await index.find(signal);
  const { kept } = await withoutIgnored(found, signal);
  // If git ignores the whole folder, that says nothing about its files.
  return (kept.length > 0 ? kept : found).flatMap((uri) => {
    const file = projectFileOf(uri);
    return file === undefined ? [] : [{ ...file, settings: layoutSettings(uri), isSelected: false }];
  });
}

/** The maximum number of files named in a message. */
const maxNamedFiles = 5;

/** Shows which files were written, with a button that undoes all of it. */
function notifyReuse(services: Services, { written, done }: ReuseReport): void {
  const undo = words(l10n.t('Undo'));
  const files = truncatedList(
    written.map(({ project, file }) => fileName(project, file)),
    maxNamedFiles,
  );
  const message = plural(
    done.length,
    {
      one: l10n.t('Reused {0} translation of this project in {1}. Nothing was sent.'),
      other: l10n.t('Reused {0} translations of this project in {1}. Nothing was sent.'),
    },
    files,
  );
  void showInformation(message, undo).then(async (answer) => {
    if (answer !== undo) return;
    // The window may have another session by now.
    const { context, jobs } = await services.sessions.open();
    await context.journal.sync();
    const failures: unknown[] = [];
    for (const { deliveryId } of written) {
      const failure = await failureOf(async () => {
        await undoDelivery(context, deliveryId);
      });
      if (failure !== undefined) failures.push(failure.error);
    }
    await jobs.reload();
    if (failures.length === 0)
      void showInformation(words(l10n.t('The reused translations were removed from {0}.'), files));
    else await services.messages.error(failures[0]);
  });
}

function reusableLines({ strings }: FoundReuse): readonly Words[] {
  const count = strings
    .filter(({ translations }) => translations.length === 1)
    .reduce((sum, { units }) => sum + units.length, 0);
  return count === 0
    ? []
    : [
        plural(count, {
          one: l10n.t('{0} string could reuse a translation of this project for free.'),
          other: l10n.t('{0} strings could reuse translations of this project for free.'),
        }),
      ];
}

function uncheckedLines({ uncheckedFiles }: FoundReuse): readonly Words[] {
  return uncheckedFiles === 0
    ? []
    : [
        plural(uncheckedFiles, {
          one: l10n.t('{0} locale file was not checked for translations to reuse.'),
          other: l10n.t('{0} locale files were not checked for translations to reuse.'),
        }),
      ];
}

function resultLines({ done, held }: ReuseReport): readonly Words[] {
  return [
    ...(done.length === 0
      ? []
      : [
          plural(done.length, {
            one: l10n.t('{0} string is not ordered, because it reuses a translation of this project.'),
            other: l10n.t('{0} strings are not ordered, because they reuse translations of this project.'),
          }),
        ]),
    ...(held.length === 0
      ? []
      : [
          plural(held.length, {
            one: l10n.t('{0} translation could not be written, so its string is ordered. The log has the details.'),
            other: l10n.t(
              '{0} translations could not be written, so their strings are ordered. The log has the details.',
            ),
          }),
        ]),
  ];
}
