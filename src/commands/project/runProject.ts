import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { onlyItem } from '../../base/onlyItem.ts';
import type { Services } from '../../editor/session/services.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { exactKeys } from '../../orders/model/plan/keyPattern.ts';
import { words } from '../../words/words.ts';
import { runFile, runScope } from '../order/runScope.ts';
import { withSourceLocale } from '../scope/askSourceLocale.ts';
import type { Purpose } from '../scope/openedOrder.ts';
import { withBranchChanges, withKeys } from '../scope/limitedScope.ts';
import type { OrderScope, UnitScope } from '../scope/orderScope.ts';
import { previewOrder, previewScope } from '../order/previewOrder.ts';
import { orderMemory } from './orderMemory.ts';
import { openProject } from './openProject.ts';

/** The task of a command that is run on the files of a project. */
export type ProjectPurpose = Purpose | 'preview';

/**
 * Quotes, orders or previews the missing and changed strings of folders, as one order; with no folders, of all open
 * folders.
 */
export async function runProject(
  services: Services,
  purpose: ProjectPurpose,
  folders: readonly vscode.Uri[],
): Promise<void> {
  const scope = await openFolders(services, folders);
  if (scope !== undefined) await runOpened(services, purpose, scope);
}

/** Orders the strings that the branch which is checked out has added or changed, of all open folders. */
export async function orderBranch(services: Services): Promise<void> {
  const scope = await openFolders(services, []);
  if (scope === undefined) return;
  const limitedScope = await withProgress(words(l10n.t('Comparing with Git…')), (signal) =>
    withBranchChanges(scope, signal),
  );
  await runOpened(services, 'order', limitedScope);
}

/** Opens folders; with none given, all open folders. Returns undefined if no folder is open, or if the user cancels. */
async function openFolders(services: Services, folders: readonly vscode.Uri[]): Promise<UnitScope | undefined> {
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) {
    void showInformation(words(l10n.t('Open a folder with locale files first.')));
    return undefined;
  }
  const scope = await openScope(services, folders);
  if (scope !== undefined && !services.localeFiles.isComplete)
    void showWarning(words(l10n.t('Not all files could be searched, so some locale files may be missing.')));
  return scope;
}

/** The files on which a command for files was run. */
export interface FilesArgument {
  /** The file or folder that was clicked; undefined for the one in the active editor. */
  readonly uri: vscode.Uri | undefined;
  /** Selected files and folders, which are one order. */
  readonly selected: readonly vscode.Uri[];
  /** The locales that are selected at first. */
  readonly locales?: readonly string[];
}

/** Quotes, orders or previews locale files. */
export async function runFiles(
  services: Services,
  purpose: ProjectPurpose,
  { uri, selected, locales = [] }: FilesArgument,
): Promise<void> {
  const folder = uri !== undefined && (await isFolder(uri)) ? [uri] : [];
  const filesToOpen = selected.length > 1 ? selected : folder;
  if (filesToOpen.length > 0) {
    const scope = await openScope(services, filesToOpen);
    if (scope !== undefined) await runOpened(services, purpose, scope);
  } else if (purpose === 'preview') await previewOrder(services, uri, (scope) => orderScope(services, scope));
  else await runFile(services, purpose, { uri, locales }, orderMemory(services));
}

/** Files, locales and keys with which the wizard begins. */
export interface OrderRequest {
  /** Files or folders; if empty, all open folders. */
  readonly uris: readonly vscode.Uri[];
  /** The locales that are selected at first. */
  readonly locales: readonly string[];
  /** The order is limited to these keys; if empty, it has all missing and changed strings. */
  readonly keys: readonly string[];
}

/** Opens the wizard for an order that a program has suggested. The user answers the questions and confirms the price. */
export async function orderRequested(services: Services, { uris, locales, keys }: OrderRequest): Promise<void> {
  const single = onlyItem(uris);
  if (single !== undefined && keys.length === 0 && !(await isFolder(single))) {
    await runFile(services, 'order', { uri: single, locales }, orderMemory(services));
    return;
  }
  const openedScope = await openScope(services, uris);
  if (openedScope === undefined) return;
  const scope = locales.length > 0 ? { ...openedScope, initialTargets: locales } : openedScope;
  if (keys.length === 0) await runOpened(services, 'order', scope);
  // Not remembered, because names of keys aren't stored: like a selection, it can't be continued later.
  else await runScope(services, 'order', () => Promise.resolve(withKeys(scope, exactKeys(keys))));
}

async function runOpened(services: Services, purpose: ProjectPurpose, scope: UnitScope): Promise<void> {
  if (purpose === 'preview')
    await previewScope(services, scope, undefined, (previewed) => orderScope(services, previewed));
  else await runScope(services, purpose, () => Promise.resolve(scope), orderMemory(services));
}

async function orderScope(services: Services, scope: OrderScope): Promise<void> {
  await runScope(services, 'order', () => Promise.resolve(scope), orderMemory(services));
}

/** Opens files and folders. Returns undefined if their source is unknown, and the user does not name it. */
async function openScope(services: Services, uris: readonly vscode.Uri[]): Promise<UnitScope | undefined> {
  return withSourceLocale(() =>
    withProgress(words(l10n.t('Reading files…')), (signal, report) =>
      openProject(services, uris, {
        signal,
        onProgress: (opened, total) => {
          report(words(l10n.t('{0} of {1}'), opened, total), 100 / total);
        },
      }),
    ),
  );
}

/** Whether a URI is that of an existing folder. */
export async function isFolder(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
}
