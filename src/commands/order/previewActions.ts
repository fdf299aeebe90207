import * as vscode from 'vscode';
import { contextKeys } from '../../editor/commandIds.ts';

/** How a preview ended: by an action of its toolbar, or because it was closed or shown again for another order. */
export type PreviewAnswer = 'order' | 'back' | 'closed' | 'replaced';

interface Offer {
  readonly uri: vscode.Uri;
  /** Whether there is a quote to go back to. */
  readonly hasQuote: boolean;
  readonly answer: (answer: PreviewAnswer) => void;
}

/** The previews whose toolbar has actions, by URI. */
const offers = new Map<string, Offer>();

/** Offers actions in the toolbar of an open preview until one is chosen or the preview is closed; then closes it. */
export async function askInPreview(uri: vscode.Uri, { hasQuote }: Pick<Offer, 'hasQuote'>): Promise<PreviewAnswer> {
  const name = uri.toString();
  offers.get(name)?.answer('replaced');
  const { promise, resolve } = Promise.withResolvers<PreviewAnswer>();
  const offer: Offer = { uri, hasQuote, answer: resolve };
  offers.set(name, offer);
  publish();
  const subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    if (closed.some((tab) => shows(tab, uri)) && tabsOf(uri).length === 0) resolve('closed');
  });
  const answer = await promise;
  subscription.dispose();
  if (offers.get(name) === offer) {
    offers.delete(name);
    publish();
  }
  if (answer === 'order' || answer === 'back') await vscode.window.tabGroups.close(tabsOf(uri));
  return answer;
}

/** Chooses an action of the preview in the active editor, or of the given one. */
export function answerInPreview(answer: 'order' | 'back', uri: vscode.Uri | undefined): void {
  const preview = uri ?? vscode.window.activeTextEditor?.document.uri;
  const offer = preview === undefined ? undefined : offers.get(preview.toString());
  if (answer === 'order' || offer?.hasQuote === true) offer?.answer(answer);
}

/** Shows the actions on the previews that have them. */
function publish(): void {
  const all = [...offers.values()];
  const set = (key: string, shown: readonly Offer[]): void => {
    void vscode.commands.executeCommand(
      'setContext',
      key,
      shown.map(({ uri }) => uri.path),
    );
  };
  set(contextKeys.orderPreviews, all);
  set(
    contextKeys.quotePreviews,
    all.filter(({ hasQuote }) => hasQuote),
  );
}

function tabsOf(uri: vscode.Uri): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => shows(tab, uri));
}

function shows({ input }: vscode.Tab, uri: vscode.Uri): boolean {
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}
