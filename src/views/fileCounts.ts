import * as l10n from '@vscode/l10n';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { listed, plural, type Words } from '../words/words.ts';

/** The counts that the decoration of a file shows: of its own translations if it is a source, else of those in it. */
export interface FileCount {
  readonly project: string;
  /** Relative to the project's root. */
  readonly path: string;
  readonly toReview: number;
  /** Translations to review with errors or warnings, and approved ones with errors that are not delivered. */
  readonly withFindings: number;
}

/** Counts the translations that wait for the user, by their source and target files. A job counts once per file. */
export function countByFile(jobs: readonly TrackedJob[]): readonly FileCount[] {
  const counts = new Map<string, { project: string; path: string; toReview: number; withFindings: number }>();
  for (const { status, problems, delivery, units } of jobs) {
    const isToReview = status === 'reviewable';
    const isHeldForErrors = delivery.kind === 'held' && delivery.reason === 'problems';
    const hasFindings = isHeldForErrors || (isToReview && problems.length > 0);
    if (!isToReview && !hasFindings) continue;
    for (const [fileKey, file] of filesOf(units)) {
      const count = counts.get(fileKey) ?? { ...file, toReview: 0, withFindings: 0 };
      counts.set(fileKey, count);
      if (isToReview) count.toReview += 1;
      if (hasFindings) count.withFindings += 1;
    }
  }
  return [...counts.values()];
}

type FileOfUnit = Pick<FileCount, 'project' | 'path'>;

/** Returns the source and target files of units, each once. */
function filesOf(units: TrackedJob['units']): ReadonlyMap<string, FileOfUnit> {
  const files = new Map<string, FileOfUnit>();
  for (const { project, file, targetFile } of units) {
    // A selection in a file outside all folders belongs to no project.
    if (project === '') continue;
    for (const path of targetFile === undefined ? [file] : [file, targetFile])
      files.set(`${project}/${path}`, { project, path });
  }
  return files;
}

/** Returns the tooltip of a decoration. */
export function fileCountText({ toReview, withFindings }: Pick<FileCount, 'toReview' | 'withFindings'>): Words {
  const parts: Words[] = [];
  if (toReview > 0)
    parts.push(
      plural(toReview, {
        one: l10n.t('{0} translation to review'),
        other: l10n.t('{0} translations to review'),
      }),
    );
  if (withFindings > 0)
    parts.push(
      plural(withFindings, {
        one: l10n.t('{0} translation with errors or warnings'),
        other: l10n.t('{0} translations with errors or warnings'),
      }),
    );
  return listed(parts);
}
