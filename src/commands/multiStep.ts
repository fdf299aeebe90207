import * as vscode from 'vscode';

/** What a step ended with: an answer, a step back, or the person left. */
export type StepResult<T> = { readonly kind: 'answer'; readonly value: T } | { readonly kind: 'back' } | { readonly kind: 'left' };

/** Where a step stands in its wizard. */
export interface StepPlace {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

/** One question of a wizard: takes the answers so far and adds its own. */
export type Step<A> = (answers: A, place: StepPlace) => Promise<StepResult<A>>;

/** Asks the steps one after the other, with a way back; undefined when the person leaves. */
export async function runSteps<A>(title: string, steps: readonly Step<A>[], start: A): Promise<A | undefined> {
  const history: A[] = [start];
  while (history.length <= steps.length) {
    const index = history.length - 1;
    const answers = history[index];
    const step = steps[index];
    if (answers === undefined || step === undefined) return undefined;
    const result = await step(answers, { title, step: index + 1, totalSteps: steps.length });
    if (result.kind === 'left') return undefined;
    if (result.kind === 'answer') history.push(result.value);
    else if (history.length > 1) history.pop();
  }
  return history.at(-1);
}

export interface PickOptions<T> {
  readonly place: StepPlace;
  readonly placeholder: string;
  readonly items: readonly (vscode.QuickPickItem & { readonly value?: T })[];
}

export interface PickManyOptions<T> extends PickOptions<T> {
  readonly selected: (value: T) => boolean;
  /** Set where at least one must be chosen: Enter without any shows this and stays. */
  readonly emptyHint?: string;
  /** Choices with the same name exclude one another: the one ticked last counts. */
  readonly exclusive?: (value: T) => string | undefined;
}

/** Several choices. */
export function pickMany<T>(options: PickManyOptions<T>): Promise<StepResult<readonly T[]>> {
  const { exclusive, emptyHint } = options;
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value?: T }>();
  pick.canSelectMany = true;
  pick.items = options.items;
  pick.selectedItems = options.items.filter((item) => item.value !== undefined && options.selected(item.value));
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = options.placeholder;
  if (exclusive !== undefined) keepExclusive(pick, exclusive);
  return ask(pick, options.place, () => {
    const values = pick.selectedItems.flatMap((item) => (item.value === undefined ? [] : [item.value]));
    if (values.length > 0 || emptyHint === undefined) return values;
    pick.placeholder = emptyHint;
    return undefined;
  });
}

function keepExclusive<T>(pick: vscode.QuickPick<vscode.QuickPickItem & { readonly value?: T }>, exclusive: (value: T) => string | undefined): void {
  let before = pick.selectedItems;
  pick.onDidChangeSelection((selected) => {
    const groupOf = ({ value }: { readonly value?: T }): string | undefined => (value === undefined ? undefined : exclusive(value));
    const added = new Set(selected.filter((item) => !before.includes(item)).map(groupOf));
    const kept = selected.filter((item) => !before.includes(item) || groupOf(item) === undefined || !added.has(groupOf(item)));
    before = kept;
    if (kept.length < selected.length) pick.selectedItems = kept;
  });
}

/** One choice of a list. */
export function pickOne<T>(options: PickOptions<T> & { readonly active?: T }): Promise<StepResult<T>> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value?: T }>();
  pick.items = options.items;
  pick.activeItems = options.items.filter((item) => item.value !== undefined && item.value === options.active);
  pick.placeholder = options.placeholder;
  return ask(pick, options.place, () => pick.selectedItems[0]?.value);
}

export interface InputOptions {
  readonly place: StepPlace;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** A sentence on what is wrong with the text, or undefined. */
  readonly validate?: (text: string) => string | undefined;
}

/** A line of text. */
export function inputText(options: InputOptions): Promise<StepResult<string>> {
  const input = vscode.window.createInputBox();
  input.prompt = options.prompt;
  input.placeholder = options.placeholder ?? '';
  input.value = options.value ?? '';
  input.password = options.password ?? false;
  input.onDidChangeValue(() => {
    input.validationMessage = undefined;
  });
  return ask(input, options.place, () => {
    const problem = options.validate?.(input.value);
    if (problem === undefined) return input.value;
    input.validationMessage = problem;
    return undefined;
  });
}

/** Shows a quick input until it is accepted with a value, left, or stepped back from. */
function ask<T>(input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox, place: StepPlace, accept: () => T | undefined): Promise<StepResult<T>> {
  input.title = place.title;
  // A single question is no first of one.
  if (place.totalSteps > 1) {
    input.step = place.step;
    input.totalSteps = place.totalSteps;
  }
  // A wizard is not lost by a look at another window.
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
