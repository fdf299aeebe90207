import { compareText } from '../../base/text/compareText.ts';
import { once } from '../../base/once.ts';
import { isSameLocale } from '../../base/locale.ts';
import type { TextEdit, WriteContext } from '../kit/localeFormat.ts';
import { editTree, verifyTree } from '../json/editTree.ts';
import { escapeStyleOf } from '../json/quoteJson.ts';
import { defaultStyle, styleOf } from '../json/jsonStyle.ts';
import { liveMembers, memberOf, type JsonMember, type JsonNode } from '../json/jsonTree.ts';
import { newWantedNode, wantedChildOf, type WantedNode } from '../json/jsonWant.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { catalogPathOf, languageIn, nodeAt, stringAt, type Catalog, type CatalogPath } from './catalogTree.ts';
import { conflictWith } from './catalogUnits.ts';

const xcodeStyle = { ...defaultStyle, colon: ' : ' };

/** The edits that write texts in one language. `parse` is called several times and should keep its results. */
export function writeCatalog(change: WantedChange, parse: (text: string) => Catalog): readonly TextEdit[] {
  const { text, context } = change;
  const catalog = parse(text);
  const texts = [...change.replaced, ...change.added];
  const catalogChange: CatalogChange = {
    catalog,
    source: parse(context.sourceText),
    language: spellLanguage(catalog, context.targetLocale),
    ids: new Set(texts.map(([id]) => id)),
    context,
  };
  const wanted = newWantedNode();
  for (const [id, translation] of texts) wantText(id, translation, wanted, catalogChange);
  const edits = editTree({
    text,
    root: catalog.root,
    wanted,
    // Not needed for the order, because Xcode sorts all keys.
    source: undefined,
    escapes: escapeStyleOf(text) ?? defaultStyle.escapes,
    render: once(() => ({
      sourceText: text,
      style: styleOf(text, catalog.root, xcodeStyle),
      endsInComma: () => false,
    })),
    orderIn: (path) => ({ compare: path === 'strings' ? keyCollator.compare : compareText, isAttached: () => false }),
  });
  if (edits.length > 0) verifyTree({ text, root: catalog.root }, edits, wanted, (result) => parse(result).root);
  return edits;
}

/** Xcode sorts the keys of entries alphabetically, and everything else by code units. */
const keyCollator = new Intl.Collator('en');

/** What is written, and into which language of the catalog. */
interface CatalogChange {
  readonly catalog: Catalog;
  /** The catalog itself, unless the source is another file. */
  readonly source: Catalog;
  readonly language: string;
  /** The ids of all texts that are written. */
  readonly ids: ReadonlySet<string>;
  readonly context: WriteContext;
}

function spellLanguage(catalog: Catalog, locale: string): string {
  const { sourceLanguage } = catalog;
  if (sourceLanguage !== undefined && isSameLocale(sourceLanguage, locale)) return sourceLanguage;
  return languageIn(catalog, locale) ?? locale.replaceAll('_', '-');
}

/** Adds a text to the tree of wanted texts, with its state and everything that a new entry or substitution needs. */
function wantText(id: string, text: string, root: WantedNode, change: CatalogChange): void {
  const { catalog, source, language, context } = change;
  const path = catalogPathOf(id);
  if (path === undefined) throw unknownUnit(id, context);
  const presentEntry = memberOf(catalog.strings, path.key);
  const sourceEntry = memberOf(source.strings, path.key) ?? presentEntry;
  if (sourceEntry === undefined) throw unknownUnit(id, context);
  const localization = nodeAt(presentEntry?.value, ['localizations', language]);
  const isTranslated = hasTextAt(localization, path);
  // Nothing is written without a text, because a state belongs to one.
  if (presentEntry !== undefined && !isTranslated && text === '') return;
  if (!isTranslated && conflictWith(localization, path.keys) !== undefined)
    throw refusal(because('unit-read-only', id, because('xcstrings-varies', language)));

  // `reduce` goes down the path of keys, and creates the nodes that do not exist.
  const entry = ['strings', path.key].reduce(wantedChildOf, root);
  if (presentEntry === undefined) copyParts(entry, sourceEntry.value, source.text, (key) => key !== 'localizations');
  const target = ['localizations', language].reduce(wantedChildOf, entry);
  // The values of a set share one state, which is there already if the localization has the set.
  const isSetValue = path.keys.at(-2) === 'values';
  const presentSet = isSetValue ? nodeAt(localization, path.keys.slice(0, -1)) : undefined;
  const isNew = !isTranslated && presentSet === undefined;
  const mayChangeState = presentSet === undefined || isWholeSet(id, presentSet, change);
  // A new text always gets a state; any other one gets it only if `context` has one.
  const writesState = isNew || (context.state !== undefined && mayChangeState);
  setText(target, path, text, writesState ? (context.state ?? 'translated') : undefined);
  const substitutionKeys = substitutionKeysOf(path);
  if (substitutionKeys !== undefined && nodeAt(localization, substitutionKeys) === undefined)
    copySubstitution(target, substitutionKeys, sourceEntry, source);
}

