import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { onlyItem } from '../../base/onlyItem.ts';
import { present } from '../../base/present.ts';
import type { Services } from '../../editor/session/services.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { inputText } from '../../editor/shown/quickInput.ts';
import { showInformation, showWarning } from '../../editor/shown/toasts.ts';
import type { SourceFile } from '../../orders/units/files/localeFile.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { exactKeys, parseKeyPattern, type KeyPattern } from '../../orders/model/plan/keyPattern.ts';
import { type Words, words } from '../../words/words.ts';
import { runFile, runScope } from '../order/runScope.ts';
import type { Purpose } from '../scope/openedOrder.ts';
import type { OrderScope, UnitScope } from '../scope/orderScope.ts';
import { previewOrder, previewScope } from '../order/previewOrder.ts';
import { orderMemory } from './orderMemory.ts';
import { openProject } from './openProject.ts';

/** The task of a command that is run on the files of a project. */
export type ProjectPurpose = Purpose | 'preview';

/**
 * Quotes, orders or previews the missing and changed strings of folders, as one order; with no folders, of all open
 * folders. The user can limit the order to some keys, unless `allKeys` is set.
 */
export async function runProject(
  services: Services,
  purpose: ProjectPurpose,
  folders: readonly vscode.Uri[],
  { allKeys = false }: { readonly allKeys?: boolean } = {},
): Promise<void> {
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) {
    void showInformation(words(l10n.t('Open a folder with locale files first.')));
    return;
  }
  const scope = await openScope(services, folders);
  if (!services.localeFiles.isComplete)
    void showWarning(words(l10n.t('Not all files could be searched, so some locale files may be missing.')));
  const limitedScope = allKeys ? scope : await askKeys(scope, titleOf(purpose));
  if (limitedScope !== undefined) await runOpened(services, purpose, limitedScope);
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
  if (selected.length > 1) await runOpened(services, purpose, await openScope(services, selected));
  else if (uri !== undefined && (await isFolder(uri)))
    await runOpened(services, purpose, await openScope(services, [uri]));
  else if (purpose === 'preview') await previewOrder(services, uri, (scope) => orderScope(services, scope));
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

async function openScope(services: Services, uris: readonly vscode.Uri[]): Promise<UnitScope> {
  return withProgress(words(l10n.t('Reading files…')), (signal, report) =>
    openProject(services, uris, {
      signal,
      onProgress: (opened, total) => {
        report(words(l10n.t('{0} of {1}'), opened, total), 100 / total);
      },
    }),
  );
}

/** Asks for a pattern of keys, which is optional, and limits the scope to it. Returns undefined if the user cancels. */
async function askKeys(scope: UnitScope, title: Words): Promise<UnitScope | undefined> {
  const result = await inputText({
    position: { title, step: 1, totalSteps: 1 },
    prompt: words(
      l10n.t('Only keys like these, for example checkout.*, *.title. Optional. Press Enter for all strings.'),
    ),
    placeholder: words(l10n.t('All strings')),
    validate: (text) => {
      const pattern = parseKeyPattern(text);
      if (pattern === undefined || scope.sources.some((source) => hasKey(source, pattern))) return undefined;
      return words(l10n.t('No key matches “{0}”. An asterisk matches any characters.'), pattern.text);
    },
  });
  if (result.kind !== 'answer') return undefined;
  const pattern = parseKeyPattern(result.value);
  return pattern === undefined ? scope : withKeys(scope, pattern);
}

/** Returns the scope limited to the strings with these keys, and to the files that have any. */
export function withKeys(scope: UnitScope, keys: KeyPattern): UnitScope {
  const [first, ...others] = scope.sources.filter((source) => hasKey(source, keys));
  if (first === undefined) throw new OrderError('nothing-to-order');
  return { ...scope, sources: [first, ...others], ...present({ keys }) };
}

function hasKey({ units }: SourceFile, { matches }: KeyPattern): boolean {
  return units.some(({ id }) => matches(id));
}

function titleOf(purpose: ProjectPurpose): Words {
  switch (purpose) {
    case 'order':
      return words(l10n.t('Order Human Translation'));
    case 'quote':
      return words(l10n.t('Get a Quote'));
    case 'preview':
      return words(l10n.t('Preview What Translators See'));
  }
}

/** Whether a URI is that of an existing folder. */
export async function isFolder(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
}
