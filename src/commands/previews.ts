import * as vscode from 'vscode';
import { plain } from '../words/plain.ts';

const previewScheme = 'human-translation-preview';

/** Texts of the previews that are open, by address. */
const previews = new Map<string, string>();
let provider: vscode.Disposable | undefined;

/** A read-only document of this text, under the name of a file that it is not, which its tab shows; `query` tells apart what has one name. */
export function previewOf(extension: vscode.ExtensionContext, path: string, query: string, text: string): vscode.Uri {
  provide(extension);
  const uri = vscode.Uri.from({ scheme: previewScheme, path: `/${path.split('/').map(plain).join('/')}`, query });
  previews.set(uri.toString(), text);
  changed.fire(uri);
  return uri;
}

const changed = new vscode.EventEmitter<vscode.Uri>();

function provide(extension: vscode.ExtensionContext): void {
  if (provider !== undefined) return;
  provider = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(previewScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => previews.get(uri.toString()) ?? '',
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === previewScheme) previews.delete(uri.toString());
    }),
  );
  extension.subscriptions.push(provider);
}
