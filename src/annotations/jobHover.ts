import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isSameLocale } from '../base/locale.ts';
import { present } from '../base/present.ts';
import type { CommandId, JobArgument } from '../editor/commandIds.ts';
import { readAnnotationSettings } from '../editor/settings.ts';
import { hover, type ShownCommand } from '../editor/shown/inEditors.ts';
import { targetUnitOf } from '../formats/targetUnit.ts';
import { keySpan, unitsBetween } from '../formats/touchedUnits.ts';
import { sourceUnitOf } from '../orders/model/sourceUnit.ts';
import { actionsFor, hasErrors, type TrackedJob } from '../orders/model/trackedJob.ts';
import { words, type Words } from '../words/words.ts';
import { hoverCharacters, hoverLines } from './annotationSentences.ts';
import type { JobsOfStrings } from './jobsOfStrings.ts';
import type { LocaleFileReader } from './localeFileReader.ts';
import { offsetAt, positionsIn } from '../base/text/textPositions.ts';

/** The most jobs that a hover shows, the newest first; a lens leads to all of them. */
const maxJobs = 5;

/** Shows the jobs of the string under the pointer: in a translation, those of its locale. */
export class JobHover implements vscode.HoverProvider {
  readonly #jobs: JobsOfStrings;
  readonly #reader: LocaleFileReader;

  constructor(jobs: JobsOfStrings, reader: LocaleFileReader) {
    this.#jobs = jobs;
    this.#reader = reader;
  }

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    if (!this.#reader.isLocaleFile(document) || !readAnnotationSettings(document.uri).hover) return undefined;
    const file = await this.#reader.read(document);
    if (file === undefined) return undefined;
    // `into` is the locale of a translation; undefined in a source.
    const { source, into, text, units } = file;
    const jobsByKey = this.#jobs.of(source.project.id, source.path);
    if (jobsByKey.size === 0) return undefined;
    const offset = offsetAt(text, position);
    const [unit] = unitsBetween(text, units, offset, offset);
    if (unit === undefined) return undefined;
    const unitsById = new Map(units.map((unitOfFile) => [unitOfFile.id, unitOfFile]));
    const findUnit = into === undefined ? sourceUnitOf : targetUnitOf;
    const keysOfUnit = [...jobsByKey.keys()].filter((key) => findUnit(unitsById, key) === unit);
    const jobs = keysOfUnit
      .flatMap((key) => jobsByKey.get(key) ?? [])
      .filter(({ targetLocale }) => into === undefined || isSameLocale(targetLocale, into));
    if (jobs.length === 0) return undefined;
    const positionOf = positionsIn(text);
    const [start, end] = [positionOf(keySpan(text, unit).start), positionOf(unit.end)];
    const now = Date.now();
    return hover(
      new vscode.Range(start.line, start.character, end.line, end.character),
      jobs.slice(0, maxJobs).map((job) => ({ lines: hoverLines(job, now), commands: commandsFor(job) })),
    );
  }
}

function commandsFor(job: TrackedJob): readonly ShownCommand[] {
  const actions = actionsFor(job);
  const argument: JobArgument = { jobId: job.id, ...present({ translationHash: job.translationHash }) };
  const commandWith = (title: Words, command: CommandId): ShownCommand => ({ title, command, args: [argument] });
  // A translation that is not shown as a whole, or has errors, can be approved only on its page.
  const isShownWhole = (job.translatedText?.length ?? Infinity) <= hoverCharacters;
  const canApproveHere = actions.has('approve') && isShownWhole && !hasErrors(job);
  const commands: ShownCommand[] = [];
  if (actions.has('open')) commands.push(commandWith(words(l10n.t('Open Job')), 'humanTranslation.openJob'));
  if (canApproveHere) commands.push(commandWith(words(l10n.t('Approve')), 'humanTranslation.approve'));
  if (actions.has('revise')) commands.push(commandWith(words(l10n.t('Request Revision…')), 'humanTranslation.revise'));
  return commands;
}
