import type { FileLocales, PluralCategory } from '../kit/localeFormat.ts';
import { numberedIds } from '../kit/numberedIds.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { isNarrowerLocale, isSameLocale } from '../../base/locale.ts';
import { isElement, parseXml, type XmlElement } from '../xml/xmlTree.ts';
import { qtPlurals } from './qtPlurals.ts';
import { qtText } from './qtText.ts';

/** A Qt Linguist file, with the messages in use. */
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
  readonly messages: readonly QtMessage[];
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
}

/** Throws FormatError for a text that is not a Qt Linguist file. */
export function parseQt(text: string): QtDocument {
  const { root, entities } = parseXml(text);
  if (root.name !== 'TS') throw formatErrorAt(text, root.start, because('qt-root', root.name));
  const uniqueId = numberedIds('.');
  const contexts: QtContext[] = [];
  for (const element of childrenNamed(root, 'context')) {
    const [nameElement] = childrenNamed(element, 'name');
    const name = (nameElement && qtText(text, nameElement, entities)) ?? '';
    const reading = { text, entities, context: name, uniqueId };
    const messages = childrenNamed(element, 'message').flatMap((message) => messageOf(message, reading) ?? []);
    contexts.push({ name, element, messages });
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

export function qtLocales(text: string): FileLocales {
  const { language, sourceLanguage } = parseQt(text);
  if (language === undefined) return { source: sourceLanguage, targets: [] };
  return { source: sourceLanguage, targets: [language] };
}

/** Whether a file's translations are in another locale. A file that names no language matches every locale. */
export function isInOtherLocale({ language }: QtDocument, locale: string): boolean {
  return language !== undefined && !isSameLocale(language, locale) && !isNarrowerLocale(language, locale);
}

/** The forms that Qt has for the language, in their order; undefined if the message has more: another language's. */
export function formsOf({ forms }: QtMessage, language: string): readonly PluralCategory[] | undefined {
  const categories = qtPlurals(language) ?? ['other'];
  if (forms.length > categories.length) return undefined;
  return categories;
}

/** The context that contains a message being read. */
interface Reading {
  readonly text: string;
  readonly entities: ReadonlyMap<string, string>;
  /** The name of the context. */
  readonly context: string;
  readonly uniqueId: (id: string) => string;
}

/** A message in use; undefined for an obsolete or vanished one, which is kept only for reuse and is not a unit. */
function messageOf(element: XmlElement, { text, entities, context, uniqueId }: Reading): QtMessage | undefined {
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
  if (type === 'obsolete' || type === 'vanished') return undefined;
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
  return {
    // `?` stands for a message that has neither an id nor a context nor a source.
    id: uniqueId(joinKeyPath(path) || '?'),
    element,
    source,
    translation,
    isPlural: numerus === 'yes',
    forms: translation === undefined ? [] : childrenNamed(translation, 'numerusform'),
    isUnfinished: type === 'unfinished',
  };
}
