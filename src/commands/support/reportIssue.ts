import { readdir } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRecord } from '../../base/isRecord.ts';
import type { Services } from '../../editor/session/services.ts';
import { readSettings } from '../../editor/settings.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { words } from '../../words/words.ts';
import { issueReport, type ReportedSetting, type ReportFacts } from './issueReport.ts';
import { redactLog } from './redactLog.ts';

/** The longest time for which the search for locale files is waited for, in milliseconds. */
const searchMs = 3000;

/** The report that is open, if any. */
let open: vscode.TextDocument | undefined;

/**
 * Opens a report that the user can read and change. Nothing is sent: the user copies it into a form of the browser. If
 * the last report is still open, it is offered again instead of a new one.
 */
export async function reportIssue(services: Services): Promise<void> {
  const { bugs } = services.extension.extension.packageJSON as { readonly bugs: { readonly url: string } };
  if (open === undefined || open.isClosed)
    open = await vscode.workspace.openTextDocument({
      language: 'markdown',
      content: issueReport(await readFacts(services)),
    });
  const document = open;
  await vscode.window.showTextDocument(document, { preview: false });
  const copyAndOpen = words(l10n.t('Copy and Open GitHub'));
  const copy = words(l10n.t('Copy'));
  const chosen = await showInformation(
    words(l10n.t('Check the report, and remove what you don’t want to publish. Nothing has been sent.')),
    copyAndOpen,
    copy,
  );
  if (chosen === undefined) return;
  // As the user has changed it.
  await vscode.env.clipboard.writeText(document.getText());
  if (chosen === copyAndOpen) await vscode.env.openExternal(vscode.Uri.parse(`${bugs.url}/new`, true));
}

async function readFacts(services: Services): Promise<ReportFacts> {
  const { extension, sessions, messages } = services;
  const manifest = extension.extension.packageJSON as { readonly version: string; readonly contributes: unknown };
  return {
    versions: {
      extension: manifest.version,
      vscode: vscode.version,
      system: [platform(), arch()],
      host: vscode.env.appHost,
      remote: vscode.env.remoteName,
      language: vscode.env.language,
      isWeb: vscode.env.uiKind === vscode.UIKind.Web,
      isTrusted: vscode.workspace.isTrusted,
    },
    service: await serviceKind(services),
    folderCount: vscode.workspace.workspaceFolders?.length ?? 0,
    localeFiles: await localeFilesOf(services),
    statuses: sessions.session?.jobs.all.map(({ status }) => status),
    settings: changedSettings(manifest.contributes),
    log: redactLog(messages.recentLog, await shippedFiles(extension)),
  };
}

async function serviceKind({ credentials }: Services): Promise<ReportFacts['service']> {
  const { baseUrl } = readSettings();
  if (baseUrl === '') return 'sandbox';
  return (await credentials.get(baseUrl)) === undefined ? 'service without keys' : 'service';
}

async function localeFilesOf({ localeFiles }: Services): Promise<readonly string[] | undefined> {
  try {
    return (await localeFiles.find(AbortSignal.timeout(searchMs))).map(({ path }) => path);
  } catch {
    return undefined;
  }
}

/** Returns the settings that are set somewhere, with their schemas. */
function changedSettings(contributes: unknown): readonly ReportedSetting[] {
  const configuration = isRecord(contributes) ? contributes['configuration'] : undefined;
  const properties =
    isRecord(configuration) && isRecord(configuration['properties']) ? configuration['properties'] : {};
  return Object.entries(properties).flatMap(([name, schema]) => {
    const found = vscode.workspace.getConfiguration().inspect<unknown>(name);
    const values = [
      { scope: 'user', value: found?.globalValue },
      { scope: 'workspace', value: found?.workspaceValue },
      { scope: 'folder', value: found?.workspaceFolderValue },
    ] as const;
    return values.filter(({ value }) => value !== undefined).map((one) => ({ name, schema, ...one }));
  });
}

/** Returns the names of the extension's own files. */
async function shippedFiles({ extensionUri }: vscode.ExtensionContext): Promise<ReadonlySet<string>> {
  const folder = vscode.Uri.joinPath(extensionUri, 'dist').fsPath;
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return new Set(names.map((name) => name.split(/[/\\]/u).at(-1) ?? name));
}
