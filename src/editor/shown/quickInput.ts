import * as vscode from 'vscode';
import type { Event } from '../../base/event.ts';
import { present } from '../../base/present.ts';
import { icon } from './icon.ts';
import { breakLinks } from './link.ts';
import { setPrompt } from './newerApi.ts';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';

/** The result of a step: an answer, a step back, or cancellation. */
export type StepResult<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'back' }
  | { readonly kind: 'canceled' };

/** The position of a step in its wizard. */
export interface StepPosition {
  readonly title: Words;
  readonly step: number;
  readonly totalSteps: number;
}

/** A row of a list. One without a value is a heading. */
export interface PickItem<T> {
  readonly label: Words;
  readonly description?: Words;
  readonly detail?: Words;
  /** The name of a codicon before the label. */
  readonly codicon?: string;
  readonly value?: T;
}

export interface PickOptions<T> {
  readonly position: StepPosition;
  readonly placeholder: Words;
  /** Shown between the text box and the list. */
  readonly prompt?: Words;
  readonly items: readonly PickItem<T>[];
  readonly updates?: Updates<T>;
}

/** A list whose rows are completed while it is shown. */
export interface Updates<T> {
  /** The present rows. What is selected, focused and typed stays as it is. */
  readonly items: () => readonly PickItem<T>[];
  /** Until then, a progress bar is shown. */
  readonly isComplete: () => boolean;
  readonly onChange: Event<undefined>;
}

export interface PickManyOptions<T> extends PickOptions<T> {
  /** Whether an item is selected at first. */
  readonly selected: (value: T) => boolean;
  /** Set if at least one item must be selected: if none is, Enter shows this hint instead of continuing. */
  readonly emptyHint?: Words;
  /** Returns the name of an item's group. Items of one group exclude each other: the one selected last counts. */
  readonly exclusiveGroupOf?: (value: T) => string | undefined;
  readonly removal?: Removal<T>;
}

/** A way to remove items from a list: a button of each item, and one in the title for the selected items. */
export interface Removal<T> {
  readonly label: Words;
  readonly labelForSelected: Words;
  /** The name of a codicon. */
  readonly icon: string;
  /** Returns whether the items are to be removed. */
  readonly remove: (values: readonly T[]) => Promise<boolean>;
}

type Row<T> = vscode.QuickPickItem & { readonly value?: T };

/** Returns VS Code's row, in all texts of which `$(name)` would become an icon. A heading has no buttons. */
function toRow<T>(
  { label, description, detail, codicon, value }: PickItem<T>,
  buttons?: readonly vscode.QuickInputButton[],
): Row<T> {
  const texts = {
    label: icon(label),
    ...present({
      description: description && icon(description),
      detail: detail && icon(detail),
      iconPath: codicon === undefined ? undefined : new vscode.ThemeIcon(codicon),
    }),
  };
  if (value === undefined) return { ...texts, kind: vscode.QuickPickItemKind.Separator };
  return { ...texts, value, ...present({ buttons }) };
}

function toRows<T>(items: readonly PickItem<T>[]): readonly Row<T>[] {
  return items.map((item) => toRow(item));
}

function valuesOf<T>(rows: readonly Row<T>[]): readonly T[] {
  return rows.map(({ value }) => value).filter((value) => value !== undefined);
}

/** Asks for any number of items of a list. */
export function pickMany<T>(options: PickManyOptions<T>): Promise<StepResult<readonly T[]>> {
  const { exclusiveGroupOf, emptyHint, removal } = options;
  const pick = vscode.window.createQuickPick<Row<T>>();
  pick.canSelectMany = true;
  const removeButton = removal && { iconPath: new vscode.ThemeIcon(removal.icon), tooltip: plain(removal.label) };
  pick.items = options.items.map((item) => toRow(item, removeButton && [removeButton]));
  pick.selectedItems = pick.items.filter(({ value }) => value !== undefined && options.selected(value));
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = plain(options.placeholder);
  setPrompt(pick, options.prompt && promptText(options.prompt));
  if (exclusiveGroupOf !== undefined) keepExclusive(pick, exclusiveGroupOf);
  if (options.updates !== undefined) keepUpToDate(pick, options.updates);
  const accept = (): readonly T[] | undefined => {
    if (picksBeingChanged.has(pick)) return undefined;
    const values = valuesOf(pick.selectedItems);
    if (values.length > 0 || emptyHint === undefined) return values;
    pick.placeholder = plain(emptyHint);
    return undefined;
  };
  return ask(pick, options.position, accept, removal && ((finish) => offerRemoval(pick, removal, finish)));
}

/** A button that a question has in addition to its list. */
interface ExtraButton {
  readonly button: vscode.QuickInputButton;
  readonly onButton: () => void;
  readonly subscription: vscode.Disposable;
}

