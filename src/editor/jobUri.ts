import * as vscode from 'vscode';
import { plain } from '../words/plain.ts';
import { outside } from '../words/words.ts';

/** The scheme of job pages; the manifest's custom editor repeats it. */
export const jobScheme = 'human-translation-job';

/** File extension of job pages, so that other editors don't offer to open them. */
const extension = '.humantranslationjob';

/** The most characters of a title in a URI. */
const maxTitleLength = 80;

/** The job that a page shows. */
export interface JobPlace {
  /** Id of the account's journal, see `Session.account`: two accounts may have jobs with the same id. */
  readonly account: string;
  /** The service's job id, or `intentId:number`. */
  readonly jobId: string;
  readonly title: string;
}

/** Returns the URI of a job's page. VS Code shows the title in its tab until the page sets it, and in its history. */
export function jobUri(account: string, job: { readonly id: string; readonly title: string }): vscode.Uri {
  const title = plain(outside(job.title, maxTitleLength)).replaceAll(/[/\\]/gu, '-');
  return vscode.Uri.from({ scheme: jobScheme, authority: account, path: `/${job.id}/${title}${extension}` });
}

/** Parses the URI of a job's page; returns undefined if it is not one. */
export function parseJobUri({ scheme, authority, path }: vscode.Uri): JobPlace | undefined {
  const [root, jobId = '', name = '', ...rest] = path.split('/');
  const isPage = scheme === jobScheme && root === '' && name.endsWith(extension) && rest.length === 0;
  return isPage ? { account: authority, jobId, title: name.slice(0, -extension.length) } : undefined;
}