/** Sets a text and its state; undefined: the state does not change. */
function setText(target: WantedNode, { keys }: CatalogPath, text: string, state: WriteContext['state']): void {
  // `['stringSet', 'values', '0']` of a stringSet, or `['stringUnit']`
  const isSet = keys.at(-2) === 'values';
  const owner = (isSet ? keys.slice(0, -2) : keys).reduce(wantedChildOf, target);
  if (state !== undefined)
    wantedChildOf(owner, 'state').text = state === 'needs-review' ? 'needs_review' : 'translated';
  if (!isSet) {
    wantedChildOf(owner, 'value').text = text;
    return;
  }
  const values = wantedChildOf(owner, 'values');
  values.isList = true;
  wantedChildOf(values, keys.at(-1) ?? '').text = text;
}

/** Whether all values of a set are written: they share one state, which only changes then. */
function isWholeSet(id: string, values: JsonNode, { ids }: CatalogChange): boolean {
  if (values.kind !== 'array') return true;
  // `key.values.` of `key.values.0`
  const prefix = id.slice(0, id.lastIndexOf('.') + 1);
  return values.members.every(({ key }) => ids.has(prefix + key));
}

/** The keys of the substitution that a path leads through; undefined if there is none. */
function substitutionKeysOf({ keys }: CatalogPath): readonly string[] | undefined {
  const index = keys.indexOf('substitutions');
  if (index < 0) return undefined;
  // `substitutions` and the name after it.
  return keys.slice(0, index + 2);
}

/** Copies the argument number and the format of a substitution, which are code and needed in every language. */
function copySubstitution(
  target: WantedNode,
  keys: readonly string[],
  { value }: JsonMember,
  { text, sourceLanguage }: Catalog,
): void {
  if (sourceLanguage === undefined) return;
  const original = nodeAt(value, ['localizations', sourceLanguage, ...keys]);
  if (original === undefined) return;
  copyParts(keys.reduce(wantedChildOf, target), original, text, (key) => key !== 'variations' && key !== 'stringUnit');
}

/** Adds copies of an object's members, except for those that are wanted already. `text`: the object's file. */
function copyParts(wanted: WantedNode, original: JsonNode, text: string, isCopied: (key: string) => boolean): void {
  if (original.kind !== 'object') return;
  for (const { key, value } of liveMembers(original)) {
    if (!isCopied(key) || wanted.children?.has(key) === true) continue;
    wanted.children ??= new Map<string, WantedNode>();
    wanted.children.set(key, { text: undefined, copy: { text, node: value }, children: undefined });
  }
}

/** Whether a localization has a text at a path. */
function hasTextAt(localization: JsonNode | undefined, { keys }: CatalogPath): boolean {
  const node = nodeAt(localization, keys);
  if (node?.kind === 'object' && keys.at(-1) === 'stringUnit') return stringAt(node, 'value') !== undefined;
  return node?.kind === 'string' && keys.at(-2) === 'values';
}

function unknownUnit(id: string, { sourceLocale, targetLocale }: WriteContext): Error {
  return refusal(because('unit-unknown', id, sourceLocale, targetLocale));
}
