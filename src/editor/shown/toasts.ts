import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import { columnsOf } from '../../base/text/textColumns.ts';
import { link } from './link.ts';
import { plain } from '../../words/plain.ts';
import { words, type Words } from '../../words/words.ts';

/** Shows a notification. Resolves with the selected button, which is the same object that was passed. */
export function showInformation<B extends Words>(message: Words, ...buttons: readonly B[]): Promise<B | undefined> {
  return notify(message, buttons, (text, items) => vscode.window.showInformationMessage(text, ...items));
}

export function showWarning<B extends Words>(message: Words, ...buttons: readonly B[]): Promise<B | undefined> {
  return notify(message, buttons, (text, items) => vscode.window.showWarningMessage(text, ...items));
}

export function showError<B extends Words>(message: Words, ...buttons: readonly B[]): Promise<B | undefined> {
  return notify(message, buttons, (text, items) => vscode.window.showErrorMessage(text, ...items));
}

/** The most columns of text that fit in one line of a notification, with any of the usual fonts. */
const lineColumns = 54;

/**
 * VS Code shows a notification without buttons in one line and cuts off the rest until the user expands it, so a longer
 * one has a button that only closes it.
 */
async function notify<B extends Words>(
  message: Words,
  buttons: readonly B[],
  show: (text: string, items: readonly vscode.MessageItem[]) => Thenable<vscode.MessageItem | undefined>,
): Promise<B | undefined> {
  const allButtons: Words[] = [...buttons];
  if (buttons.length === 0 && columnsOf(plain(message)) > lineColumns) allButtons.push(words(l10n.t('Close')));
  const chosenButton = await choose(allButtons, link, (items) => show(link(message), items));
  return buttons.find((button) => button === chosenButton);
}

/** The texts of a modal dialog. */
export interface ModalText {
  readonly message: Words;
  readonly detail?: Words;
  /** The title of the button that closes the dialog without a choice; "Cancel" if absent. */
  readonly closeTitle?: Words;
}

/** Asks in a modal dialog. Resolves with the selected button; undefined if the user closes the dialog. */
export function askInformation<B extends Words>(text: ModalText, ...buttons: readonly B[]): Promise<B | undefined> {
  return choose(buttons, plain, (items) =>
    vscode.window.showInformationMessage(plain(text.message), modalOptions(text), ...items, ...closeItems(text)),
  );
}

export function askWarning<B extends Words>(text: ModalText, ...buttons: readonly B[]): Promise<B | undefined> {
  return choose(buttons, plain, (items) =>
    vscode.window.showWarningMessage(plain(text.message), modalOptions(text), ...items, ...closeItems(text)),
  );
}

function modalOptions({ detail }: ModalText): vscode.MessageOptions {
  return { modal: true, ...present({ detail: detail && plain(detail) }) };
}

/** Returns the button that closes a dialog, if it has a title of its own. */
function closeItems({ closeTitle }: ModalText): readonly vscode.MessageItem[] {
  if (closeTitle === undefined) return [];
  return [{ title: plain(closeTitle), isCloseAffordance: true }];
}

/** Shows buttons and returns the selected one. `render` returns the text of a button's title. */
async function choose<B extends Words>(
  buttons: readonly B[],
  render: (title: Words) => string,
  show: (items: readonly vscode.MessageItem[]) => Thenable<vscode.MessageItem | undefined>,
): Promise<B | undefined> {
  const items = buttons.map((button): vscode.MessageItem => ({ title: render(button) }));
  const chosenItem = await show(items);
  return chosenItem && buttons[items.indexOf(chosenItem)];
}
