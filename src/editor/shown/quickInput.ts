import * as vscode from 'vscode';
import { icon } from './icon.ts';
import { breakLinks } from './link.ts';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';

/** The result of a step: an answer, a step back, or the user left the wizard. */
export type StepResult<T> =
  { readonly kind: 'answer'; readonly value: T } | { readonly kind: 'back' } | { readonly kind: 'left' };

/** The position of a step in its wizard. */
export interface StepPlace {
  readonly title: Words;
  readonly step: number;
  readonly totalSteps: number;
}

/** A row of a list. One without a value is a heading. */
export interface PickItem<T> {
  readonly label: Words;
  readonly description?: Words;
  readonly detail?: Words;
  readonly value?: T;
}

export interface PickOptions<T> {
  readonly place: StepPlace;
  readonly placeholder: Words;
  readonly items: readonly PickItem<T>[];
}

export interface PickManyOptions<T> extends PickOptions<T> {
  readonly selected: (value: T) => boolean;
  /** Set where at least one must be chosen: Enter without any shows this and stays. */
  readonly emptyHint?: Words;
  /** Choices with the same name exclude one another: the one ticked last counts. */
  readonly exclusive?: (value: T) => string | undefined;
}

type Row<T> = vscode.QuickPickItem & { readonly value?: T };

/** VS Code turns `$(name)` into an icon in all three texts of a row. */
function row<T>({ label, description, detail, ...rest }: PickItem<T>): Row<T> {
  return {
    label: icon(label),
    ...(description === undefined ? {} : { description: icon(description) }),
    ...(detail === undefined ? {} : { detail: icon(detail) }),
    ...(rest.value === undefined ? { kind: vscode.QuickPickItemKind.Separator } : { value: rest.value }),
  };
}

/** Several choices. */
export function pickMany<T>(options: PickManyOptions<T>): Promise<StepResult<readonly T[]>> {
  const { exclusive, emptyHint } = options;
  const pick = vscode.window.createQuickPick<Row<T>>();
  pick.canSelectMany = true;
  pick.items = options.items.map(row);
  pick.selectedItems = pick.items.filter((item) => item.value !== undefined && options.selected(item.value));
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = plain(options.placeholder);
  if (exclusive !== undefined) keepExclusive(pick, exclusive);
  return ask(pick, options.place, () => {
    const values = pick.selectedItems.flatMap((item) => (item.value === undefined ? [] : [item.value]));
    if (values.length > 0 || emptyHint === undefined) return values;
    pick.placeholder = plain(emptyHint);
    return undefined;
  });
}

function keepExclusive<T>(pick: vscode.QuickPick<Row<T>>, exclusive: (value: T) => string | undefined): void {
  let before = pick.selectedItems;
  pick.onDidChangeSelection((selected) => {
    const groupOf = ({ value }: { readonly value?: T }): string | undefined =>
      value === undefined ? undefined : exclusive(value);
    const added = new Set(selected.filter((item) => !before.includes(item)).map(groupOf));
    const kept = selected.filter(
      (item) => !before.includes(item) || groupOf(item) === undefined || !added.has(groupOf(item)),
    );
    before = kept;
    if (kept.length < selected.length) pick.selectedItems = kept;
  });
}

/** One choice of a list. */
export function pickOne<T>(options: PickOptions<T> & { readonly active?: T }): Promise<StepResult<T>> {
  const pick = vscode.window.createQuickPick<Row<T>>();
  pick.items = options.items.map(row);
  pick.activeItems = pick.items.filter((item) => item.value !== undefined && item.value === options.active);
  pick.placeholder = plain(options.placeholder);
  return ask(pick, options.place, () => pick.selectedItems[0]?.value);
}

