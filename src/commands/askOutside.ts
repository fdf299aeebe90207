import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { OutsideTargets, realPathOutside } from '../editor/workspace/outsideTargets.ts';
import { uriOf } from '../editor/projectUri.ts';
import type { Session } from '../editor/session/session.ts';
import { showWarning } from '../editor/shown/toasts.ts';
import type { DeliveryReport } from '../orders/deliver/deliveryReport.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { words } from '../words/words.ts';

/** A target file whose symbolic links lead out of the open folders. */
interface OutsideFile {
  readonly uri: vscode.Uri;
  readonly real: string;
}

/** Questions that are on the screen, so that a refresh does not ask them again. */
const asking = new Set<string>();

/**
 * Asks about held translations whose target files are outside the open folders: once for each file and workspace.
 * The translations are delivered as soon as the user agrees.
 */
export async function askOutside(
  extension: vscode.ExtensionContext,
  session: Session,
  { held }: DeliveryReport,
): Promise<void> {
  const targets = new OutsideTargets(extension.workspaceState);
  const jobs = [...held].flatMap(([jobId, reason]) =>
    reason === 'leads-outside' ? (session.jobs.get(jobId) ?? []) : [],
  );
  const files = new Map(
    (await Promise.all(jobs.map(outsideFilesOf))).flat().map((file) => [`${file.uri.toString()} ${file.real}`, file]),
  );
  await Promise.all(
    [...files].map(async ([name, { uri, real }]) => {
      if (asking.has(name) || targets.answerFor(uri, real) !== undefined) return;
      asking.add(name);
      try {
        if (await ask(targets, { uri, real })) await session.jobs.deliverApproved();
      } finally {
        asking.delete(name);
      }
    }),
  );
}

/** Asks about one job's files, even where the user once said no; not with `agreed`. Returns whether all of them may be written. */
export async function agreeOutside(
  extension: vscode.ExtensionContext,
  job: TrackedJob,
  agreed: boolean,
): Promise<boolean> {
  const targets = new OutsideTargets(extension.workspaceState);
  for (const file of await outsideFilesOf(job)) {
    if (targets.answerFor(file.uri, file.real) === 'deliver') continue;
    if (agreed) await targets.remember(file.uri, file.real, 'deliver');
    else if (!(await ask(targets, file))) return false;
  }
  return true;
}

async function outsideFilesOf({ units }: TrackedJob): Promise<readonly OutsideFile[]> {
  const names = new Map(
    units.map(({ project, targetFile }) => [JSON.stringify([project, targetFile]), { project, targetFile }]),
  );
  const files = [...names.values()].map(async ({ project, targetFile }) => {
    const uri = targetFile === undefined ? undefined : uriOf(project, targetFile);
    const real = uri === undefined ? undefined : await realPathOutside(uri);
    return uri === undefined || real === undefined ? [] : [{ uri, real }];
  });
  return (await Promise.all(files)).flat();
}

async function ask(targets: OutsideTargets, { uri, real }: OutsideFile): Promise<boolean> {
  const deliver = words(l10n.t('Deliver to {0}'), real);
  const hold = words(l10n.t('Keep Held'));
  const place = vscode.workspace.asRelativePath(uri);
  const chosen = await showWarning(
    words(l10n.t('{0} is really {1}, which is outside the open folders. Deliver the translation there?'), place, real),
    deliver,
    hold,
  );
  if (chosen !== undefined) await targets.remember(uri, real, chosen === deliver ? 'deliver' : 'hold');
  return chosen === deliver;
}
