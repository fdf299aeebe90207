import type { PluralCategory, Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { joinPlural } from '../kit/unitId.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { valueRange } from '../xml/xmlValue.ts';
import { formsOf, isForeign, type QtDocument, type QtMessage } from './qtDocument.ts';
import { qtText } from './qtText.ts';

/** The source texts. A plural has one source text, with `%n` in it, for all its forms. */
export function sourceUnits(document: QtDocument): readonly Unit[] {
  return document.contexts.flatMap(({ messages }) =>
    messages.map((message) => {
      const { text, reason } = contentOf(document, message.source);
      return {
        ...namePart(message, message.isPlural ? 'other' : undefined),
        text,
        ...locationPart(document, message.source ?? message.element),
        ...notesOf(document, message),
        ...readOnly(reason),
      };
    }),
  );
}

/** The translations; a plural has one unit for each form that Qt has for the language. */
export function targetUnits(document: QtDocument, locale: string): readonly Unit[] {
  const foreign = isForeign(document, locale)
    ? `The translations in this file are in “${document.language ?? ''}”.`
    : undefined;
  const language = document.language ?? locale;
  const units: Unit[] = [];
  for (const { messages } of document.contexts) {
    for (const message of messages) {
      const notes = notesOf(document, message);
      const work = message.isUnfinished && foreign === undefined ? { needsWork: true as const } : {};
      for (const { category, element, reason } of valuesOf(message, language)) {
        const content = foreign === undefined ? contentOf(document, element) : { text: '', reason: undefined };
        const location =
          element === undefined || foreign !== undefined ? placeOfMissing(message) : locationPart(document, element);
        units.push({
          ...namePart(message, category),
          text: content.text,
          ...location,
          ...notes,
          ...readOnly(foreign ?? reason ?? content.reason),
          ...work,
        });
      }
    }
  }
  return units;
}

/** A text of a message: its only one, or one of its plural forms. */
interface Value {
  readonly category: PluralCategory | undefined;
  readonly element: XmlElement | undefined;
  readonly reason?: string;
}

function valuesOf(message: QtMessage, language: string): readonly Value[] {
  if (!message.isPlural) return [{ category: undefined, element: message.translation }];
  const forms = formsOf(message, language);
  if (forms === undefined) {
    const reason = `The message has ${message.forms.length} plural forms, which are not the ones that Qt has for “${language}”.`;
    return [{ category: 'other', element: message.forms[0], reason }];
  }
  return forms.map((category, index) => ({ category, element: message.forms[index] }));
}

function namePart(message: QtMessage, category: PluralCategory | undefined): Pick<Unit, 'id' | 'plural'> {
  return category === undefined
    ? { id: message.id }
    : { id: joinPlural({ base: message.id, category, ordinal: false }), plural: category };
}

function locationPart({ text }: QtDocument, element: XmlElement): Pick<Unit, 'start' | 'end'> {
  return element.name === 'message' ? { start: element.innerEnd, end: element.innerEnd } : valueRange(text, element);
}

function placeOfMissing({ forms, translation, element }: QtMessage): Pick<Unit, 'start' | 'end'> {
  const at = forms.at(-1)?.end ?? translation?.innerStart ?? element.innerEnd;
  return { start: at, end: at };
}

function contentOf(
  document: QtDocument,
  element: XmlElement | undefined,
): { readonly text: string; readonly reason: string | undefined } {
  if (element === undefined) return { text: '', reason: undefined };
  const text = qtText(document.text, element, document.entities);
  if (text !== undefined) return { text, reason: undefined };
  const [variant] = element.children.filter(
    (child): child is XmlElement => child.kind === 'element' && child.name === 'lengthvariant',
  );
  const reason =
    variant === undefined
      ? 'It holds elements that Qt does not know.'
      : 'It has variants of several lengths, which have to be translated in Qt Linguist.';
  return {
    text:
      variant === undefined
        ? document.text.slice(element.innerStart, element.innerEnd)
        : (qtText(document.text, variant, document.entities) ?? ''),
    reason,
  };
}

function readOnly(reason: string | undefined): Pick<Unit, 'translatable' | 'reason'> {
  return reason === undefined ? {} : { translatable: false, reason };
}

/**
 * `<extracomment>` is the developer's note, `<translatorcomment>` the translator's; `<comment>` disambiguates equal
 * source texts.
 */
function notesOf(document: QtDocument, { element }: QtMessage): Pick<Unit, 'note' | 'maxChars'> {
  const lines: string[] = [];
  for (const child of element.children) {
    if (child.kind !== 'element' || !/^(?:comment|extracomment|translatorcomment)$/.test(child.name)) continue;
    const line = (qtText(document.text, child, document.entities) ?? '').trim();
    if (line !== '') lines.push(line);
  }
  if (lines.length === 0) return {};
  const note = lines.join('\n');
  const maxChars = lengthHint(note);
  return maxChars === undefined ? { note } : { note, maxChars };
}
