import * as vscode from 'vscode';
import { isRecord } from '../base/isRecord.ts';

/** Returns the file that VS Code passes to a command first; undefined from the palette. */
export function uriOf(argument: unknown): vscode.Uri | undefined {
  return argument instanceof vscode.Uri ? argument : undefined;
}

/** Returns the files that VS Code passes to a command second: those that are selected in the Explorer. */
export function urisOf(argument: unknown): readonly vscode.Uri[] {
  return Array.isArray(argument) ? argument.filter((one) => one instanceof vscode.Uri) : [];
}

/** Returns the selected folders, or the one on which a command was run. */
export function foldersOf(uri: unknown, selected: unknown): readonly vscode.Uri[] {
  const folders = urisOf(selected);
  return folders.length > 0 ? folders : [uriOf(uri) ?? []].flat();
}

/** Returns the locales in a CodeLens's second argument (`FileArgument`); the Explorer passes the selected files instead. */
export function localesOf(argument: unknown): readonly string[] {
  const locales = isRecord(argument) ? argument['locales'] : undefined;
  return Array.isArray(locales) ? locales.filter((locale) => typeof locale === 'string') : [];
}

/** Returns whether an order of a project is for all of its strings, as from buttons for beginners. */
export function wantsAllKeys(argument: unknown): boolean {
  return isRecord(argument) && argument['allKeys'] === true;
}
