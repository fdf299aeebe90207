import * as vscode from 'vscode';
import { findString } from '../../orders/units/files/stringLocation.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import { uriOf } from '../projectUri.ts';
import { findProject } from './projects.ts';

/**
 * Opens the file of a job's first string at its key: the target file if it has the string, else its source. VS Code
 * selects the editor of a document. Rejects with OrderError 'no-project' if there is no such file.
 */
export async function showString(
  { units: [unit], sourceLocale, document }: Pick<TrackedJob, 'units' | 'sourceLocale' | 'document'>,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  if (unit === undefined) throw new OrderError('no-project');
  const project = document === undefined ? findProject(unit.project) : undefined;
  const location = project && (await findString(project, unit, sourceLocale));
  if (location !== undefined) {
    const { path, position: { line, character } = { line: 0, character: 0 } } = location;
    const uri = uriOf(unit.project, path);
    if (uri === undefined) throw new OrderError('no-project');
    await vscode.window.showTextDocument(uri, {
      preview: true,
      ...options,
      selection: new vscode.Range(line, character, line, character),
    });
    return;
  }
  const files = [unit.targetFile, unit.file].flatMap((file) => file ?? []);
  const uris = files.flatMap((file) => uriOf(unit.project, file) ?? []);
  // A file outside the open folders is named by its URI.
  if (unit.project === '') uris.push(vscode.Uri.parse(unit.file));
  for (const uri of uris) {
    try {
      await vscode.workspace.fs.stat(uri);
    } catch {
      // The target may not exist yet; the source is tried next.
      continue;
    }
    await vscode.commands.executeCommand('vscode.open', uri, { preview: true, ...options });
    return;
  }
  throw new OrderError('no-project');
}
