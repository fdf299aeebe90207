import * as vscode from 'vscode';
import { link } from './link.ts';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';

/** Shows a notification. Resolves with the button that was chosen: the very object that was given. */
export function showInformation<B extends Words>(message: Words, ...buttons: readonly B[]): Promise<B | undefined> {
  return choose(buttons, link, (items) => vscode.window.showInformationMessage(link(message), ...items));
}

export function showWarning<B extends Words>(message: Words, ...buttons: readonly B[]): Promise<B | undefined> {
  return choose(buttons, link, (items) => vscode.window.showWarningMessage(link(message), ...items));
}

export function showError<B extends Words>(message: Words, ...buttons: readonly B[]): Promise<B | undefined> {
  return choose(buttons, link, (items) => vscode.window.showErrorMessage(link(message), ...items));
}

/** The content of a modal dialog in addition to its question. */
export interface ModalText {
  readonly message: Words;
  readonly detail?: Words;
  /** The title of the button that leaves the dialog without a choice; "Cancel" if absent. */
  readonly leave?: Words;
}

/** Asks in a modal dialog. Resolves with the button that was chosen; undefined when the user leaves. */
export function askInformation<B extends Words>(text: ModalText, ...buttons: readonly B[]): Promise<B | undefined> {
  return choose(buttons, plain, (items) =>
    vscode.window.showInformationMessage(plain(text.message), modal(text), ...items, ...leaveItem(text)),
  );
}

export function askWarning<B extends Words>(text: ModalText, ...buttons: readonly B[]): Promise<B | undefined> {
  return choose(buttons, plain, (items) =>
    vscode.window.showWarningMessage(plain(text.message), modal(text), ...items, ...leaveItem(text)),
  );
}

function modal({ detail }: ModalText): vscode.MessageOptions {
  return { modal: true, ...(detail === undefined ? {} : { detail: plain(detail) }) };
}

function leaveItem({ leave }: ModalText): readonly vscode.MessageItem[] {
  return leave === undefined ? [] : [{ title: plain(leave), isCloseAffordance: true }];
}

async function choose<B extends Words>(
  buttons: readonly B[],
  render: (title: Words) => string,
  show: (items: readonly vscode.MessageItem[]) => Thenable<vscode.MessageItem | undefined>,
): Promise<B | undefined> {
  const items = buttons.map((button): vscode.MessageItem => ({ title: render(button) }));
  const chosen = await show(items);
  return chosen === undefined ? undefined : buttons[items.indexOf(chosen)];
}
