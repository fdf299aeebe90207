import * as vscode from 'vscode';
import { contextKeys } from '../../editor/commandIds.ts';

/** How a preview ended: by an action ('order', 'back'), closed, or 'replaced' by the preview of another order. */
export type PreviewAnswer = 'order' | 'back' | 'closed' | 'replaced';

/** An open preview whose toolbar has actions. */
interface PreviewOffer {
  readonly uri: vscode.Uri;
  /** Whether there is a quote to go back to. */
  readonly hasQuote: boolean;
  /** Ends the preview. Only the first answer counts. */
  readonly answer: (answer: PreviewAnswer) => void;
}

/** By URI. */
const offers = new Map<string, PreviewOffer>();

/** Offers actions in the toolbar of an open preview. Waits until one is chosen, or until the preview is closed. */
export async function askInPreview(
  uri: vscode.Uri,
  { hasQuote }: Pick<PreviewOffer, 'hasQuote'>,
): Promise<PreviewAnswer> {
  const uriText = uri.toString();
  offers.get(uriText)?.answer('replaced');
  const { promise, resolve } = Promise.withResolvers<PreviewAnswer>();
  const offer: PreviewOffer = { uri, hasQuote, answer: resolve };
  offers.set(uriText, offer);
  updateToolbars();
  const subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    if (closed.some((tab) => shows(tab, uri)) && tabsOf(uri).length === 0) resolve('closed');
  });
  const answer = await promise;
  subscription.dispose();
  if (offers.get(uriText) === offer) {
    offers.delete(uriText);
    updateToolbars();
  }
  if (answer === 'order' || answer === 'back') await vscode.window.tabGroups.close(tabsOf(uri));
  return answer;
}

/** Chooses an action of the preview with this URI, or of the one in the active editor. */
export function answerInPreview(answer: 'order' | 'back', uri: vscode.Uri | undefined): void {
  const previewUri = uri ?? vscode.window.activeTextEditor?.document.uri;
  const offer = previewUri === undefined ? undefined : offers.get(previewUri.toString());
  if (answer === 'order' || offer?.hasQuote === true) offer?.answer(answer);
}

/** Sets the context keys on which the toolbar's actions depend: each holds the paths of the previews that have one. */
function updateToolbars(): void {
  const allOffers = [...offers.values()];
  const quoteOffers = allOffers.filter(({ hasQuote }) => hasQuote);
  setPaths(contextKeys.orderPreviews, allOffers);
  setPaths(contextKeys.quotePreviews, quoteOffers);
}

function setPaths(contextKey: string, shownOffers: readonly PreviewOffer[]): void {
  const paths = shownOffers.map(({ uri }) => uri.path);
  void vscode.commands.executeCommand('setContext', contextKey, paths);
}

function tabsOf(uri: vscode.Uri): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => shows(tab, uri));
}

function shows({ input }: vscode.Tab, uri: vscode.Uri): boolean {
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}
