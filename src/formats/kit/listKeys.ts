import { numberedIds } from './unitId.ts';

/** A text or a number in an element of a list. */
export interface ElementField {
  /** The name of its member, as written. */
  readonly name: string;
  /** The text, or the number as written. */
  readonly value: string;
}

/** The members of an element by their names in lower case; undefined for a member with a value of another kind. */
export type ElementFields = ReadonlyMap<string, ElementField | undefined>;

/** The keys by which the elements of a list are known. */
export interface ListKeys {
  /** The name in lower case of the member that identifies an element. */
  readonly idName: string;
  /** A key for each element, in their order; each is unique. */
  readonly keys: readonly string[];
}

/** Names of members that hold nothing but an identifier. */
const idNames: readonly string[] = ['id', '_id', 'uid', 'uuid', 'guid', 'identifier', 'msgid', 'messageid'];
/** Names of members that hold an identifier if their values look like those of a program. */
const keyNames: readonly string[] = ['key', 'code', 'locale', 'lang', 'language', 'name'];
/** Names of the source text in a list of translations. */
const sourceNames: readonly string[] = ['key', 'name', 'term', 'source', 'original'];
/** Names of the translation next to it: POEditor has `definition`, gettext `msgstr`. */
const translationNames: readonly string[] = ['translation', 'definition', 'msgstr', 'target', 'translated'];
/** Names of the only text of an element that has a name. */
const textNames: readonly string[] = [...translationNames, 'value', 'text', 'message', 'string', 'content', 'label'];

/**
 * Returns the keys by which a list's elements are known, so that a translation reaches the same element of a file with
 * another order. Undefined for a list whose elements only have positions: texts, and objects without an identifier,
 * such as `{ "name": "Basic plan", "price": "$5" }`, where the name is a text. An element that repeats an identifier
 * gets a number (`save.2`), so that none is lost.
 */
export function listKeysOf(elements: readonly (ElementFields | undefined)[]): ListKeys | undefined {
  for (const { names, isIdentifier } of identifierRules) {
    for (const idName of names) {
      const values = valuesOf(elements, idName);
      if (values === undefined || !isIdentifier(values, elements, idName)) continue;
      return keysFrom(idName, values);
    }
  }
  return undefined;
}

/** Returns the keys of elements with these identifiers. */
function keysFrom(idName: string, values: readonly string[]): ListKeys {
  const uniqueKey = numberedIds('.');
  return { idName, keys: values.map((value) => uniqueKey(keyOf(idName, value))) };
}

/**
 * Returns the keys of a list's elements in a target: its source decides by what they are known, because a target may
 * have so few of them that it doesn't show it. `[{ "name": "home" }]` is known by `name` if the source also has
 * `{ "name": "about-us" }`. The target decides by itself if most of its elements are not among the source's, as where
 * the names were translated.
 */
export function listKeysOfTarget(
  elements: readonly (ElementFields | undefined)[],
  elementsOfSource: () => readonly (ElementFields | undefined)[],
): ListKeys | undefined {
  const keysAlone = listKeysOf(elements);
  // The source of a list of texts need not be read.
  if (elements.every((element) => element === undefined)) return keysAlone;
  const sourceElements = elementsOfSource();
  if (sourceElements.length === 0) return keysAlone;
  const idName = listKeysOf(sourceElements)?.idName;
  if (idName === keysAlone?.idName) return keysAlone;
  if (idName === undefined) return hasMoved(sourceElements, elements, keysAlone?.idName) ? keysAlone : undefined;
  const values = valuesOf(elements, idName) ?? [];
  const sourceValues = new Set(valuesOf(sourceElements, idName));
  const sharedCount = values.filter((value) => sourceValues.has(value)).length;
  if (sharedCount === 0 || sharedCount * 2 < values.length) return keysAlone;
  return keysFrom(idName, values);
}

/** Whether elements with the same identifier have other positions, so that their positions don't identify them. */
function hasMoved(
  sourceElements: readonly (ElementFields | undefined)[],
  elements: readonly (ElementFields | undefined)[],
  idName: string | undefined,
): boolean {
  if (idName === undefined) return false;
  const values = valuesOf(elements, idName) ?? [];
  return sourceElements.some((element, index) => {
    const value = element?.get(idName)?.value;
    return value !== undefined && value !== values[index] && values.includes(value);
  });
}

/** Whether the values of a member identify the elements of a list. */
type IsIdentifier = (
  values: readonly string[],
  elements: readonly (ElementFields | undefined)[],
  name: string,
) => boolean;

const identifierRules: readonly { readonly names: readonly string[]; readonly isIdentifier: IsIdentifier }[] = [
  { names: idNames, isIdentifier: isMostlyUnique },
  { names: keyNames, isIdentifier: areProgramKeys },
  // `{ "term": "Save changes", "definition": "Änderungen speichern" }`
  {
    names: sourceNames,
    isIdentifier: (values, elements) => isMostlyUnique(values) && haveOneOf(elements, translationNames),
  },
];

/** The values of a member of all elements; undefined if one lacks it, or has no text or number there. */
function valuesOf(elements: readonly (ElementFields | undefined)[], name: string): readonly string[] | undefined {
  if (elements.length === 0) return undefined;
  const values: string[] = [];
  for (const element of elements) {
    const value = element?.get(name)?.value ?? '';
    if (value.trim() === '') return undefined;
    values.push(value);
  }
  return values;
}

/** An identifier that is only digits is spelled with its name, since orders of earlier versions name positions so. */
function keyOf(idName: string, value: string): string {
  return /^\d+$/.test(value) ? `${idName}=${value}` : value;
}

/** Whether most values occur once: of an identifier, a value is repeated only by mistake. */
function isMostlyUnique(values: readonly string[]): boolean {
  return new Set(values).size * 2 >= values.length;
}

/** Whether all elements have a member with one of these names. */
function haveOneOf(elements: readonly (ElementFields | undefined)[], names: readonly string[]): boolean {
  return elements.every((element) => names.some((name) => element?.has(name) === true));
}

/**
 * Whether values look like the keys of a program. `title` and `subtitle` do if they are the values of `key`; as names,
 * only next to a value: `{ "name": "red", "hex": "#f00" }` has a text in `name`.
 */
function areProgramKeys(
  values: readonly string[],
  elements: readonly (ElementFields | undefined)[],
  name: string,
): boolean {
  if (!isMostlyUnique(values) || !values.every((value) => /^[!-~]+$/.test(value))) return false;
  // `en`, `pt-BR`, `E101`; a language may also be a word: `English`.
  if (name === 'code' || name === 'locale' || name === 'lang') return true;
  const hasMark = values.some((value) => keyMark.test(value));
  const isPair = haveOneOf(elements, textNames);
  // `WelcomeMessage` and `Title`, each next to a value.
  if (name === 'key' && hasMark && isPair) return true;
  if (!values.every((value) => isKeyShaped(value))) return false;
  return name === 'key' || hasMark || isPair;
}

/** Matches what the keys of programs have and words do not: `app.title`, `app_title`, `appTitle`, `nav/home`. */
const keyMark = /[._:/]|[a-z\d][A-Z]|[a-z]-[a-z]/;

/** Whether a value begins in lower case, or has the marks of a key: `title`, `Home.Title`, `APP_TITLE`, `AppTitle`. */
function isKeyShaped(value: string): boolean {
  return /^[a-z_$@]/.test(value) || /[._:/]|[a-z\d][A-Z]/.test(value);
}
