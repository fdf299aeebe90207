import * as vscode from 'vscode';
import { projectFileOf, type ProjectFile } from '../../editor/workspace/projects.ts';
import { layoutSettings, readSettings } from '../../editor/settings.ts';
import type { Unit } from '../../formats/format.ts';
import { unitsBetween } from '../../formats/touchedUnits.ts';
import { openSelectedSource, openTargetFile, type SourceFile } from '../../orders/units/files/localeFile.ts';
import type { SkippedFile } from '../../orders/model/plan/skippedFile.ts';
import { UnknownSourceError } from '../../orders/model/errors/unknownSourceError.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { StringLimit } from '../../orders/model/plan/stringLimit.ts';
import { protect } from '../../placeholders/protect.ts';
import type { ProtectedText } from '../../placeholders/read/placeholder.ts';
import { syntaxesOfUnits } from '../../placeholders/project/syntaxes.ts';
import type { DocumentScope } from './documentScope.ts';
import { offsetAt } from '../../base/text/textPositions.ts';

/** Units of locale files in one source locale: the selected ones, or those that are missing or changed. */
export interface UnitScope {
  readonly kind: 'units';
  /** In the order of their folders, by path. */
  readonly sources: readonly [SourceFile, ...SourceFile[]];
  /** Ids of the units that are selected in the editor, all of the only source. Absent if all units are in the scope. */
  readonly selected?: ReadonlySet<string>;
  /** Locales that are selected at first, such as that of the translation on which the command was run. */
  readonly initialTargets: readonly string[];
  /** Files that an order of several files skips; may be empty. Absent for one file, which throws instead. */
  readonly skippedFiles?: readonly SkippedFile[];
  /** Limits the order to some of the strings. */
  readonly limit?: StringLimit;
  /** The scope as it was before it was limited, with all of its files. */
  readonly unlimited?: UnitScope;
  /** URIs of the files and folders on which the command was run, from which the scope can be opened again. */
  readonly origin?: readonly string[];
}

/** The strings or documents to quote or order. */
export type OrderScope = TextScope | DocumentScope;

/** The strings to quote or order. */
export type TextScope =
  | UnitScope
  /** A passage selected in any other file. */
  | {
      readonly kind: 'passage';
      readonly project: string;
      readonly file: string;
      readonly text: string;
      readonly protectedText: ProtectedText;
      readonly sourceLocale: string;
    };

/**
 * Opens a whole locale file; `locales` are selected at first, unless it is a translation itself. Throws OrderError
 * 'not-a-locale-file', and FormatError for a broken one.
 */
export async function fileScope(
  uri: vscode.Uri,
  signal: AbortSignal,
  locales: readonly string[] = [],
): Promise<TextScope> {
  const file = projectFileOf(uri);
  if (file === undefined) throw new OrderError('not-a-locale-file', vscode.workspace.asRelativePath(uri));
  const { source, into } = await openSelectedSource(file.project, file.path, layoutSettings(uri), signal);
  refuseUnknownSource(source);
  const initialTargets = into === undefined ? locales : [into];
  return { kind: 'units', sources: [source], initialTargets, origin: [uri.toString()] };
}

/** Throws UnknownSourceError for a translation whose source does not exist. */
function refuseUnknownSource({ project, path, role }: SourceFile): void {
  if (role?.kind === 'unknown') throw new UnknownSourceError({ project: project.id, path }, role.locales);
}

/** Opens the units that an editor's selections touch; outside a locale file, the selected text. */
export async function selectionScope(editor: vscode.TextEditor, signal: AbortSignal): Promise<TextScope> {
  const { document, selections } = editor;
  const file = projectFileOf(document.uri);
  const openedFile = file === undefined ? undefined : await openIfLocaleFile(document.uri, file, signal);
  if (openedFile !== undefined) {
    const { source, translationLocale, shown } = openedFile;
    const touchedUnits = selections.flatMap((selection) => {
      const start = offsetAt(shown.text, selection.start);
      const end = offsetAt(shown.text, selection.end);
      return unitsBetween(shown.text, shown.units, start, end);
    });
    if (touchedUnits.length === 0) throw new OrderError('nothing-to-order');
    return {
      kind: 'units',
      sources: [source],
      selected: new Set(touchedUnits.map((unit) => unit.id)),
      initialTargets: translationLocale === undefined ? [] : [translationLocale],
    };
  }
  const text = document.getText(editor.selection);
  if (text.trim() === '') throw new OrderError('nothing-to-order');
  const { sourceLocale, placeholders } = readSettings(document.uri);
  const formatId = isMarkdown(document) ? 'markdown-passage' : 'passage';
  const syntaxesOf = syntaxesOfUnits({ formatId, settings: placeholders });
  return {
    kind: 'passage',
    project: file?.project.id ?? '',
    file: file?.path ?? document.uri.toString(),
    text,
    protectedText: protect(text, syntaxesOf({ text })),
    sourceLocale,
  };
}

/** Whether backticks mark code spans; in program code they delimit strings. */
function isMarkdown({ languageId }: vscode.TextDocument): boolean {
  return languageId === 'markdown' || languageId === 'mdx';
}

interface OpenedLocaleFile {
  readonly source: SourceFile;
  /** The locale of the file in the editor if it is a translation; undefined if it is the source. */
  readonly translationLocale: string | undefined;
  /** The file in the editor: the source, or the translations into that locale. */
  readonly shown: { readonly text: string; readonly units: readonly Unit[] };
}

/** Opens the file in the editor and its source. Returns undefined if it is no locale file. */
async function openIfLocaleFile(
  uri: vscode.Uri,
  { project, path }: ProjectFile,
  signal: AbortSignal,
): Promise<OpenedLocaleFile | undefined> {
  try {
    const { source, into } = await openSelectedSource(project, path, layoutSettings(uri), signal);
    refuseUnknownSource(source);
    if (into === undefined) return { source, translationLocale: undefined, shown: source };
    const target = await openTargetFile(source, into, signal);
    const units = [...target.units.values()];
    // If one file contains both languages, selecting either the source text or the translation selects the unit.
    if (target.path === source.path) units.push(...source.units);
    return { source, translationLocale: into, shown: { text: target.text ?? '', units } };
  } catch (error) {
    if (error instanceof OrderError && error.reason === 'not-a-locale-file') return undefined;
    throw error;
  }
}
