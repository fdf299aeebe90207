import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { onlyItem } from '../../base/onlyItem.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { layoutSettings } from '../../editor/settings.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { pickFrom } from '../../editor/shown/quickInput.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { projectFileOf } from '../../editor/workspace/projects.ts';
import type { Unit } from '../../formats/format.ts';
import {
  openSelectedSource,
  openTargetFile,
  type SourceFile,
  type TargetFile,
  openTargets,
} from '../../orders/units/files/localeFile.ts';
import { targetUnitOf } from '../../formats/targetUnit.ts';
import { unitsBetween } from '../../formats/touchedUnits.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { sourceUnitOf } from '../../orders/model/sourceUnit.ts';
import { localeName } from '../../words/formatting.ts';
import { fromOutside, type Words, words } from '../../words/words.ts';
import { failuresOf } from '../../orders/model/plan/plannedLocales.ts';
import { offsetAt, positionsIn } from '../../base/text/textPositions.ts';

/** The maximum length of a translation in the list of languages. */
const maxListedCharacters = 120;

/** The string at the cursor, and the source file that it comes from. */
interface StringAtCursor {
  readonly source: SourceFile;
  /** The locale of the editor's file if it is a translation; undefined if it is the source. */
  readonly translationLocale: string | undefined;
  /** The string in the source; undefined if only the translation has it. */
  readonly unit: Unit | undefined;
}

/** Shows the source of the translation at the cursor. Rejects with OrderError 'not-a-locale-file'. */
export async function goToSource(): Promise<void> {
  const atCursor = await stringAtCursor();
  if (atCursor === undefined) return;
  const { source, translationLocale, unit } = atCursor;
  if (unit === undefined) void showInformation(words(l10n.t('The source has no such string.')));
  else if (translationLocale === undefined) void showInformation(words(l10n.t('This file is the source.')));
  else await reveal(source.project.id, source.path, { text: source.text, offset: unit.start });
}

/** Shows a translation of the string at the cursor: the only one, or in a language that the user picks. */
export async function goToTranslation(): Promise<void> {
  const atCursor = await stringAtCursor();
  if (atCursor === undefined) return;
  const { source, translationLocale, unit } = atCursor;
  if (unit === undefined) {
    void showInformation(words(l10n.t('The source has no such string.')));
    return;
  }
  const locales = source.targetLocales.filter((locale) => locale !== translationLocale);
  const { opened, failed } = await withProgress(words(l10n.t('Reading files…')), (signal) =>
    openTargets(source, locales, signal),
  );
  // Called only for its error, which it throws if no translation can be read.
  failuresOf(failed, locales.length);
  const translations = opened
    .filter(({ text }) => text !== undefined)
    .map((target): Translation => ({ target, translation: targetUnitOf(target.units, unit.id) }));
  if (translations.length === 0) {
    void showInformation(words(l10n.t('There are no other translations of this file.')));
    return;
  }
  const picked = onlyItem(translations) ?? (await pickTranslation(translations));
  if (picked === undefined) return;
  const { target, translation } = picked;
  await reveal(source.project.id, target.path, { text: target.text ?? '', offset: translation?.start });
}

/** A target file, and the translation of the string in it, if it has one. */
interface Translation {
  readonly target: TargetFile;
  readonly translation: Unit | undefined;
}

async function pickTranslation(translations: readonly Translation[]): Promise<Translation | undefined> {
  const items = translations.map((value) => ({
    label: fromOutside(localeName(value.target.locale)),
    description: translatedText(value),
    value,
  }));
  return pickFrom(items, words(l10n.t('Select a language')));
}

function translatedText({ translation }: Translation): Words {
  const text = translation?.text ?? '';
  if (text === '') return words(l10n.t('missing'));
  return fromOutside(text, maxListedCharacters);
}

/** Returns the string at the cursor; undefined, after a message, if no string is there. */
async function stringAtCursor(): Promise<StringAtCursor | undefined> {
  const editor = vscode.window.activeTextEditor;
  const file = editor && projectFileOf(editor.document.uri);
  if (editor === undefined || file === undefined) {
    void showInformation(words(l10n.t('Open a locale file first, for example locales/en.json.')));
    return undefined;
  }
  const { document, selection } = editor;
  const { source, into } = await openSelectedSource(file.project, file.path, layoutSettings(document.uri));
  const target = into === undefined ? undefined : await openTargetFile(source, into);
  const { text, path } = target ?? source;
  if (text === undefined) throw new OrderError('not-a-locale-file', file.path);
  const offset = offsetAt(text, selection.active);
  const units = [...(target?.units.values() ?? [])];
  // In a file with both languages, the cursor may be in the source text, too.
  if (path === source.path) units.push(...source.units);
  const [unitAtCursor] = unitsBetween(text, units, offset, offset);
  if (unitAtCursor === undefined) {
    void showInformation(words(l10n.t('Put the cursor on a string first.')));
    return undefined;
  }
  const sourceUnits = new Map(source.units.map((unit) => [unit.id, unit]));
  return { source, translationLocale: into, unit: sourceUnitOf(sourceUnits, unitAtCursor.id) };
}

/** Opens a file of a project, with the cursor at an offset of its text (at its beginning if that is undefined). */
async function reveal(
  project: string,
  path: string,
  { text, offset }: { readonly text: string; readonly offset: number | undefined },
): Promise<void> {
  const uri = uriOf(project, path);
  if (uri === undefined) return;
  const { line, character } = positionsIn(text)(offset ?? 0);
  const position = new vscode.Position(line, character);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(position, position) });
}
