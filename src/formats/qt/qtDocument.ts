import { parsedRecently } from '../kit/keptWhileWriting.ts';
import type { FileLocales, PluralCategory } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { joinKeyPath, numberedIds } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { isNarrowerLocale, isSameLocale } from '../../base/locale.ts';
import { isElement, parseXml, type XmlElement } from '../xml/xmlTree.ts';
import { qtPlurals } from './qtPlurals.ts';
import { qtText } from './qtText.ts';

/** A Qt Linguist file. */
export interface QtDocument {
  /** The file. */
  readonly text: string;
  readonly root: XmlElement;
  readonly entities: ReadonlyMap<string, string>;
  readonly contexts: readonly QtContext[];
  /** As written; undefined if the file does not declare it. */
  readonly language: string | undefined;
  readonly sourceLanguage: string | undefined;
}

export interface QtContext {
  readonly name: string;
  readonly element: XmlElement;
  /** The messages in use. */
  readonly messages: readonly QtMessage[];
  /** The messages that the program no longer uses, by the ids that they have when it uses them again. */
  readonly obsolete: readonly QtMessage[];
}

export interface QtMessage {
  /** Equal in source and targets; for a message with plural forms, the prefix of its members' ids. */
  readonly id: string;
  readonly element: XmlElement;
  readonly source: XmlElement | undefined;
  readonly translation: XmlElement | undefined;
  readonly isPlural: boolean;
  /** The `<numerusform>`s of a plural. */
  readonly forms: readonly XmlElement[];
  readonly isUnfinished: boolean;
  /** `vanished`: its translation is finished; `obsolete`: it needs work. Undefined for a message in use. */
  readonly disuse: 'vanished' | 'obsolete' | undefined;
}

/** Parses a text, or returns its document if it was parsed a moment ago. Throws FormatError for a text of another kind. */
export const parseQt = parsedRecently(parseDocument);

function parseDocument(text: string): QtDocument {
  const { root, entities } = parseXml(text);
  if (root.name !== 'TS') throw formatErrorAt(text, root.start, because('qt-root', root.name));
  const uniqueId = numberedIds('.');
  const contexts: QtContext[] = [];
  for (const element of childrenNamed(root, 'context')) {
    const [nameElement] = childrenNamed(element, 'name');
    const name = (nameElement && qtText(text, nameElement, entities)) ?? '';
    const reading = { text, entities, context: name, uniqueId };
    const allMessages = childrenNamed(element, 'message').map((message) => messageOf(message, reading));
    const messages = allMessages.filter(({ disuse }) => disuse === undefined);
    const obsolete = allMessages.filter(({ disuse }) => disuse !== undefined);
    contexts.push({ name, element, messages, obsolete });
  }
  const { language = '', sourcelanguage = '' } = root.attributes;
  // An empty attribute declares nothing.
  return {
    text,
    root,
    entities,
    contexts,
    language: language || undefined,
    sourceLanguage: sourcelanguage || undefined,
  };
}

export function childrenNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter(isElement).filter((child) => child.name === name);
}

/** The usual beginning of a file, up to its first tag: a declaration, and `<!DOCTYPE TS>`. */
const firstTag =
  /^\ufeff?\s*(?:<\?xml[^<>]*\?>\s*)?(?:<!DOCTYPE TS>\s*)?<TS(?:\s+\w+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*>/u;

export function qtLocales(text: string): FileLocales {
  // The first tag has the languages, so the messages are not read.
  const [beginning] = firstTag.exec(text) ?? [];
  const { language, sourceLanguage } = parseQt(beginning === undefined ? text : `${beginning}</TS>`);
  if (language === undefined) return { source: sourceLanguage, targets: [] };
  return { source: sourceLanguage, targets: [language] };
}

/** Whether a file's translations are in another locale. A file that names no language matches every locale. */
export function isInOtherLocale({ language }: QtDocument, locale: string): boolean {
  return language !== undefined && !isSameLocale(language, locale) && !isNarrowerLocale(language, locale);
}

/**
 * The forms that Qt has for the language, in their order. Further ones, such as the fourth that platforms write for
 * Ukrainian by CLDR's rules, are not read: lrelease removes them. Undefined for several forms of a language that Qt does
 * not know.
 */
export function formsOf({ forms }: QtMessage, language: string): readonly PluralCategory[] | undefined {
  const categories = qtPlurals(language);
  if (categories !== undefined) return categories;
  return forms.length > 1 ? undefined : ['other'];
}

/** The context that contains a message being read. */
interface Reading {
  readonly text: string;
  readonly entities: ReadonlyMap<string, string>;
  /** The name of the context. */
  readonly context: string;
  readonly uniqueId: (id: string) => string;
}

function messageOf(element: XmlElement, { text, entities, context, uniqueId }: Reading): QtMessage {
  let source: XmlElement | undefined;
  let translation: XmlElement | undefined;
  let comment: XmlElement | undefined;
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    if (child.name === 'source') source = child;
    else if (child.name === 'translation') translation = child;
    else if (child.name === 'comment') comment = child;
  }
  const type = translation?.attributes['type'];
  const disuse = type === 'obsolete' || type === 'vanished' ? type : undefined;
  const textIn = (part: XmlElement | undefined): string => {
    if (part === undefined) return '';
    return qtText(text, part, entities) ?? text.slice(part.innerStart, part.innerEnd);
  };
  const { id = '', numerus } = element.attributes;
  // Qt identifies messages by their id, else by context, source and disambiguation.
  let path = [id];
  if (id === '') {
    const disambiguation = textIn(comment);
    path = [context, textIn(source)];
    if (disambiguation !== '') path.push(disambiguation);
  }
  // `?` stands for a message that has neither an id nor a context nor a source.
  const proposedId = joinKeyPath(path) || '?';
  return {
    id: disuse === undefined ? uniqueId(proposedId) : proposedId,
    element,
    source,
    translation,
    isPlural: numerus === 'yes',
    forms: translation === undefined ? [] : childrenNamed(translation, 'numerusform'),
    isUnfinished: type === 'unfinished',
    disuse,
  };
}
