import * as vscode from 'vscode';
import { parsePolicy } from '../orders/model/limits/parsePolicy.ts';
import type { Policy, PolicyOrigin } from '../orders/model/limits/policy.ts';
import { folderOf } from './projectUri.ts';

/**
 * Reads the policies that apply to orders of a project: the user's, the workspace's and the folder's. They are never
 * merged, so that no level can loosen another one: VS Code would replace a user's limit with the workspace's. Throws
 * PolicySettingError.
 */
export function readPolicies(project: string): readonly Policy[] {
  const folder = folderOf(project);
  const values = vscode.workspace.getConfiguration('humanTranslation', folder?.uri).inspect('policy') ?? { key: '' };
  const { globalValue, workspaceValue, workspaceFolderValue } = values;
  const levels: (readonly [PolicyOrigin, unknown])[] = [
    [{ kind: 'user' }, globalValue],
    [{ kind: 'workspace' }, workspaceValue],
  ];
  // In a window with a single folder, the settings of the workspace are those of the folder.
  const isSameAsWorkspace = vscode.workspace.workspaceFile === undefined && workspaceValue !== undefined;
  if (folder !== undefined && !isSameAsWorkspace)
    levels.push([{ kind: 'folder', project, name: folder.name }, workspaceFolderValue]);
  return levels.flatMap(([origin, value]) => parsePolicy(value, origin) ?? []);
}
