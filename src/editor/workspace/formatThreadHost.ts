import * as vscode from 'vscode';
import { createFormatThread, type FormatThread } from './threadedFormat.ts';

let thread: FormatThread | undefined;

/** Returns the thread for large locale files, which starts on first use and never keeps VS Code from closing. */
export function formatThread(): FormatThread {
  if (thread !== undefined) return thread;
  const extension = vscode.extensions.getExtension('human-translation.human-translation');
  if (extension === undefined) throw new Error('The extension is not installed.');
  thread = createFormatThread(vscode.Uri.joinPath(extension.extensionUri, 'dist', 'formatThread.js').fsPath);
  return thread;
}
