import * as vscode from 'vscode';
import { uriOf } from '../editor/projects.ts';
import type { Services } from '../editor/services.ts';
import { OrderError } from '../orders/orderError.ts';
import { previewDelivery } from '../orders/previewDelivery.ts';
import { chooseJob } from './jobArgument.ts';

const t = vscode.l10n.t;

const previewScheme = 'human-translation-preview';

/** Texts of the previews that are open, by address. */
const previews = new Map<string, string>();
let provider: vscode.Disposable | undefined;

/** Shows in a diff editor what a delivery would change; nothing is written. */
export async function showChanges(services: Services, argument: unknown): Promise<void> {
  const chosen = await chooseJob(services, argument, 'showChanges');
  if (chosen === undefined) return;
  const { session, job } = chosen;
  const { project, targetFile, before, after } = await previewDelivery(session.context, job);
  const file = uriOf(project, targetFile);
  if (file === undefined) throw new OrderError('no-project');
  provide(services.extension);
  const left = before === undefined ? previewOf(targetFile, job.id, 'before', '') : file;
  const right = previewOf(targetFile, job.id, 'after', after);
  await vscode.commands.executeCommand('vscode.diff', left, right, t('{0} with “{1}”', targetFile, job.title));
}

function previewOf(path: string, jobId: string, side: 'before' | 'after', text: string): vscode.Uri {
  const uri = vscode.Uri.from({ scheme: previewScheme, path: `/${path}`, query: `${jobId}/${side}` });
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
