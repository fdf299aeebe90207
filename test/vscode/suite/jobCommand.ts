import * as vscode from 'vscode';

/** Runs a command on a job, with the answers to its questions. Rejects with the error that the user would see. */
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
