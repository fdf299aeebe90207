import { present } from '../../base/present.ts';
import type { ObsoleteUnit, OmittedEntry, PluralCategory, TextRange, Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { joinNotes, unitFrom, type UnitFacts } from '../kit/unitFrom.ts';
import { joinPlural } from '../kit/unitId.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { elementsWithWords } from '../xml/elementsWithWords.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { valueRange } from '../xml/xmlValue.ts';
import { childrenNamed, formsOf, isInOtherLocale, type QtDocument, type QtMessage } from './qtDocument.ts';
import { qtText } from './qtText.ts';

/** The source texts. A plural has one source text, with `%n` in it, for all its forms. */
export function sourceUnits(document: QtDocument): readonly Unit[] {
  const messages = document.contexts.flatMap((context) => context.messages);
  return messages.map((message) =>
    unitFrom({
      ...idFacts(message, message.isPlural ? 'other' : undefined),
      ...contentOf(document, message.source),
      ...locationOf(document, message.source ?? message.element),
      ...notesOf(document, message),
    }),
  );
}

/** The translations; a plural has one unit for each form that Qt has for the language. */
export function targetUnits(document: QtDocument, locale: string): readonly Unit[] {
  const language = document.language ?? locale;
  const messages = document.contexts.flatMap((context) => context.messages);
  if (isInOtherLocale(document, locale))
    return messages.flatMap((message) => unitsWithoutText(document, message, language));
  return messages.flatMap((message) => messageUnits(document, message, language));
}

/** The finished translations of messages that are no longer in use, of each id the first. */
export function obsoleteUnits(document: QtDocument, locale: string): readonly ObsoleteUnit[] {
  if (isInOtherLocale(document, locale)) return [];
  const units = new Map<string, ObsoleteUnit>();
  const messages = document.contexts.flatMap(({ obsolete }) => obsolete);
  for (const message of messages.filter(({ disuse }) => disuse === 'vanished'))
    for (const { id, text, plural, translatable } of messageUnits(document, message, document.language ?? locale))
      if (translatable !== false && text !== '' && !units.has(id)) units.set(id, { id, text, ...present({ plural }) });
  return [...units.values()];
}

/** Returns the messages outside of contexts, which Qt does not read. */
export function omittedIn({ text, root }: QtDocument): readonly OmittedEntry[] {
  return elementsWithWords(text, root, ({ name }) => name !== 'message').map(({ start }) => ({
    start,
    reason: because('entry-kind'),
  }));
}

function messageUnits(document: QtDocument, message: QtMessage, language: string): readonly Unit[] {
  const notes = notesOf(document, message);
  return textsOf(message, language).map(({ category, element, reason }) => {
    const content = contentOf(document, element);
    return unitFrom({
      ...idFacts(message, category),
      text: content.text,
      ...(element === undefined ? locationOfMissing(message) : locationOf(document, element)),
      ...notes,
      reason: reason ?? content.reason,
      needsWork: message.isUnfinished,
    });
  });
}

/** The units of a file in another language: its texts are not those of the requested locale. */
function unitsWithoutText(document: QtDocument, message: QtMessage, language: string): readonly Unit[] {
  const location = locationOfMissing(message);
  const notes = notesOf(document, message);
  const reason = because('unit-other-language', document.language ?? '');
  return textsOf(message, language).map(({ category }) =>
    unitFrom({ ...idFacts(message, category), text: '', ...location, ...notes, reason }),
  );
}

/** A text of a message: its only one, or one of its plural forms. */
interface MessageText {
  readonly category: PluralCategory | undefined;
  readonly element: XmlElement | undefined;
  readonly reason?: Reason;
}

function textsOf(message: QtMessage, language: string): readonly MessageText[] {
  if (!message.isPlural) return [{ category: undefined, element: message.translation }];
  const forms = formsOf(message, language);
  if (forms === undefined) {
    const reason = because('qt-form-count', message.forms.length, language);
    // Of forms whose categories are unknown, only the first is shown, and is read-only.
    return [{ category: 'other', element: message.forms[0], reason }];
  }
  return forms.map((category, index) => ({ category, element: message.forms[index] }));
}

function idFacts(message: QtMessage, category: PluralCategory | undefined): Pick<UnitFacts, 'id' | 'plural'> {
  const { id } = message;
  if (category === undefined) return { id };
  return { id: joinPlural({ base: id, category, ordinal: false }), plural: category };
}

function locationOf({ text }: QtDocument, element: XmlElement): TextRange {
  // A message without a source.
  if (element.name === 'message') return { start: element.innerEnd, end: element.innerEnd };
  return valueRange(text, element);
}

/** Where a missing text would be: after the last form, else in the translation, else at the end of the message. */
function locationOfMissing({ forms, translation, element }: QtMessage): TextRange {
  const offset = forms.at(-1)?.end ?? translation?.innerStart ?? element.innerEnd;
  return { start: offset, end: offset };
}

/** An element's text, and why it is read-only. */
interface Content {
  readonly text: string;
  readonly reason: Reason | undefined;
}

function contentOf({ text, entities }: QtDocument, element: XmlElement | undefined): Content {
  if (element === undefined) return { text: '', reason: undefined };
  const content = qtText(text, element, entities);
  if (content !== undefined) return { text: content, reason: undefined };
  const [variant] = childrenNamed(element, 'lengthvariant');
  if (variant !== undefined) return { text: qtText(text, variant, entities) ?? '', reason: because('qt-lengths') };
  return { text: text.slice(element.innerStart, element.innerEnd), reason: because('qt-elements') };
}

/** The notes of developers (`<extracomment>`) and translators, and what distinguishes equal texts (`<comment>`). */
function notesOf(document: QtDocument, { element }: QtMessage): Pick<Unit, 'note' | 'maxChars'> {
  const lines: string[] = [];
  for (const child of element.children) {
    if (child.kind !== 'element' || !/^(?:comment|extracomment|translatorcomment)$/.test(child.name)) continue;
    lines.push((qtText(document.text, child, document.entities) ?? '').trim());
  }
  const note = joinNotes(...lines);
  return present({ note, maxChars: lengthHint(note) });
}
