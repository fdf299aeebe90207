import type { LocaleFormat, TextEdit, Unit } from '../kit/localeFormat.ts';
import { provenFormat, refusal, type WantedChange } from '../kit/provenFormat.ts';
import { sortEdits } from '../kit/spliceEdits.ts';
import { splitPlural } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { createdQt } from './createdQt.ts';
import { isInOtherLocale, parseQt, qtLocales, type QtDocument } from './qtDocument.ts';
import { qtEncoder } from './qtEncoder.ts';
import { insertMessages } from './insertMessages.ts';
import { qtPluralExamples, qtPlurals } from './qtPlurals.ts';
import { sourceUnits, targetUnits } from './qtUnits.ts';
import { replaceMessages, type MessageChange } from './replaceMessages.ts';

/**
 * Qt Linguist's `.ts` files: the texts of a program with their translations into one language.
 * https://doc.qt.io/qt-6/linguist-ts-file-format.html
 */
export const qt: LocaleFormat = provenFormat({
  id: 'qt',
  pluralCategories: qtPlurals,
  pluralExamples: (_text, locale) => qtPluralExamples(locale),
  locales: qtLocales,
  units: (text, locale) => {
    const document = parseQt(text);
    const units = locale === undefined ? sourceUnits(document) : targetUnits(document, locale);
    const [firstUnit] = units;
    if (firstUnit !== undefined) documentsByFirstUnit.set(firstUnit, document);
    return units;
  },
  edits: (change) => {
    if (change.text === '') return createFile(change);
    return changeFile(change);
  },
});

/** The documents that units were read from, so that they are not parsed again when the units are written. */
const documentsByFirstUnit = new WeakMap<Unit, QtDocument>();

function documentOf(units: ReadonlyMap<string, Unit>, text: string): QtDocument {
  const [firstUnit] = units.values();
  return (firstUnit && documentsByFirstUnit.get(firstUnit)) ?? parseQt(text);
}

function createFile(change: WantedChange): readonly TextEdit[] {
  const { added, context } = change;
  const document = documentOf(change.source(), context.sourceText);
  refuseOtherForms(added, context.targetLocale);
  const creation = messageChange(change, { document, language: context.targetLocale, translations: added }, document);
  return [{ start: 0, end: 0, text: createdQt(creation, { keepsAll: true }) }];
}

function changeFile(change: WantedChange): readonly TextEdit[] {
  const { text, context, present, replaced, added } = change;
  const document = documentOf(present, text);
  if (isInOtherLocale(document, context.targetLocale))
    throw refusal(because('file-other-language', document.language ?? '', context.targetLocale));
  const language = document.language ?? context.targetLocale;
  const edits = replaceMessages(messageChange(change, { document, language, translations: replaced }, document));
  if (added.size === 0) return sortEdits(edits);
  refuseOtherForms(added, language);
  const source = documentOf(change.source(), context.sourceText);
  const creation = messageChange(change, { document: source, language, translations: added }, document);
  // Line ends are converted to the target's when the messages are laid out.
  const created = parseQt(createdQt(creation, { keepsAll: false }));
  return sortEdits([...edits, ...insertMessages(document, source, created)]);
}

/** A change of messages, encoded in the style of `styleDocument`. */
function messageChange(
  { context }: WantedChange,
  messages: Pick<MessageChange, 'document' | 'language' | 'translations'>,
  styleDocument: QtDocument,
): MessageChange {
  const messageIds = [...messages.translations.keys()].map((id) => splitPlural(id)?.base ?? id);
  return { ...messages, wantedMessageIds: new Set(messageIds), state: context.state, encode: qtEncoder(styleDocument) };
}

/** Refuses plural forms that Qt does not have, which a file cannot represent. */
function refuseOtherForms(added: ReadonlyMap<string, string>, language: string): void {
  const forms = qtPlurals(language) ?? ['other'];
  for (const id of added.keys()) {
    const category = splitPlural(id)?.category;
    if (category !== undefined && !forms.includes(category))
      throw refusal(because('qt-form-unknown', id, language, forms.join(', ')));
  }
}
