import * as vscode from 'vscode';

/** Runs a command on a job, with the answers that would be asked for. Rejects with the error that a person would be told. */
export async function jobCommand(
  command: string,
  jobId: string,
  answers: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await vscode.commands.executeCommand(`humanTranslation.${command}`, { jobId, ...answers, rethrow: true });
}

export async function refreshJobs(): Promise<void> {
  await vscode.commands.executeCommand('humanTranslation.refresh');
}