/** Lists from which rows are being removed. */
const picksBeingChanged = new WeakSet<vscode.QuickPick<vscode.QuickPickItem>>();

/** Adds buttons that remove items. The question is answered when no items remain. */
function offerRemoval<T>(
  pick: vscode.QuickPick<Row<T>>,
  { labelForSelected, remove, icon: codicon }: Removal<T>,
  finish: () => void,
): ExtraButton {
  const removeRows = async (rowsToRemove: readonly Row<T>[]): Promise<void> => {
    const values = valuesOf(rowsToRemove);
    if (values.length === 0 || picksBeingChanged.has(pick)) return;
    picksBeingChanged.add(pick);
    pick.busy = true;
    const isDone = await remove(values).finally(() => {
      picksBeingChanged.delete(pick);
      pick.busy = false;
    });
    if (!isDone) return;
    const removedRows = new Set(rowsToRemove);
    const selectedRows = pick.selectedItems.filter((row) => !removedRows.has(row));
    const remainingRows = pick.items.filter((row) => !removedRows.has(row));
    pick.keepScrollPosition = true;
    // A heading, which has no value, remains if a row follows it.
    pick.items = remainingRows.filter(
      ({ value }, index) => value !== undefined || remainingRows[index + 1]?.value !== undefined,
    );
    pick.selectedItems = selectedRows;
    if (pick.items.length === 0) finish();
  };
  return {
    button: { iconPath: new vscode.ThemeIcon(codicon), tooltip: plain(labelForSelected) },
    onButton: () => void removeRows(pick.selectedItems),
    subscription: pick.onDidTriggerItemButton(({ item }) => void removeRows([item])),
  };
}

/** Deselects the rows that a newly selected one excludes. */
function keepExclusive<T>(pick: vscode.QuickPick<Row<T>>, exclusiveGroupOf: (value: T) => string | undefined): void {
  let earlierRows = pick.selectedItems;
  pick.onDidChangeSelection((selectedRows) => {
    const isAdded = (row: Row<T>): boolean => !earlierRows.includes(row);
    const groupsOf = (rows: readonly Row<T>[]): readonly string[] =>
      valuesOf(rows).flatMap((value) => exclusiveGroupOf(value) ?? []);
    const addedGroups = new Set(groupsOf(selectedRows.filter(isAdded)));
    const compatibleRows = selectedRows.filter(
      (row) => isAdded(row) || !groupsOf([row]).some((group) => addedGroups.has(group)),
    );
    earlierRows = compatibleRows;
    if (compatibleRows.length < selectedRows.length) pick.selectedItems = compatibleRows;
  });
}

/** More frequent updates would flicker, and could undo what the user is just selecting. */
const updatePauseMs = 400;

/**
 * Waits until everything that the user did before has arrived here. The window reports keys in their order, and so it
 * answers this harmless command after them: without that, rows that are shown while this process was busy would undo a
 * selection of which it has not heard.
 */
async function receiveEarlierKeys(): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'humanTranslation.isListUpToDate', true);
}

/** Shows the present rows of a list whenever they change. */
function keepUpToDate<T>(pick: vscode.QuickPick<Row<T>>, { items, isComplete, onChange }: Updates<T>): void {
  pick.busy = !isComplete();
  let timer: NodeJS.Timeout | undefined;
  let isHidden = false;
  const update = async (): Promise<void> => {
    await receiveEarlierKeys();
    timer = undefined;
    if (isHidden) return;
    pick.busy = !isComplete();
    const selectedValues = valuesOf(pick.selectedItems);
    const activeValues = valuesOf(pick.activeItems);
    const rowsWith = (values: readonly T[]): readonly Row<T>[] =>
      pick.items.filter(({ value }) => value !== undefined && values.includes(value));
    pick.keepScrollPosition = true;
    pick.items = toRows(items());
    if (pick.canSelectMany) pick.selectedItems = rowsWith(selectedValues);
    // Without an active row, VS Code makes the first one active.
    const activeRows = rowsWith(activeValues);
    if (activeRows.length > 0) pick.activeItems = activeRows;
  };
  const subscription = onChange(() => {
    timer ??= setTimeout(() => void update(), updatePauseMs);
  });
  pick.onDidHide(() => {
    isHidden = true;
    clearTimeout(timer);
    subscription.dispose();
  });
}

/** Asks for one item of a list. */
export function pickOne<T>(options: PickOptions<T> & { readonly active?: T | undefined }): Promise<StepResult<T>> {
  const pick = vscode.window.createQuickPick<Row<T>>();
  pick.items = toRows(options.items);
  const activeRows = pick.items.filter(({ value }) => value !== undefined && value === options.active);
  if (activeRows.length > 0) pick.activeItems = activeRows;
  pick.placeholder = plain(options.placeholder);
  setPrompt(pick, options.prompt && promptText(options.prompt));
  if (options.updates !== undefined) keepUpToDate(pick, options.updates);
  return ask(pick, options.position, () => pick.selectedItems[0]?.value);
}

