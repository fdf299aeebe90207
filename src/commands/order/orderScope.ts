import * as vscode from 'vscode';
import { projectFileOf, type ProjectFile } from '../../editor/workspace/projects.ts';
import { layoutSettings, readSettings } from '../../editor/settings.ts';
import type { Unit } from '../../formats/format.ts';
import { openSelectedSource, openTargetFile, type SourceFile } from '../../orders/files/localeFile.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { protect } from '../../placeholders/protect.ts';
import type { ProtectedText } from '../../placeholders/read/placeholder.ts';
import { syntaxesOfUnits } from '../../placeholders/project/syntaxes.ts';
import type { DocumentScope } from './documentScope.ts';

/** What is to be quoted or ordered. */
export type OrderScope =
  /** Units of a locale file: those selected, or what is missing or changed. */
  | {
      readonly kind: 'units';
      readonly source: SourceFile;
      readonly selected?: ReadonlySet<string>;
      readonly into?: string;
    }
  /** A passage selected in any other file. */
  | {
      readonly kind: 'passage';
      readonly project: string;
      readonly file: string;
      readonly text: string;
      readonly protectedText: ProtectedText;
      readonly sourceLocale: string;
    }
  | DocumentScope;

/** A whole locale file. Throws OrderError 'not-a-locale-file', and FormatError for a broken one. */
export async function fileScope(uri: vscode.Uri, signal: AbortSignal): Promise<OrderScope> {
  const file = projectFileOf(uri);
  if (file === undefined) throw new OrderError('not-a-locale-file', vscode.workspace.asRelativePath(uri));
  return { kind: 'units', ...(await openSelectedSource(file.project, file.path, layoutSettings(uri), signal)) };
}

/** The units that the selections of an editor touch; outside a locale file, the selected text itself. */
export async function selectionScope(editor: vscode.TextEditor, signal: AbortSignal): Promise<OrderScope> {
  const { document, selections } = editor;
  const file = projectFileOf(document.uri);
  const opened = file === undefined ? undefined : await openIfLocaleFile(document.uri, file, signal);
  if (opened !== undefined) {
    const { source, into, shown } = opened;
    const ranges = selections.map(
      (selection) => [offsetAt(shown.text, selection.start), offsetAt(shown.text, selection.end)] as const,
    );
    const touched = shown.units.filter((unit) => ranges.some(([start, end]) => touches(shown.text, unit, start, end)));
    if (touched.length === 0) throw new OrderError('nothing-to-order');
    return {
      kind: 'units',
      source,
      selected: new Set(touched.map((unit) => unit.id)),
      ...(into === undefined ? {} : { into }),
    };
  }
  const text = document.getText(editor.selection);
  if (text.trim() === '') throw new OrderError('nothing-to-order');
  const { sourceLocale, placeholders } = readSettings(document.uri);
  const syntaxes = syntaxesOfUnits({
    formatId: isMarkdown(document) ? 'markdown-passage' : 'passage',
    settings: placeholders,
  })({ text });
  return {
    kind: 'passage',
    project: file?.project.id ?? '',
    file: file?.path ?? document.uri.toString(),
    text,
    protectedText: protect(text, syntaxes),
    sourceLocale,
  };
}

/** Backticks are code there, and a string of the program elsewhere. */
function isMarkdown({ languageId }: vscode.TextDocument): boolean {
  return languageId === 'markdown' || languageId === 'mdx';
}

interface OpenedLocaleFile {
  readonly source: SourceFile;
  readonly into: string | undefined;
  /** The file in the editor: the source, or the translations into `into`. */
  readonly shown: { readonly text: string; readonly units: readonly Unit[] };
}

async function openIfLocaleFile(
  uri: vscode.Uri,
  { project, path }: ProjectFile,
  signal: AbortSignal,
): Promise<OpenedLocaleFile | undefined> {
  try {
    const { source, into } = await openSelectedSource(project, path, layoutSettings(uri), signal);
    if (into === undefined) return { source, into, shown: source };
    const target = await openTargetFile(source, into, signal);
    // Where one file holds both, pointing at the source's text or the target's means the unit.
    const sources = target.path === source.path ? source.units : [];
    return {
      source,
      into,
      shown: { text: target.text ?? '', units: [...target.units.values(), ...sources] },
    };
  } catch (error) {
    if (error instanceof OrderError && error.reason === 'not-a-locale-file') return undefined;
    throw error;
  }
}

/** A unit is touched by a selection on its value or anywhere on the value's line, its key included. */
function touches(
  text: string,
  unit: { readonly start: number; readonly end: number },
  start: number,
  end: number,
): boolean {
  const lineStart = Math.max(text.lastIndexOf('\n', unit.start - 1), text.lastIndexOf('\r', unit.start - 1)) + 1;
  const between = text.slice(lineStart, unit.start);
  // Several values on one line: the key of this one begins after the last separator.
  const separator = Math.max(between.lastIndexOf(','), between.lastIndexOf('{'), between.lastIndexOf('['));
  const from = lineStart + separator + 1;
  return start <= unit.end && end >= from;
}

/** The editor counts lines and characters after line ends were made alike; the file's own text may mix them. */
function offsetAt(text: string, position: vscode.Position): number {
  const lineEnds = /\r\n|\r|\n/gu;
  let start = 0;
  for (let line = 0; line < position.line; line += 1) {
    if (lineEnds.exec(text) === null) return text.length;
    start = lineEnds.lastIndex;
  }
  return Math.min(start + position.character, text.length);
}
