import { isSameLocale } from '../../base/locale.ts';
import type { TextEdit, WriteContext } from '../kit/localeFormat.ts';
import { editTree, proveTree } from '../json/jsonEdit.ts';
import { escapeStyleOf } from '../json/jsonString.ts';
import { DEFAULT_STYLE, styleOf } from '../json/jsonStyle.ts';
import { liveMembers, memberOf, parseJson, type JsonMember, type JsonNode } from '../json/jsonTree.ts';
import { newWant, refusal, wantBelow, type Want } from '../json/jsonWant.ts';
import { once } from '../json/once.ts';
import { joinPlural, splitPlural } from '../kit/unitId.ts';
import {
  catalogPathOf,
  idOf,
  isMarkedNotToTranslate,
  languageIn,
  nodeAt,
  parseCatalog,
  stringAt,
  type Catalog,
  type CatalogPath,
} from './catalogTree.ts';
import { conflictWith, NOT_TO_TRANSLATE, reasonOfConflict, sourceLeaves } from './catalogUnits.ts';

const XCODE_STYLE = { ...DEFAULT_STYLE, colon: ' : ' };

/** The edits that write a language's texts into a catalog. Throws FormatError as every format does, and for a file that is not there yet. */
export function writeCatalog(
  text: string,
  translations: ReadonlyMap<string, string>,
  context: WriteContext,
): readonly TextEdit[] {
  if (translations.size === 0) return [];
  if (text.trim() === '')
    throw refusal('A string catalog holds all its languages: write into the catalog of the source language.');
  const catalog = parseCatalog(text);
  const source = context.sourceText === text ? catalog : parseCatalog(context.sourceText);
  const writing: Writing = {
    catalog,
    source,
    language: spellLanguage(catalog, context.targetLocale),
    translations,
    context,
  };
  const want = newWant();
  for (const [id, translation] of translations) wantText(id, translation, want, writing);
  const edits = editTree({
    text,
    root: catalog.root,
    want,
    source: undefined,
    escapes: escapeStyleOf(text) ?? DEFAULT_STYLE.escapes,
    render: once(() => ({
      sourceText: text,
      style: styleOf(text, catalog.root, XCODE_STYLE),
      endsInComma: () => false,
    })),
    placesIn: (path) => ({ compare: path === 'strings' ? byLocale.compare : byCodeUnit, attends: () => false }),
  });
  if (edits.length > 0) proveTree({ text, root: catalog.root }, edits, want, parseJson);
  return edits;
}

/** Xcode sorts the keys of entries as people would, and everything else by its characters' numbers. */
const byLocale = new Intl.Collator('en');

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Writing {
  readonly catalog: Catalog;
  /** The catalog itself, but where the source is another file. */
  readonly source: Catalog;
  readonly language: string;
  readonly translations: ReadonlyMap<string, string>;
  readonly context: WriteContext;
}

function spellLanguage(catalog: Catalog, locale: string): string {
  const { sourceLanguage } = catalog;
  if (sourceLanguage !== undefined && isSameLocale(sourceLanguage, locale)) return sourceLanguage;
  return languageIn(catalog, locale) ?? locale.replaceAll('_', '-');
}

function wantText(id: string, text: string, root: Want, writing: Writing): void {
  const { catalog, source, language, context } = writing;
  const path = catalogPathOf(id);
  const member = path === undefined ? undefined : memberOf(catalog.strings, path.key);
  const like = path === undefined ? undefined : (memberOf(source.strings, path.key) ?? member);
  if (path === undefined || like === undefined) throw unknown(id, context);
  const localization = member === undefined ? undefined : nodeAt(member.value, ['localizations', language]);
  const there = unitAt(localization, path);
  if (there === undefined && !isKnown(id, like, localization, writing) && !isThere(like, path, language))
    throw unknown(id, context);
  const isSame = member !== undefined && text === (there?.text ?? '');
  if (isSame && (context.state === undefined || there === undefined)) return;
  if (there === undefined && conflictWith(localization, path.keys) !== undefined)
    throw refusal(`“${id}” cannot be written: ${reasonOfConflict(language)}`);
  if (
    isMarkedNotToTranslate(source.text, like.value) ||
    (member !== undefined && isMarkedNotToTranslate(catalog.text, member.value))
  ) {
    if (isSame) return;
    throw refusal(`“${id}” cannot be written: ${NOT_TO_TRANSLATE}`);
  }

  const entry = ['strings', path.key].reduce(wantBelow, root);
  if (member === undefined) copyParts(entry, like.value, source.text, (key) => key !== 'localizations');
  const target = ['localizations', language].reduce(wantBelow, entry);
  const set = path.keys.at(-2) === 'values' ? nodeAt(localization, path.keys.slice(0, -1)) : undefined;
  const isNew = there === undefined && set === undefined;
  place(
    target,
    path,
    text,
    isNew || (context.state !== undefined && (set === undefined || isWholeSet(id, set, writing))),
    context,
  );
  if (there === undefined) completeSubstitution(target, path, localization, like, source);
}

