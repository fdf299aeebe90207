import * as vscode from 'vscode';
import type { CommandId, JobArgument, JobChoiceArgument } from '../editor/commandIds.ts';
import { readAnnotationSettings } from '../editor/settings.ts';
import { codeLens } from '../editor/shown/inEditors.ts';
import { sourceUnitOf } from '../orders/model/sourceUnit.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { statusesText } from './annotationSentences.ts';
import { isUnderWay, mostUrgentPerLocale, type JobsOfStrings } from './jobsOfStrings.ts';
import type { LocaleFileReader } from './localeFileReader.ts';
import { positionsIn } from '../base/text/textPositions.ts';

/**
 * Shows the status of each locale above the strings of a source file that are on order. A string whose translations are
 * all delivered has no lens.
 */
export class JobLenses implements vscode.CodeLensProvider {
  readonly #jobs: JobsOfStrings;
  readonly #reader: LocaleFileReader;
  readonly #changed = new vscode.EventEmitter<void>();

  constructor(jobs: JobsOfStrings, reader: LocaleFileReader) {
    this.#jobs = jobs;
    this.#reader = reader;
  }

  readonly onDidChangeCodeLenses = this.#changed.event;

  /** Asks VS Code to show the lenses again, because something has changed. */
  refresh(): void {
    this.#changed.fire();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!this.#reader.isLocaleFile(document) || !readAnnotationSettings(document.uri).jobs) return [];
    const file = await this.#reader.read(document);
    if (file === undefined || file.into !== undefined) return [];
    const { source } = file;
    const jobsByKey = this.#jobs.of(source.project.id, source.path);
    if (jobsByKey.size === 0) return [];
    const unitsById = new Map(source.units.map((unit) => [unit.id, unit]));
    const jobsByOffset = new Map<number, readonly TrackedJob[]>();
    for (const [key, jobs] of jobsByKey) {
      const jobsUnderWay = jobs.filter(isUnderWay);
      const unit = jobsUnderWay.length === 0 ? undefined : sourceUnitOf(unitsById, key);
      if (unit === undefined) continue;
      jobsByOffset.set(unit.start, [...(jobsByOffset.get(unit.start) ?? []), ...jobsUnderWay]);
    }
    const positionOf = positionsIn(source.text);
    // VS Code shows the lenses of one line in the order of this list.
    const topToBottom = [...jobsByOffset].sort(([offset], [otherOffset]) => offset - otherOffset);
    return topToBottom.map(([offset, jobs]) => {
      const { line } = positionOf(offset);
      return codeLens(new vscode.Range(line, 0, line, 0), {
        title: statusesText(mostUrgentPerLocale(jobs)),
        command: 'humanTranslation.openJob' satisfies CommandId,
        args: [argumentFor(jobs)],
      });
    });
  }
}

/** Returns the argument with which the command opens the only job, or asks which one to open. */
function argumentFor(jobs: readonly TrackedJob[]): JobArgument | JobChoiceArgument {
  const [firstJob, ...otherJobs] = jobs;
  if (firstJob !== undefined && otherJobs.length === 0) return { jobId: firstJob.id } satisfies JobArgument;
  return { jobIds: jobs.map(({ id }) => id) } satisfies JobChoiceArgument;
}
