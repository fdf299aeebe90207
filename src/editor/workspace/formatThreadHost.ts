import * as vscode from 'vscode';
import { createFormatThread, type FormatThread } from './threadedFormat.ts';

let thread: FormatThread | undefined;

/** The one thread for large locale files, started when first used. It never keeps VS Code from closing. */
export function formatThread(): FormatThread {
  if (thread !== undefined) return thread;
  const extension = vscode.extensions.getExtension('human-translation.human-translation');
  if (extension === undefined) throw new Error('The extension is not installed.');
  thread = createFormatThread(vscode.Uri.joinPath(extension.extensionUri, 'dist', 'formatThread.js').fsPath);
  return thread;
}
