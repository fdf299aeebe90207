import * as l10n from '@vscode/l10n';
import { failureOf } from '../../base/failureOf.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { layoutSettings } from '../../editor/settings.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { fileName } from '../../editor/fileName.ts';
import { projectFileOf } from '../../editor/workspace/projects.ts';
import { withoutIgnored } from '../../editor/workspace/withoutIgnored.ts';
import { undoDelivery } from '../../orders/deliver/deliver.ts';
import { deliverReused, type ReuseReport } from '../../orders/deliver/deliverReused.ts';
import type { ReusableString } from '../../orders/units/plan/projectReuse.ts';
import { searchReuse, type FoundReuse } from '../../orders/units/plan/searchReuse.ts';
import { readableId } from '../../formats/kit/unitId.ts';
import { localeName } from '../../words/formatting.ts';
import type { PickItem } from '../../editor/shown/quickInput.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { join, fromOutside, plural, type Words, words } from '../../words/words.ts';
import type { OpenedOrder } from '../scope/openedOrder.ts';
import { sourcesOf } from '../scope/scopePlan.ts';
import type { ProjectChoice, ReuseChoice } from './reuseChoice.ts';
import type { ChosenFile } from '../../orders/units/files/sourceDocument.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';

/**
 * Searches the projects of a plan for translations of its strings. Documents and passages have none. Rejects with the
 * signal's reason.
 */
export async function searchProject(
  services: Services,
  { scope, history }: OpenedOrder,
  plan: Plan,
): Promise<FoundReuse> {
  const sources = sourcesOf(scope);
  if (sources.length === 0) return { strings: [], uncheckedFiles: 0 };
  return withProgress(words(l10n.t('Searching for translations to reuse…')), (signal, report) =>
    searchReuse(
      { plan, sources, history, listFiles: () => listLocaleFiles(services, signal) },
      {
        signal,
        onProgress: (searched, total) => {
          report(words(l10n.t('{0} of {1}'), searched, total), 100 / total);
        },
      },
    ),
  );
}

export interface WrittenReuse {
  /** The strings that have a translation now. */
  readonly done: ReuseReport['done'];
  /** Shown with the price, one line each. */
  readonly notices: readonly Words[];
}

/** Writes the chosen translations to their files, and shows which files were written. Sends nothing. */
export async function writeTranslations(
  services: Services,
  { context, jobs }: Session,
  choices: readonly ProjectChoice[],
): Promise<WrittenReuse> {
  if (choices.length === 0) return { done: [], notices: [] };
  const pendingValues = choices.flatMap(({ string, translation }) =>
    string.units.map((unit) => ({ unit, text: translation.text })),
  );
  const result = await deliverReused(context, pendingValues);
  for (const { unit, reason } of result.held)
    services.messages.log(`${unit.key} in ${unit.targetFile}: the translation was not reused (${reason}).`);
  await jobs.reload();
  if (result.written.length > 0) notifyReuse(services, result);
  return { done: result.done, notices: resultLines(result) };
}

/** Lists strings by locale and, below them, those with different translations, with a row for each translation. */
export function projectItems(strings: readonly ReusableString[]): readonly PickItem<ReuseChoice>[] {
  const byLocale = Map.groupBy(strings.filter(isUnambiguous), ({ locale }) => locale);
  const conflicts = strings.filter((string) => !isUnambiguous(string));
  const items: PickItem<ReuseChoice>[] = [];
  for (const [locale, stringsOfLocale] of byLocale) {
    items.push({ label: words(l10n.t('In this project · {0}'), localeName(locale)) });
    for (const string of stringsOfLocale)
      items.push(toItem({ kind: 'project', string, translation: string.translations[0] }));
  }
  if (conflicts.length > 0)
    items.push({ label: words(l10n.t('Different translations: choose one, or order the string')) });
  for (const [index, string] of conflicts.entries())
    for (const translation of string.translations)
      items.push(toItem({ kind: 'project', string, translation, conflict: `string ${index}` }));
  return items;
}

function isUnambiguous({ translations }: ReusableString): boolean {
  return translations.length === 1;
}

/** The maximum length of a text in a row. */
const maxTextCharacters = 300;
/** The maximum number of strings named in a row. */
const maxNamed = 2;

/** "Save" · save in de.json · “Speichern” from toolbar.save in de.json */
function toItem(choice: ProjectChoice): PickItem<ReuseChoice> {
  const { sourceText, locale, units, hasValue } = choice.string;
  const { text, locations } = choice.translation;
  const isInConflict = choice.conflict !== undefined;
  const project = units[0]?.project ?? '';
  const stringNames = truncatedList(
    units.map(({ key, targetFile }) => locationName(project, { key, file: targetFile })),
    maxNamed,
  );
  const translationNames = truncatedList(
    locations.map((location) => locationName(project, location)),
    maxNamed,
  );
  const details = [words(l10n.t('“{0}” from {1}'), fromOutside(text, maxTextCharacters), translationNames)];
  if (hasValue) details.push(words(l10n.t('replaces the present translation')));
  return {
    label: fromOutside(sourceText, maxTextCharacters),
    // Conflicts are not listed by locale.
    description: isInConflict ? join([fromOutside(localeName(locale)), stringNames], ' · ') : stringNames,
    detail: join(details, ' · '),
    value: choice,
  };
}

function locationName(project: string, { key, file }: { readonly key: string; readonly file: string }): Words {
  return words(l10n.t('{0} in {1}'), readableId(key), fileName(project, file));
}

/** Lists the locale files of all open folders, except those that git ignores: a build copies translations there. */
async function listLocaleFiles({ localeFiles }: Services, signal: AbortSignal): Promise<readonly ChosenFile[]> {
  const allUris = await localeFiles.find(signal);
  const { notIgnored } = await withoutIgnored(allUris, signal);
  // If git ignores all files, it ignores the whole folder, which says nothing about single files.
  const uris = notIgnored.length > 0 ? notIgnored : allUris;
  return uris.flatMap((uri) => {
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
    // An error in one file doesn't prevent the others from being undone.
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

/** Says how many strings of a quote could reuse translations. */
export function reusableLines({ strings }: FoundReuse): readonly Words[] {
  const count = strings.filter(isUnambiguous).reduce((sum, { units }) => sum + units.length, 0);
  if (count === 0) return [];
  return [
    plural(count, {
      one: l10n.t('{0} string could reuse a translation of this project for free.'),
      other: l10n.t('{0} strings could reuse translations of this project for free.'),
    }),
  ];
}

/** Says how many locale files could not be searched. */
export function uncheckedLines({ uncheckedFiles }: FoundReuse): readonly Words[] {
  if (uncheckedFiles === 0) return [];
  return [
    plural(uncheckedFiles, {
      one: l10n.t('{0} locale file was not checked for translations to reuse.'),
      other: l10n.t('{0} locale files were not checked for translations to reuse.'),
    }),
  ];
}

/** Says which strings are not ordered any longer, and which still are. */
function resultLines({ done, held }: ReuseReport): readonly Words[] {
  const lines: Words[] = [];
  if (done.length > 0)
    lines.push(
      plural(done.length, {
        one: l10n.t('{0} string is not ordered, because it reuses a translation of this project.'),
        other: l10n.t('{0} strings are not ordered, because they reuse translations of this project.'),
      }),
    );
  if (held.length > 0)
    lines.push(
      plural(held.length, {
        one: l10n.t('{0} translation could not be written, so its string is ordered. The log has the details.'),
        other: l10n.t('{0} translations could not be written, so their strings are ordered. The log has the details.'),
      }),
    );
  return lines;
}
