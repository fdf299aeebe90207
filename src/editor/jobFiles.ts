import * as vscode from 'vscode';
import { parseJobUri } from './parseJobUri.ts';

/**
 * The file system of job pages: VS Code asks whether a file exists before it restores its editor or goes back to it.
 * The pages have no content of their own, and are read-only.
 */
export class JobFiles implements vscode.FileSystemProvider {
  readonly createDirectory = refuseChange;
  readonly writeFile = refuseChange;
  readonly delete = refuseChange;
  readonly rename = refuseChange;
  readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]> = () => new vscode.Disposable(() => undefined);

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    if (parseJobUri(uri) === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0, permissions: vscode.FilePermission.Readonly };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  readFile(uri: vscode.Uri): Uint8Array {
    if (parseJobUri(uri) === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return new Uint8Array();
  }
}

function refuseChange(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}
