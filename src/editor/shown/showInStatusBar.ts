import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { icon } from './icon.ts';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';

export interface StatusText {
  readonly text: Words;
  readonly tooltip: Words;
  readonly spoken: Words;
  /** The id of the command that a click runs. */
  readonly command: string;
}

/** An item in the status bar. VS Code turns `$(name)` into an icon in its text, and shows its tooltip as text. */
export class StatusItem implements Disposable {
  readonly #item: vscode.StatusBarItem;

  constructor(options: { readonly id: string; readonly name: Words }) {
    this.#item = vscode.window.createStatusBarItem(options.id, vscode.StatusBarAlignment.Left);
    this.#item.name = plain(options.name);
    this.#item.show();
  }

  show({ text, tooltip, spoken, command }: StatusText): void {
    this.#item.command = command;
    this.#item.text = icon(text);
    this.#item.tooltip = plain(tooltip);
    this.#item.accessibilityInformation = { label: plain(spoken) };
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/** Shows a text in the status bar for a moment. */
export function showInStatusBar(text: Words, milliseconds: number): void {
  vscode.window.setStatusBarMessage(icon(text), milliseconds);
}
