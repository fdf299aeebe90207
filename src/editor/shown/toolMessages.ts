import type * as vscode from 'vscode';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';
import { textBlock } from './inEditors.ts';

/** Returns the messages of a tool: its progress and, if there are lines to confirm, a question before it runs. */
export function toolMessages(
  progress: Words,
  question?: { readonly title: Words; readonly lines: readonly Words[] },
): vscode.PreparedToolInvocation {
  const invocationMessage = textBlock([progress]);
  if (question === undefined) return { invocationMessage };
  const confirmationMessages = { title: plain(question.title), message: textBlock(question.lines) };
  return { invocationMessage, confirmationMessages };
}