/** Asks for one item of a list that closes when it loses the focus. Filtering searches all texts of its items. */
export async function pickFrom<T>(items: readonly PickItem<T>[], placeholder: Words): Promise<T | undefined> {
  const chosenRow = await vscode.window.showQuickPick(toRows(items), {
    placeHolder: plain(placeholder),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosenRow?.value;
}

export interface InputOptions {
  readonly position: StepPosition;
  readonly prompt: Words;
  readonly placeholder?: Words;
  readonly value?: string;
  readonly password?: boolean;
  /** Returns a sentence that says why the text is invalid, or undefined. */
  readonly validate?: (text: string) => Words | undefined;
}

/** Asks for a line of text. */
export function inputText(options: InputOptions): Promise<StepResult<string>> {
  const input = vscode.window.createInputBox();
  input.prompt = promptText(options.prompt);
  input.placeholder = options.placeholder === undefined ? '' : plain(options.placeholder);
  input.value = options.value ?? '';
  input.password = options.password ?? false;
  input.onDidChangeValue(() => {
    input.validationMessage = undefined;
  });
  return ask(input, options.position, () => {
    const problem = options.validate?.(input.value);
    if (problem === undefined) return input.value;
    input.validationMessage = promptText(problem);
    return undefined;
  });
}

/**
 * Asks for a line of text outside a wizard. Shows why the text is invalid while it is typed. The cursor is after
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
      return problem && promptText(problem);
    },
  });
}

/** VS Code shows both links and `$(name)` icons in prompts and in messages below an input. */
function promptText(text: Words): string {
  return breakLinks(icon(text));
}

/**
 * Shows a quick input until it is accepted with a value or closed, or the user goes back. `accept` returns undefined if
 * the input stays open. A button that `addButton` returns may call `finish`, which has the effect of Enter.
 */
function ask<T>(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  position: StepPosition,
  accept: () => T | undefined,
  addButton?: (finish: () => void) => ExtraButton,
): Promise<StepResult<T>> {
  input.title = plain(position.title);
  // A single question has no step numbers.
  if (position.totalSteps > 1) {
    input.step = position.step;
    input.totalSteps = position.totalSteps;
  }
  // Switching to another window does not close a wizard.
  input.ignoreFocusOut = true;
  return new Promise((resolve) => {
    let result: StepResult<T> = { kind: 'canceled' };
    const finish = (): void => {
      const value = accept();
      if (value === undefined) return;
      result = { kind: 'answer', value };
      input.hide();
    };
    const extraButton = addButton?.(finish);
    const buttons: vscode.QuickInputButton[] = [];
    if (position.step > 1) buttons.push(vscode.QuickInputButtons.Back);
    if (extraButton !== undefined) buttons.push(extraButton.button);
    input.buttons = buttons;
    const subscriptions = [
      input.onDidTriggerButton((button) => {
        if (button === extraButton?.button) extraButton.onButton();
        if (button !== vscode.QuickInputButtons.Back) return;
        result = { kind: 'back' };
        input.hide();
      }),
      input.onDidAccept(finish),
      input.onDidHide(() => {
        for (const subscription of subscriptions) subscription.dispose();
        extraButton?.subscription.dispose();
        input.dispose();
        resolve(result);
      }),
    ];
    input.show();
  });
}

/** Asks for files in the system's dialog. `filters` are names with file extensions without a dot. */
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
    filters: Object.fromEntries(options.filters.map(([name, extensions]) => [plain(name), [...extensions]])),
  });
}

/** Asks for a folder in the system's dialog. `folder` is preselected. */
export async function askFolder(options: {
  readonly title: Words;
  readonly openLabel: Words;
  readonly folder: vscode.Uri;
}): Promise<vscode.Uri | undefined> {
  const chosenUris = await vscode.window.showOpenDialog({
    title: plain(options.title),
    openLabel: plain(options.openLabel),
    canSelectFiles: false,
    canSelectFolders: true,
    defaultUri: options.folder,
  });
  return chosenUris?.[0];
}

/**
 * Asks in the system's dialog where to save a file. `filters` are names with file extensions without a dot; the first
 * one is preselected.
 */
export async function askSaveFile(options: {
  readonly title: Words;
  readonly saveLabel: Words;
  /** The proposed file name. */
  readonly name: string;
  readonly folder: vscode.Uri;
  readonly filters: readonly (readonly [Words, readonly string[]])[];
}): Promise<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({
    title: plain(options.title),
    saveLabel: plain(options.saveLabel),
    defaultUri: vscode.Uri.joinPath(options.folder, options.name),
    filters: Object.fromEntries(options.filters.map(([name, extensions]) => [plain(name), [...extensions]])),
  });
}
