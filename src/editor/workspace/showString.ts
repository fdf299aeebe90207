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
  const project = findProject(unit.project);
  const found =
    project === undefined || document !== undefined ? undefined : await findString(project, unit, sourceLocale);
  if (found !== undefined) {
    const { path, position: { line, character } = { line: 0, character: 0 } } = found;
    const uri = uriOf(unit.project, path);
    if (uri === undefined) throw new OrderError('no-project');
    await vscode.window.showTextDocument(uri, {
      preview: true,
      ...options,
      selection: new vscode.Range(line, character, line, character),
    });
    return;
  }
  const target = unit.targetFile === undefined ? undefined : uriOf(unit.project, unit.targetFile);
  const source = uriOf(unit.project, unit.file) ?? (unit.project === '' ? vscode.Uri.parse(unit.file) : undefined);
  for (const uri of [target, source].filter((candidate) => candidate !== undefined)) {
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
