import type { LocaleFormat, TextEdit } from '../kit/localeFormat.ts';
import { keptWhileWriting, type FileOf } from '../kit/keptWhileWriting.ts';
import { provenFormat, refusal, type WantedChange } from '../kit/provenFormat.ts';
import { sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { because } from '../reasons/reason.ts';
import { insertTexts } from './insertTexts.ts';
import type { MissingText } from './tomlRender.ts';
import { parseToml } from './parseToml.ts';
import { skeletonOf } from './tomlSkeleton.ts';
import { stringKindOf, renderString } from './tomlString.ts';
import { styleOf } from './tomlStyle.ts';
import type { TomlFile } from './tomlTree.ts';
import { omittedIn, keysOf, unitsOf } from './tomlUnits.ts';

/**
 * TOML as used by go-i18n and Hugo: a table with plural categories is a plural set, whose `description` is its note;
 * every other string is a unit, named by its keys, and in an array by its index. Other values are not units.
 */
export const toml: LocaleFormat = keptWhileWriting(parseToml, (fileOf) =>
  provenFormat({
    id: 'toml',
    keysArePaths: true,
    readsWithSource: true,
    units: (text, _locale, sourceText) => unitsOf(fileOf(text, sourceText)),
    omitted: (text, _locale, sourceText) => omittedIn(fileOf(text, sourceText)),
    edits: (change) => editToml(change, fileOf),
  }),
);

function editToml(change: WantedChange, fileOf: FileOf<TomlFile>): readonly TextEdit[] {
  const { text } = change;
  if (text.trim() === '') return [{ start: 0, end: text.length, text: createToml(change, fileOf) }];
  return editFile(fileOf(text, change.context.sourceText), change, fileOf);
}

function editFile(target: TomlFile, change: WantedChange, fileOf: FileOf<TomlFile>): TextEdit[] {
  const { replaced, added } = change;
  const edits: TextEdit[] = [];
  const targetStyle = styleOf(target);
  for (const [id, text] of replaced) {
    const unit = change.present.get(id);
    if (unit === undefined) throw refusal(because('unit-not-in-target', id));
    const { start, end } = unit;
    const kind = stringKindOf(target.text.slice(start, end));
    edits.push({ start, end, text: renderString(text, kind, targetStyle) });
  }
  if (added.size > 0) {
    const source = fileOf(change.context.sourceText);
    const missing: MissingText[] = [...added].map(([id, text]) => ({ path: pathOf(id), text }));
    edits.push(...insertTexts(target, source, missing, styleOf(target, styleOf(source))));
  }
  return sortEdits(edits);
}

/** Returns the content of a new file: the source's layout (its skeleton) with the translations. */
function createToml(change: WantedChange, fileOf: FileOf<TomlFile>): string {
  const skeleton = skeletonOf(fileOf(change.context.sourceText), [...change.added.keys()].map(pathOf));
  const target = fileOf(skeleton, change.context.sourceText);
  const present = new Map(unitsOf(target).map((unit) => [unit.id, unit]));
  const replaced = new Map<string, string>();
  const added = new Map<string, string>();
  for (const [id, text] of change.added) {
    const unit = present.get(id);
    if (unit === undefined) added.set(id, text);
    else if (unit.text !== text) replaced.set(id, text);
  }
  return spliceEdits(skeleton, editFile(target, { ...change, text: skeleton, present, replaced, added }, fileOf));
}

function pathOf(id: string): readonly string[] {
  const keys = keysOf(id);
  if (keys === undefined) throw refusal(because('unit-id-invalid', id));
  return keys;
}
