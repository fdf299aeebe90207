import * as vscode from 'vscode';
import { plain } from '../words/plain.ts';

const previewScheme = 'human-translation-preview';

/** The texts of the open previews, by URI. */
const previews = new Map<string, string>();
let providerRegistration: vscode.Disposable | undefined;

/** A read-only document that exists only while it is open. */
export interface PreviewDocument {
  /** Shown in the tab; no file of this name needs to exist. */
  readonly path: string;
  /** Distinguishes documents with the same path. */
  readonly query: string;
  readonly text: string;
}

/** Creates or updates a preview. Returns its URI. */
export function previewDocument(
  extension: vscode.ExtensionContext,
  { path, query, text }: PreviewDocument,
): vscode.Uri {
  registerProvider(extension);
  const uri = vscode.Uri.from({ scheme: previewScheme, path: `/${path.split('/').map(plain).join('/')}`, query });
  previews.set(uri.toString(), text);
  textChanged.fire(uri);
  return uri;
}

const textChanged = new vscode.EventEmitter<vscode.Uri>();

function registerProvider(extension: vscode.ExtensionContext): void {
  if (providerRegistration !== undefined) return;
  providerRegistration = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(previewScheme, {
      onDidChange: textChanged.event,
      provideTextDocumentContent: (uri) => previews.get(uri.toString()) ?? '',
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === previewScheme) previews.delete(uri.toString());
    }),
  );
  extension.subscriptions.push(providerRegistration);
}
