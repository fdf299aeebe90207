import type * as vscode from 'vscode';

/** The scheme of job pages; the manifest's custom editor repeats it. */
export const jobScheme = 'human-translation-job';

/** File extension of job pages, so that other editors don't offer to open them. */
export const jobFileExtension = '.humantranslationjob';

/** The address of a job's page. */
export interface JobPageAddress {
  /** Id of the account's journal, see `Session.account`: two accounts may have jobs with the same id. */
  readonly account: string;
  /** The service's job id, or `intentId:number`. */
  readonly jobId: string;
  readonly title: string;
}

/** Parses the URI of a job's page; returns undefined if it is not one. */
export function parseJobUri({ scheme, authority, path }: vscode.Uri): JobPageAddress | undefined {
  const [root, jobId = '', name = '', ...below] = path.split('/');
  const isPage = scheme === jobScheme && root === '' && name.endsWith(jobFileExtension) && below.length === 0;
  if (!isPage) return undefined;
  return { account: authority, jobId, title: name.slice(0, -jobFileExtension.length) };
}
