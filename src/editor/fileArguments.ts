import * as vscode from 'vscode';
import { listOf, memberOf } from '../base/unknownValue.ts';

/** Returns the file that VS Code passes to a command first; undefined from the palette. */
export function uriOf(argument: unknown): vscode.Uri | undefined {
  return argument instanceof vscode.Uri ? argument : undefined;
}

/** Returns the files that VS Code passes to a command second: those that are selected in the Explorer. */
export function urisOf(argument: unknown): readonly vscode.Uri[] {
  return listOf(argument).filter((uri) => uri instanceof vscode.Uri);
}

/** Returns the selected folders, or the one on which a command was run. */
export function foldersOf(uri: unknown, selected: unknown): readonly vscode.Uri[] {
  const folders = urisOf(selected);
  if (folders.length > 0) return folders;
  return urisOf([uri]);
}

/** Returns the locales in a CodeLens's second argument (`FileArgument`); the Explorer passes selected files instead. */
export function localesOf(argument: unknown): readonly string[] {
  return listOf(memberOf(argument, 'locales')).filter((locale) => typeof locale === 'string');
}
