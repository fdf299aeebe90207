import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { placeJob, translateJob } from './sandboxService.ts';

/** The Japanese that most tests begin with: `cart` is missing. */
export const japanese = `{
  "home": "ホーム",
  "footer": "また来てね"
}
`;

/** What every case is translated from. */
export const english = `{
  "home": "Home",
  "cart": "Cart ({count})",
  "footer": "Come again"
}
`;

/** `japanese` with a translation of `cart` in its place, and no other difference. */
export function withCart(translation: string, before = japanese): string {
  const lineBreak = before.includes('\r\n') ? '\r\n' : '\n';
  return before.replace('"ホーム",', `"ホーム",${lineBreak}  "cart": ${JSON.stringify(translation)},`);
}

/** The unit that is mostly ordered, and the text in which its placeholder is protected. */
export const cart = { key: 'cart', text: 'Cart ({count})', sent: 'Cart ([[[{count}]]])' } as const;

export interface OrderedText {
  readonly key: string;
  readonly text: string;
  /** With its placeholders in the brackets that protect them. */
  readonly sent: string;
}

/** A source file with its Japanese one, in a folder of their own in an open folder. */
export interface LocaleCase {
  readonly folder: vscode.WorkspaceFolder;
  /** Relative to the open folder. */
  readonly source: string;
  readonly target: vscode.Uri;
  readonly readTarget: () => Promise<Buffer>;
}

/** Writes both files below `cases/NAME/`; `target` is what the Japanese one holds, byte for byte. */
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
 * Makes the folders of a case one by one, each only when VS Code has seen the one above it. Made together, they are not
 * watched on Linux (https://github.com/parcel-bundler/watcher/issues/97), and what happens in them is not told.
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
 * Orders a unit of a case as another machine of the same person would have, for this window to recover it.
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

/** Orders `cart` and has it translated: a job to review. */
export async function orderAndTranslate(place: LocaleCase, translation: string): Promise<string> {
  const jobId = await orderUnit(place);
  await translateJob(jobId, translation);
  await vscode.commands.executeCommand('humanTranslation.refresh');
  return jobId;
}

function hash(text: string, digits: number): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, digits);
}
