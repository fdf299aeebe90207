import * as l10n from '@vscode/l10n';
import type { Services } from '../../editor/session/services.ts';
import type { SandboxAction } from '../../editor/session/sandboxProcess.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { askLine } from '../../editor/shown/quickInput.ts';
import type { JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { chooseJob } from './jobArgument.ts';
import { words } from '../../words/words.ts';

/** Moves a job of the sandbox by hand, as its simulated translators and staff would. Answers: text, of a translation or a comment. */
export async function moveSandboxJob(
  services: Services,
  action: SandboxAction,
  argument: JobCommandArgument,
): Promise<void> {
  const chosen = await chooseJob(services, argument, 'open');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  if (session.connection.kind !== 'sandbox') {
    void showInformation(words(l10n.t('Jobs can be moved by hand in the sandbox only.')));
    return;
  }
  const written = answers.text === undefined && action === 'comment' ? await askComment() : answers.text;
  if (action === 'comment' && written === undefined) return;
  const { controlSandbox } = await import('../../editor/session/sandboxProcess.ts');
  await controlSandbox(session.connection.sandbox, job.id, action, written);
  await session.jobs.refreshJobs([job.id]);
}

async function askComment(): Promise<string | undefined> {
  return askLine({
    title: words(l10n.t('Sandbox: Comment as Translator')),
    prompt: words(l10n.t('What the simulated translator writes')),
  });
}
