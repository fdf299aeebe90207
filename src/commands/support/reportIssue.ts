import { readdir } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { memberOf } from '../../base/unknownValue.ts';
import type { Services } from '../../editor/session/services.ts';
import { readSettings } from '../../editor/settings.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { words } from '../../words/words.ts';
import { issueReport, type ReportedSetting, type ReportFacts } from './issueReport.ts';
import { redactLog } from './redactLog.ts';

/** How long a report waits for the search for locale files. */
const maxSearchMs = 3000;

/** The report that was opened last, if any. */
let report: vscode.TextDocument | undefined;

/**
 * Opens a report that the user can read and change. Nothing is sent: the user copies it into a form of the browser. If
 * the last report is still open, it is offered again instead of a new one.
 */
export async function reportIssue(services: Services): Promise<void> {
  const { bugs } = services.extension.extension.packageJSON as { readonly bugs: { readonly url: string } };
  if (report === undefined || report.isClosed) {
    const content = issueReport(await readFacts(services));
    report = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  }
  const document = report;
  await vscode.window.showTextDocument(document, { preview: false });
  const copyAndOpen = words(l10n.t('Copy and Open GitHub'));
  const copy = words(l10n.t('Copy'));
  const chosen = await showInformation(
    words(l10n.t('Check the report, and remove what you don’t want to publish. Nothing has been sent.')),
    copyAndOpen,
    copy,
  );
  if (chosen === undefined) return;
  // The text may have been changed by the user.
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
  const keys = await credentials.get(baseUrl);
  return keys === undefined ? 'service without keys' : 'service';
}

/** Returns the paths of the locale files; undefined if the search takes too long. */
async function localeFilesOf({ localeFiles }: Services): Promise<readonly string[] | undefined> {
  try {
    return (await localeFiles.find(AbortSignal.timeout(maxSearchMs))).map(({ path }) => path);
  } catch {
    return undefined;
  }
}

/** Returns the settings that are set somewhere, with their schemas. */
function changedSettings(contributes: unknown): readonly ReportedSetting[] {
  const schemas = memberOf(contributes, 'configuration', 'properties') ?? {};
  return Object.entries(schemas).flatMap(([name, schema]: readonly [string, unknown]) => {
    const values = vscode.workspace.getConfiguration().inspect<unknown>(name);
    const settings: readonly ReportedSetting[] = [
      { name, schema, scope: 'user', value: values?.globalValue },
      { name, schema, scope: 'workspace', value: values?.workspaceValue },
      { name, schema, scope: 'folder', value: values?.workspaceFolderValue },
    ];
    return settings.filter(({ value }) => value !== undefined);
  });
}

/** Returns the names of the extension's own files. */
async function shippedFiles({ extensionUri }: vscode.ExtensionContext): Promise<ReadonlySet<string>> {
  const folder = vscode.Uri.joinPath(extensionUri, 'dist').fsPath;
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  // `service\client.js → client.js`
  return new Set(names.map((name) => name.split(/[/\\]/u).at(-1) ?? name));
}
