import * as vscode from 'vscode';
import { Emitter } from '../../base/event.ts';
import { BranchError } from '../../orders/model/errors/branchError.ts';
import { GitError } from '../../orders/model/errors/gitError.ts';
import type { BranchBase } from '../../orders/model/plan/branchBase.ts';
import type { FileHistory } from '../../orders/units/history/fileHistory.ts';
import { readSettings } from '../settings.ts';

const gitErrors = new Emitter<GitError>();

/** Fires when git can't read the repository of an open folder, so that the files it ignores are not known. */
export const onGitError = gitErrors.event;

/** The outcome of listing a folder's files with git. */
export interface GitListing {
  /** Relative to the folder; undefined without a repository, and if git can't read it. */
  readonly names: readonly string[] | undefined;
  readonly error?: GitError;
}

/** Lists the files of an open folder that git doesn't ignore (see `listWithGit`). Rejects with the signal's reason. */
export async function gitListing(
  folder: vscode.Uri,
  patterns: readonly string[],
  signal: AbortSignal,
): Promise<GitListing> {
  if (folder.scheme !== 'file') return { names: undefined };
  const { listWithGit } = await import('../../project/listWithGit.ts');
  try {
    return { names: await listWithGit(folder.fsPath, patterns, userGitPaths(), signal) };
  } catch (error) {
    return { names: undefined, error: report(error) };
  }
}

/**
 * Opens the history of an open folder, to be disposed by the caller. Returns undefined in an untrusted workspace, on
 * other file systems than this machine's, if there is no history, and if git can't read the repository. Rejects with
 * the signal's reason.
 */
export async function historyOfFolder(folder: vscode.Uri, signal: AbortSignal): Promise<FileHistory | undefined> {
  if (folder.scheme !== 'file' || !vscode.workspace.isTrusted) return undefined;
  const { openGitHistory } = await import('../../project/openGitHistory.ts');
  try {
    return await openGitHistory(folder.fsPath, userGitPaths(), signal);
  } catch (error) {
    report(error);
    return undefined;
  }
}

/**
 * Opens the commit from which the branch of an open folder was made, to be disposed by the caller. Rejects with
 * BranchError, also in an untrusted workspace, on other file systems than this machine's, and if git can't read the
 * repository; and with the signal's reason.
 */
export async function branchBaseOfFolder(folder: vscode.Uri, signal: AbortSignal): Promise<BranchBase> {
  if (!vscode.workspace.isTrusted) throw new BranchError('untrusted');
  if (folder.scheme !== 'file') throw new BranchError('no-repository');
  const { openBranchBase } = await import('../../project/openBranchBase.ts');
  const { baseBranch } = readSettings(folder);
  const base = baseBranch === '' ? undefined : baseBranch;
  try {
    return await openBranchBase({ folder: folder.fsPath, userPaths: userGitPaths(), base }, signal);
  } catch (error) {
    throw error instanceof GitError ? new BranchError('git', '', error) : error;
  }
}

/** Fires the event for a GitError and returns the error. Throws every other error. */
function report(error: unknown): GitError {
  if (!(error instanceof GitError)) throw error;
  gitErrors.fire(error);
  return error;
}

/** Returns the paths in VS Code's setting `git.path`. Only the user's value counts, never that of a workspace. */
function userGitPaths(): readonly string[] {
  const value = vscode.workspace.getConfiguration('git').inspect<unknown>('path')?.globalValue;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((path) => typeof path === 'string');
}
