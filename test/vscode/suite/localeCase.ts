import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { placeJob, translateJob } from './sandboxService.ts';

/** The Japanese file of most tests, without `cart`. */
export const japanese = `{
  "home": "ホーム",
  "footer": "また来てね"
}
`;

/** The source of every case. */
export const english = `{
  "home": "Home",
  "cart": "Cart ({count})",
  "footer": "Come again"
}
`;

/** Returns `japanese` with a translation of `cart` added, and no other change. */
export function withCart(translation: string, before = japanese): string {
  const lineBreak = before.includes('\r\n') ? '\r\n' : '\n';
  return before.replace('"ホーム",', `"ホーム",${lineBreak}  "cart": ${JSON.stringify(translation)},`);
}

/** The unit that most tests order, with its protected text. */
export const cart = { key: 'cart', text: 'Cart ({count})', sent: 'Cart ([[[{count}]]])' } as const;

export interface OrderedText {
  readonly key: string;
  readonly text: string;
  /** Its text with protected placeholders. */
  readonly sent: string;
}

/** A source file and its Japanese file, in a separate folder of an open folder. */
export interface LocaleCase {
  readonly folder: vscode.WorkspaceFolder;
  /** Relative to the open folder. */
  readonly source: string;
  readonly target: vscode.Uri;
  readonly readTarget: () => Promise<Buffer>;
}

/** Writes both files below `cases/NAME/`; `target` is the content of the Japanese file. */
export async function makeCase(
  name: string,
  target: string | Uint8Array = japanese,
  folder = openFolder(0),
): Promise<LocaleCase> {
  const source = `cases/${name}/locales/en.json`;
  const uri = vscode.Uri.joinPath(folder.uri, `cases/${name}/locales/ja.json`);
  await mkdir(path.dirname(uri.fsPath), { recursive: true });
  await writeFile(path.join(folder.uri.fsPath, source), english);
  await writeFile(uri.fsPath, target);
  return { folder, source, target: uri, readTarget: () => readFile(uri.fsPath) };
}

/**
 * Creates the folders of a case one by one, after VS Code has seen the folder above. Folders that are created together
 * are not watched on Linux (https://github.com/parcel-bundler/watcher/issues/97).
 */
export async function makeWatchedFolders(name: string, folder = openFolder(0)): Promise<void> {
  let uri = folder.uri;
  for (const part of ['cases', name, 'locales']) {
    uri = vscode.Uri.joinPath(uri, part);
    const wanted = uri.fsPath;
    if (existsSync(wanted)) continue;
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '**'));
    const seen = new Promise<void>((resolve) => {
      watcher.onDidCreate(({ fsPath }) => {
        if (fsPath === wanted) resolve();
      });
    });
    await mkdir(wanted);
    await seen;
    watcher.dispose();
  }
}

export function openFolder(index: number): vscode.WorkspaceFolder {
  const folder = vscode.workspace.workspaceFolders?.[index];
  if (folder === undefined) throw new Error(`Folder ${index} is not open.`);
  return folder;
}

/**
 * Orders a unit of a case as another machine of the same user would, so that this window recovers the job.
 * `lies` replaces members of the custom data.
 */
export async function orderUnit(
  place: LocaleCase,
  unit: OrderedText = cart,
  lies: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const customData = {
    ht: 1,
    p: hash(place.folder.uri.toString(), 8),
    i: randomBytes(6).toString('hex'),
    n: 0,
    h: hash(unit.text, 16),
    l: 'ja',
    f: place.source,
    k: unit.key,
    ...lies,
  };
  return placeJob({ body_src: unit.sent, custom_data: JSON.stringify(customData) });
}

/** Orders `cart` and has it translated, so that it can be reviewed. */
export async function orderAndTranslate(place: LocaleCase, translation: string): Promise<string> {
  const jobId = await orderUnit(place);
  await translateJob(jobId, translation);
  await vscode.commands.executeCommand('humanTranslation.refresh');
  return jobId;
}

function hash(text: string, digits: number): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, digits);
}
