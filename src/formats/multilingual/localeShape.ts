import { sourceAmong } from '../code/codeLocales.ts';
import { isLocaleName, isSurelyLocale } from '../code/isLocaleName.ts';
import { localeOfWord } from '../kit/localeName.ts';
import { memberAt, type KeyMember, type KeyNode } from './keyTree.ts';

/** Where a file that holds all locales has their names. */
export type LocaleShape = LocalesFirst | LocalesLast;

/** `{ "en": { "title": "Home" }, "de": { "title": "Start" } }`, also below a key such as `messages`. */
export interface LocalesFirst {
  readonly kind: 'first';
  /** The keys above those that name locales. */
  readonly path: readonly string[];
  /** Spelled as in the file. */
  readonly names: readonly string[];
  readonly source: string;
}

/** `{ "title": { "en": "Home", "de": "Start" } }`, as in rust-i18n: https://docs.rs/rust-i18n (`_version: 2`). */
export interface LocalesLast {
  readonly kind: 'last';
  /** Spelled as in the file. */
  readonly names: readonly string[];
  readonly source: string;
  /** The maps whose keys name locales. */
  readonly maps: readonly KeyNode[];
}

/** Returns where a file has the names of its locales; undefined for a file of one locale, or of something else. */
export function localeShapeOf(root: KeyNode): LocaleShape | undefined {
  return localesFirst(root, []) ?? localesBelowKey(root) ?? localesLast(root);
}

function localesFirst(map: KeyNode, path: readonly string[]): LocalesFirst | undefined {
  const names: string[] = [];
  for (const { key, value } of map.members) {
    const isLocale = mayNameLocale(key);
    // Facts about the file are next to the locales: `"$schema"`, `_version`, `"default": "en"`.
    if (value.kind !== 'map' && !isLocale) continue;
    if (!isLocale || (value.kind !== 'map' && value.kind !== 'null')) return undefined;
    names.push(key);
  }
  if (!areLocales(names)) return undefined;
  const source = sourceAmong(names);
  const texts = textsIn(memberAt(map, source)?.value);
  // A list of languages: `{ "code": "en", "title": "English" }`.
  if (texts.every((text) => isNameOfLanguage(text, source))) return undefined;
  return areProse(texts) ? { kind: 'first', path, names, source } : undefined;
}

/** `{ "messages": { "en": { … }, "de": { … } } }` */
function localesBelowKey(root: KeyNode): LocalesFirst | undefined {
  const maps = root.members.filter(({ value }) => value.kind === 'map');
  const [member] = maps;
  return maps.length === 1 && member !== undefined ? localesFirst(member.value, [member.key]) : undefined;
}

function localesLast(root: KeyNode): LocalesLast | undefined {
  const maps: KeyNode[] = [];
  const names = new Set<string>();
  const mapsToVisit: KeyNode[] = [];
  for (const { key, value } of root.members) {
    if (value.kind === 'map') mapsToVisit.push(value);
    // Only facts about the file, such as `_version: 2`, are next to the keys.
    else if (!/^[_$@]/.test(key)) return undefined;
  }
  for (let map = mapsToVisit.shift(); map !== undefined; map = mapsToVisit.shift()) {
    if (namesLocales(map.members)) {
      maps.push(map);
      for (const { key } of map.members) names.add(key);
    } else if (map.members.length > 0 && map.members.every(({ value }) => value.kind === 'map'))
      mapsToVisit.push(...map.members.map(({ value }) => value));
    else return undefined;
  }
  if (!areLocales([...names])) return undefined;
  const source = sourceAmong([...names]);
  const sourceTexts = maps.flatMap((map) => memberAt(map, source)?.value.text ?? []);
  if (sourceTexts.length * 2 < maps.length || !areProse(sourceTexts)) return undefined;
  if (maps.every(({ members }) => areLanguageNames(members))) return undefined;
  return { kind: 'last', names: [...names], source, maps };
}

/** Whether all members are texts, or none yet, under the name of a locale. */
function namesLocales(members: readonly KeyMember[]): boolean {
  return (
    members.length > 0 &&
    members.every(({ key, value }) => mayNameLocale(key) && (value.kind === 'text' || value.kind === 'null'))
  );
}

function mayNameLocale(key: string): boolean {
  return isLocaleName(key) || localeOfWord(key) !== undefined;
}

/** Whether names are those of several locales, at least one of which is no word: of `is` and `in`, none is. */
function areLocales(names: readonly string[]): boolean {
  return names.filter(isLocaleName).length >= 2 && names.some(isSurelyLocale);
}

/** Returns the texts in a node, at any depth. */
function textsIn(node: KeyNode | undefined): readonly string[] {
  if (node === undefined) return [];
  if (node.kind === 'text') return [node.text];
  return node.members.flatMap(({ value }) => textsIn(value));
}

/**
 * Whether at least half of the texts are for people to read: two words, a word that begins in upper case, or one of a
 * script without case. A program's configuration for each locale has `/en`, `ltr`, `en_US.UTF-8` or `example.com`.
 */
function areProse(texts: readonly string[]): boolean {
  const isProse = (text: string): boolean =>
    /\p{L}{2,}[,.:;!?’]*\s+\p{L}/u.test(text) ||
    /^[¿¡“"']?\p{Lu}\p{Ll}+[\p{P}\s]*$/u.test(text) ||
    /^(?:OK|Ok)$/.test(text) ||
    /\p{Lo}/u.test(text);
  return texts.length > 0 && texts.filter(isProse).length * 2 >= texts.length;
}

const englishNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Whether most texts are names of the languages under which they are: `{ "en": "English", "de": "Deutsch" }`. */
function areLanguageNames(members: readonly KeyMember[]): boolean {
  const count = members.filter(({ key, value }) => isNameOfLanguage(value.text, key)).length;
  return count * 2 >= members.length;
}

/** Whether a text is the name of a locale's language, in English or in that language. */
function isNameOfLanguage(text: string, localeName: string): boolean {
  const locale = localeOfWord(localeName.replaceAll('_', '-'));
  if (locale === undefined) return false;
  const ownNames = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });
  const names = [englishNames.of(locale), ownNames.of(locale)];
  return names.some((name) => name?.toLowerCase() === text.toLowerCase());
}
