import type { PluralCategory, Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { unitFrom, type UnitFacts } from '../kit/unitFrom.ts';
import { joinPlural } from '../kit/unitId.ts';
import { because, type Reason } from '../reasons/reason.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { valueRange } from '../xml/xmlValue.ts';
import { formsOf, isForeign, type QtDocument, type QtMessage } from './qtDocument.ts';
import { qtText } from './qtText.ts';

/** The source texts. A plural has one source text, with `%n` in it, for all its forms. */
export function sourceUnits(document: QtDocument): readonly Unit[] {
  return document.contexts.flatMap(({ messages }) =>
    messages.map((message) => {
      return unitFrom({
        ...nameFacts(message, message.isPlural ? 'other' : undefined),
        ...contentOf(document, message.source),
        ...locationOf(document, message.source ?? message.element),
        ...notesOf(document, message),
      });
    }),
  );
}

/** The translations; a plural has one unit for each form that Qt has for the language. */
export function targetUnits(document: QtDocument, locale: string): readonly Unit[] {
  const foreign = isForeign(document, locale) ? because('unit-other-language', document.language ?? '') : undefined;
  const language = document.language ?? locale;
  const units: Unit[] = [];
  for (const { messages } of document.contexts) {
    for (const message of messages) {
      const notes = notesOf(document, message);
      for (const { category, element, reason } of valuesOf(message, language)) {
        const content = foreign === undefined ? contentOf(document, element) : { text: '', reason: undefined };
        const location =
          element === undefined || foreign !== undefined ? locationOfMissing(message) : locationOf(document, element);
        units.push(
          unitFrom({
            ...nameFacts(message, category),
            text: content.text,
            ...location,
            ...notes,
            reason: foreign ?? reason ?? content.reason,
            needsWork: message.isUnfinished && foreign === undefined,
          }),
        );
      }
    }
  }
  return units;
}

/** A text of a message: its only one, or one of its plural forms. */
interface Value {
  readonly category: PluralCategory | undefined;
  readonly element: XmlElement | undefined;
  readonly reason?: Reason;
}

function valuesOf(message: QtMessage, language: string): readonly Value[] {
  if (!message.isPlural) return [{ category: undefined, element: message.translation }];
  const forms = formsOf(message, language);
  if (forms === undefined) {
    const reason = because('qt-form-count', message.forms.length, language);
    return [{ category: 'other', element: message.forms[0], reason }];
  }
  return forms.map((category, index) => ({ category, element: message.forms[index] }));
}

function nameFacts(message: QtMessage, category: PluralCategory | undefined): Pick<UnitFacts, 'id' | 'plural'> {
  const { id } = message;
  return { id: category === undefined ? id : joinPlural({ base: id, category, ordinal: false }), plural: category };
}

function locationOf({ text }: QtDocument, element: XmlElement): Pick<Unit, 'start' | 'end'> {
  return element.name === 'message' ? { start: element.innerEnd, end: element.innerEnd } : valueRange(text, element);
}

function locationOfMissing({ forms, translation, element }: QtMessage): Pick<Unit, 'start' | 'end'> {
  const at = forms.at(-1)?.end ?? translation?.innerStart ?? element.innerEnd;
  return { start: at, end: at };
}

function contentOf(
  document: QtDocument,
  element: XmlElement | undefined,
): { readonly text: string; readonly reason: Reason | undefined } {
  if (element === undefined) return { text: '', reason: undefined };
  const text = qtText(document.text, element, document.entities);
  if (text !== undefined) return { text, reason: undefined };
  const [variant] = element.children.filter(
    (child): child is XmlElement => child.kind === 'element' && child.name === 'lengthvariant',
  );
  const reason = variant === undefined ? because('qt-elements') : because('qt-lengths');
  return {
    text:
      variant === undefined
        ? document.text.slice(element.innerStart, element.innerEnd)
        : (qtText(document.text, variant, document.entities) ?? ''),
    reason,
  };
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
