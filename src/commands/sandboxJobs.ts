import * as vscode from 'vscode';
import type { Services } from '../editor/services.ts';
import type { SandboxAction } from '../editor/sandboxProcess.ts';
import { chooseJob } from './jobArgument.ts';

const t = vscode.l10n.t;

/** Moves a job of the sandbox by hand, as its simulated translators and staff would. */
export async function moveSandboxJob(services: Services, action: SandboxAction, argument: unknown): Promise<void> {
  const chosen = await chooseJob(services, argument, 'open');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  if (session.connection.kind !== 'sandbox') {
    void vscode.window.showInformationMessage(t('Jobs can be moved by hand in the sandbox only.'));
    return;
  }
  const body = await bodyOf(action, answers);
  if (body === undefined) return;
  const { controlSandbox } = await import('../editor/sandboxProcess.ts');
  await controlSandbox(session.connection.sandbox, job.id, action, body);
  await session.jobs.refreshJobs([job.id]);
}

async function bodyOf(action: SandboxAction, answers: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>> | undefined> {
  if (action === 'finish') return typeof answers['body_tgt'] === 'string' ? { body_tgt: answers['body_tgt'] } : {};
  if (action !== 'comment') return {};
  if (typeof answers['body'] === 'string') return { body: answers['body'] };
  const body = await vscode.window.showInputBox({ title: t('Sandbox: Comment as Translator'), prompt: t('What the simulated translator writes') });
  return body === undefined ? undefined : { body };
}