/** One choice of a list that goes away when the person looks elsewhere, and is searched in all its texts. */
export async function pickFrom<T>(items: readonly PickItem<T>[], placeholder: Words): Promise<T | undefined> {
  const picked = await vscode.window.showQuickPick(items.map(row), {
    placeHolder: plain(placeholder),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.value;
}

export interface InputOptions {
  readonly place: StepPlace;
  readonly prompt: Words;
  readonly placeholder?: Words;
  readonly value?: string;
  readonly password?: boolean;
  /** A sentence on what is wrong with the text, or undefined. */
  readonly validate?: (text: string) => Words | undefined;
}

/** A line of text. */
export function inputText(options: InputOptions): Promise<StepResult<string>> {
  const input = vscode.window.createInputBox();
  input.prompt = promptText(options.prompt);
  input.placeholder = options.placeholder === undefined ? '' : plain(options.placeholder);
  input.value = options.value ?? '';
  input.password = options.password ?? false;
  input.onDidChangeValue(() => {
    input.validationMessage = undefined;
  });
  return ask(input, options.place, () => {
    const problem = options.validate?.(input.value);
    if (problem === undefined) return input.value;
    input.validationMessage = promptText(problem);
    return undefined;
  });
}

/**
 * A line of text outside of a wizard; what is wrong with it is shown while it is typed. Typing continues after
 * `value`.
 */
export async function askLine(options: {
  readonly title: Words;
  readonly prompt: Words;
  readonly value?: string;
  readonly staysOpen?: true;
  readonly validate?: (text: string) => Words | undefined;
}): Promise<string | undefined> {
  const { value = '', validate } = options;
  return vscode.window.showInputBox({
    title: plain(options.title),
    prompt: promptText(options.prompt),
    value,
    valueSelection: [value.length, value.length],
    ignoreFocusOut: options.staysOpen === true,
    validateInput: (text) => {
      const problem = validate?.(text);
      return problem === undefined ? undefined : promptText(problem);
    },
  });
}

/** VS Code turns both links and `$(name)` into what they stand for in prompts and in messages below an input. */
function promptText(text: Words): string {
  return breakLinks(icon(text));
}

/** Shows a quick input until it is accepted with a value, left, or stepped back from. */
function ask<T>(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  place: StepPlace,
  accept: () => T | undefined,
): Promise<StepResult<T>> {
  input.title = plain(place.title);
  // A single question has no step numbers.
  if (place.totalSteps > 1) {
    input.step = place.step;
    input.totalSteps = place.totalSteps;
  }
  // Switching to another window does not close a wizard.
  input.ignoreFocusOut = true;
  input.buttons = place.step > 1 ? [vscode.QuickInputButtons.Back] : [];
  return new Promise((resolve) => {
    let result: StepResult<T> = { kind: 'left' };
    const subscriptions = [
      input.onDidTriggerButton((button) => {
        if (button !== vscode.QuickInputButtons.Back) return;
        result = { kind: 'back' };
        input.hide();
      }),
      input.onDidAccept(() => {
        const value = accept();
        if (value === undefined) return;
        result = { kind: 'answer', value };
        input.hide();
      }),
      input.onDidHide(() => {
        for (const subscription of subscriptions) subscription.dispose();
        input.dispose();
        resolve(result);
      }),
    ];
    input.show();
  });
}

/** Asks for files in the system's dialog; `filters` have a name and endings without a dot. */
export async function askFiles(options: {
  readonly title: Words;
  readonly openLabel: Words;
  readonly folder: vscode.Uri;
  readonly filters: readonly (readonly [Words, readonly string[]])[];
}): Promise<readonly vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({
    title: plain(options.title),
    openLabel: plain(options.openLabel),
    canSelectMany: true,
    defaultUri: options.folder,
    filters: Object.fromEntries(options.filters.map(([name, endings]) => [plain(name), [...endings]])),
  });
}

/**
 * Asks in the system's dialog where to save a file; `filters` have a name and endings without a dot, the first one is
 * proposed.
 */
export async function askSaveFile(options: {
  readonly title: Words;
  readonly saveLabel: Words;
  /** Name that is proposed. */
  readonly name: string;
  readonly folder: vscode.Uri;
  readonly filters: readonly (readonly [Words, readonly string[]])[];
}): Promise<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({
    title: plain(options.title),
    saveLabel: plain(options.saveLabel),
    defaultUri: vscode.Uri.joinPath(options.folder, options.name),
    filters: Object.fromEntries(options.filters.map(([name, endings]) => [plain(name), [...endings]])),
  });
}
