import * as l10n from '@vscode/l10n';
import type { Services } from '../../editor/session/services.ts';
import type { SandboxAction } from '../../editor/session/sandboxProcess.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { askLine } from '../../editor/shown/quickInput.ts';
import type { JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { chooseJob } from './chooseJob.ts';
import { words } from '../../words/words.ts';

/**
 * Changes a job of the sandbox by hand, as its simulated translators and staff would. Uses the answer `text`: a
 * translation or a comment.
 */
export async function moveSandboxJob(
  services: Services,
  action: SandboxAction,
  argument: JobCommandArgument,
): Promise<void> {
  const chosen = await chooseJob(services, argument, 'open');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  if (session.connection.kind !== 'sandbox') {
    void showInformation(words(l10n.t('This command works only in the embedded sandbox.')));
    return;
  }
  let { text } = answers;
  if (text === undefined && action === 'comment') text = await askComment();
  if (action === 'comment' && text === undefined) return;
  const { controlSandbox } = await import('../../editor/session/sandboxProcess.ts');
  await controlSandbox(session.connection.sandbox, job.id, action, text);
  await session.jobs.fetchJobsAndDeliver([job.id]);
}

async function askComment(): Promise<string | undefined> {
  return askLine({
    title: words(l10n.t('Sandbox: Comment as Translator')),
    prompt: words(l10n.t('Comment from the simulated translator')),
  });
}
