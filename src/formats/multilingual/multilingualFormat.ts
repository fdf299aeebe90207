import { present } from '../../base/present.ts';
import { findLocale, isSameLocale, spellLike } from '../../base/locale.ts';
import { hasWords } from '../../base/text/hasWords.ts';
import { parsedRecently } from '../kit/keptWhileWriting.ts';
import type { LocaleFormat, OmittedEntry, Unit } from '../kit/localeFormat.ts';
import { provenFormat, refusal, type WantedChange } from '../kit/provenFormat.ts';
import { escapeKey, joinKeyPath, splitKeyPath } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import type { KeyNode } from './keyTree.ts';
import { localeShapeOf, type LocaleShape } from './localeShape.ts';

/** How files of one syntax are read and changed. */
export interface KeySyntax {
  /** Reads and writes a file as if it held one locale. */
  readonly format: LocaleFormat;
  /** The location that an id refers to, as in `FormatParts`. */
  readonly placeOf: (id: string) => string;
  /** Throws FormatError. */
  readonly parse: (text: string) => KeyNode;
  /** Returns the text with the source's texts also as those of another locale, in place of its own. */
  readonly copyLocale: (text: string, root: KeyNode, copy: LocaleCopy) => string;
}

/** A locale that gets the texts of the source. */
export interface LocaleCopy {
  readonly shape: LocaleShape;
  readonly name: string;
}

/**
 * Creates a format for files that hold all locales, as the first keys or as the last ones. A unit's id is its path
 * without the locale. A locale that the file lacks is added after the others.
 */
export function multilingualFormat(id: string, syntax: KeySyntax): LocaleFormat {
  const contentOf = parsedRecently((text: string) => readContent(text, syntax));
  return provenFormat({
    id,
    placeOf: syntax.placeOf,
    keysArePaths: true,
    locales: (text) => {
      const shape = localeShapeOf(syntax.parse(text));
      if (shape === undefined) return undefined;
      const { source, names } = shape;
      return { source, targets: names.filter((name) => name !== source), all: true };
    },
    units: (text, locale) => {
      const { root, shape, units: allUnits } = contentOf(text);
      if (shape === undefined) return allUnits;
      const sourceUnits = unitsOfLocale(allUnits, shape, shape.source);
      if (locale === undefined || isSameLocale(locale, shape.source)) return sourceUnits;
      const name = findLocale(shape.names, locale);
      let units: readonly Unit[] = [];
      if (name !== undefined) {
        // The elements of a locale's lists are known by what those of the source are.
        const sourceText = mayHaveLists.test(text) ? syntax.copyLocale(text, root, { shape, name }) : undefined;
        const unitsAsInSource = sourceText === undefined ? allUnits : syntax.format.read(text, undefined, sourceText);
        units = unitsOfLocale(unitsAsInSource, shape, name);
      }
      return withUntranslated(units, sourceUnits, { placeOf: syntax.placeOf, offset: root.end });
    },
    omitted: (text, locale) => omittedIn(contentOf(text), locale),
    edits: (change) => editsOf(change, syntax),
  });
}

/** A file as if it held one locale, and where it has the names of its locales. */
interface FileContent {
  readonly root: KeyNode;
  readonly shape: LocaleShape | undefined;
  readonly units: readonly Unit[];
  readonly omitted: readonly OmittedEntry[];
}

function readContent(text: string, { format, parse }: KeySyntax): FileContent {
  const root = parse(text);
  const omitted: OmittedEntry[] = [];
  const units = format.read(text, undefined, undefined, (entry) => omitted.push(entry));
  return { root, shape: localeShapeOf(root), units, omitted };
}