/** The text and, where it moves, its state: as asked, else of a new text "translated". */
function place(target: Want, { keys }: CatalogPath, text: string, movesState: boolean, context: WriteContext): void {
  const isSet = keys.at(-2) === 'values';
  const owner = (isSet ? keys.slice(0, -2) : keys).reduce(wantBelow, target);
  if (movesState) wantBelow(owner, 'state').text = context.state === 'needs-review' ? 'needs_review' : 'translated';
  if (!isSet) wantBelow(owner, 'value').text = text;
  else {
    const values = wantBelow(owner, 'values');
    values.isList = true;
    wantBelow(values, keys.at(-1) ?? '').text = text;
  }
}

/** The values of a set share one state, which moves only with all of them. */
function isWholeSet(id: string, values: JsonNode, { translations }: Writing): boolean {
  if (values.kind !== 'array') return true;
  const stem = id.slice(0, id.lastIndexOf('.') + 1);
  return values.members.every(({ key }) => translations.has(stem + key));
}

/** A substitution says which argument it is for, and how that is formatted: code, which every language has. */
function completeSubstitution(
  target: Want,
  { keys }: CatalogPath,
  localization: JsonNode | undefined,
  like: JsonMember,
  { text, sourceLanguage }: Catalog,
): void {
  const at = keys.indexOf('substitutions');
  if (at < 0 || sourceLanguage === undefined) return;
  const substitution = keys.slice(0, at + 2);
  if (nodeAt(localization, substitution) !== undefined) return;
  const original = nodeAt(like.value, ['localizations', sourceLanguage, ...substitution]);
  if (original !== undefined)
    copyParts(
      substitution.reduce(wantBelow, target),
      original,
      text,
      (key) => key !== 'variations' && key !== 'stringUnit',
    );
}

function copyParts(want: Want, from: JsonNode, text: string, which: (key: string) => boolean): void {
  if (from.kind !== 'object') return;
  for (const { key, value } of liveMembers(from)) {
    if (!which(key) || want.children?.has(key) === true) continue;
    want.children ??= new Map<string, Want>();
    want.children.set(key, { text: undefined, copy: { text, node: value }, children: undefined });
  }
}

function unitAt(localization: JsonNode | undefined, { keys }: CatalogPath): { readonly text: string } | undefined {
  const node = nodeAt(localization, keys);
  const value =
    node?.kind === 'object' && keys.at(-1) === 'stringUnit'
      ? stringAt(node, 'value')
      : keys.at(-2) === 'values'
        ? node
        : undefined;
  return value?.kind === 'string' ? { text: value.value } : undefined;
}

/** Whether the source has such a text, or a set of plural forms of which it would be one; or the language has that set. */
function isKnown(id: string, like: JsonMember, localization: JsonNode | undefined, { source }: Writing): boolean {
  const ids = new Set(sourceLeaves(source, like).map((leaf) => idOf(like.key, leaf)));
  if (ids.has(id)) return true;
  const member = splitPlural(id);
  if (member === undefined) return false;
  const other = joinPlural({ ...member, category: 'other' });
  const otherPath = catalogPathOf(other);
  return ids.has(other) || (otherPath !== undefined && unitAt(localization, otherPath) !== undefined);
}

/** Whether the source's file has it in the language that is written. */
function isThere(like: JsonMember, path: CatalogPath, language: string): boolean {
  return unitAt(nodeAt(like.value, ['localizations', language]), path) !== undefined;
}

function unknown(id: string, { sourceLocale, targetLocale }: WriteContext): Error {
  return refusal(`There is no unit “${id}” in ${sourceLocale} nor in ${targetLocale}.`);
}
