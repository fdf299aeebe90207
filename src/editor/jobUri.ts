import * as vscode from 'vscode';
import { plain } from '../words/plain.ts';
import { fromOutside } from '../words/words.ts';
import { jobFileExtension, jobScheme } from './parseJobUri.ts';

/** The most characters of a title in a URI. */
const maxTitleLength = 80;

/** Returns the URI of a job's page. VS Code shows the title in its tab until the page sets it, and in its history. */
export function jobUri(account: string, job: { readonly id: string; readonly title: string }): vscode.Uri {
  const title = plain(fromOutside(job.title, maxTitleLength)).replaceAll(/[/\\]/gu, '-');
  return vscode.Uri.from({ scheme: jobScheme, authority: account, path: `/${job.id}/${title}${jobFileExtension}` });
}