/** Matches what every list begins with: `[`, or `- ` at the beginning of a line. */
const mayHaveLists = /\[|^[ \t]*-[ \t\r\n]/m;

/** Returns the units of a locale, with ids that do not name it. */
function unitsOfLocale(units: readonly Unit[], shape: LocaleShape, name: string): readonly Unit[] {
  const [prefix, suffix] = aroundId(shape, name);
  return units
    .filter(({ id }) => id.length > prefix.length + suffix.length && id.startsWith(prefix) && id.endsWith(suffix))
    .map((unit) => ({ ...unit, id: unit.id.slice(prefix.length, unit.id.length - suffix.length) }));
}

/** Returns the omitted entries of a locale, with keys that do not name it, and the texts that are in no locale. */
function* omittedIn({ shape, units, omitted }: FileContent, locale: string | undefined): Iterable<OmittedEntry> {
  if (shape === undefined) {
    yield* omitted;
    return;
  }
  const around = shape.names.map((name) => aroundId(shape, name));
  const isIn = (id: string, [prefix, suffix]: readonly [prefix: string, suffix: string]): boolean =>
    id.length > prefix.length + suffix.length && id.startsWith(prefix) && id.endsWith(suffix);
  const name = locale === undefined ? shape.source : findLocale(shape.names, locale);
  const [prefix, suffix] = aroundId(shape, name ?? shape.source);
  for (const { key = '', ...entry } of omitted) {
    if (name !== undefined && isIn(key, [prefix, suffix]))
      yield { ...entry, key: key.slice(prefix.length, key.length - suffix.length) };
    else if (!around.some((ends) => isIn(key, ends))) yield entry;
  }
  // Facts about the file are next to the names of locales: `"default": "en"`.
  const isFact = (id: string): boolean => shape.kind === 'first' && splitKeyPath(id)?.length === 1;
  for (const { id, text: value, start } of units)
    if (hasWords(value) && !isFact(id) && !around.some((ends) => isIn(id, ends)))
      yield { start, reason: because('entry-no-locale') };
}

/** Returns what is before and after a unit's id in the ids of the whole file: `messages.de.`, or `.de`. */
function aroundId(shape: LocaleShape, name: string): readonly [prefix: string, suffix: string] {
  if (shape.kind === 'first') return [`${joinKeyPath([...shape.path, name])}.`, ''];
  return ['', `.${escapeKey(name)}`];
}

/** Returns the source's units in its order, with the target's or empty texts; then the units only the target has. */
function withUntranslated(
  units: readonly Unit[],
  sourceUnits: readonly Unit[],
  { placeOf, offset }: Pick<KeySyntax, 'placeOf'> & { readonly offset: number },
): readonly Unit[] {
  const byPlace = new Map(units.map((unit) => [placeOf(unit.id), unit]));
  const unitsInOrder = sourceUnits.map((unit): Unit => {
    const place = placeOf(unit.id);
    const translated = byPlace.get(place);
    byPlace.delete(place);
    if (translated === undefined) return { ...unit, text: '', start: offset, end: offset };
    // A plural form is read as a key until its set is complete: `apples_one` is `apples#one` of the source.
    return translated.id === unit.id ? translated : { ...translated, ...present({ id: unit.id, plural: unit.plural }) };
  });
  return [...unitsInOrder, ...byPlace.values()];
}

function editsOf({ text, context, replaced, added }: WantedChange, { format, parse, copyLocale }: KeySyntax) {
  // A file that holds all locales is its own source.
  const file = text === '' ? context.sourceText : text;
  const shape = localeShapeOf(parse(file));
  const sourceRoot = parse(context.sourceText);
  const sourceShape = localeShapeOf(sourceRoot);
  if (shape === undefined || sourceShape === undefined) throw refusal(because('file-round-trip'));
  const name = findLocale(shape.names, context.targetLocale) ?? newName(shape, context.targetLocale);
  const [prefix, suffix] = aroundId(shape, name);
  const texts = new Map([...replaced, ...added].map(([id, translation]) => [prefix + id + suffix, translation]));
  // The format compares equal ids, so the source's texts are also passed as those of the target.
  const sourceText = copyLocale(context.sourceText, sourceRoot, { shape: sourceShape, name });
  return format.write(file, texts, { ...context, sourceText });
}

/** Returns the name of a locale that the file lacks, in the spelling of the others: `pt_BR`, `pt-BR`, `pt-br`. */
function newName({ names }: LocaleShape, locale: string): string {
  // English, if present, is read as the source, so the file would be read differently.
  if (/^en(?:[-_]|$)/i.test(locale)) throw refusal(because('code-english-missing', locale));
  const nameWithRegion = names.find((name) => /[-_]/.test(name)) ?? '';
  return spellLike(locale, nameWithRegion);
}
