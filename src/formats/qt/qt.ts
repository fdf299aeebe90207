import { DocumentsOfUnits } from '../kit/keptWhileWriting.ts';
import type { LocaleFormat, TextEdit, Unit } from '../kit/localeFormat.ts';
import { provenFormat, refusal, type WantedChange } from '../kit/provenFormat.ts';
import { sortEdits } from '../kit/spliceEdits.ts';
import { splitPlural } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { createdQt } from './createdQt.ts';
import { isInOtherLocale, parseQt, qtLocales, type QtDocument } from './qtDocument.ts';
import { qtEncoder } from './qtEncoder.ts';
import { reviveMessages } from './reviveMessages.ts';
import { insertMessages } from './insertMessages.ts';
import { qtPluralExamples, qtPlurals } from './qtPlurals.ts';
import { obsoleteUnits, omittedIn, sourceUnits, targetUnits } from './qtUnits.ts';
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
  obsolete: (text, locale) => obsoleteUnits(parseQt(text), locale),
  units: (text, locale) => {
    const document = parseQt(text);
    const units = locale === undefined ? sourceUnits(document) : targetUnits(document, locale);
    documents.add(units, document);
    return units;
  },
  omitted: (text) => omittedIn(parseQt(text)),
  edits: (change) => {
    if (change.text === '') return createFile(change);
    return changeFile(change);
  },
});

const documents = new DocumentsOfUnits<QtDocument>();

function documentOf(units: ReadonlyMap<string, Unit>, text: string): QtDocument {
  return documents.of(units) ?? parseQt(text);
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
  const edits = [...replaceMessages(messageChange(change, { document, language, translations: replaced }, document))];
  refuseOtherForms(added, language);
  const source = added.size === 0 ? undefined : documentOf(change.source(), context.sourceText);
  const all = messageChange(change, { document, language, translations: new Map([...replaced, ...added]) }, document);
  const revival = reviveMessages(all, source);
  edits.push(...revival.edits);
  const missing = new Map([...added].filter(([id]) => !revival.revivedIds.has(messageIdOf(id))));
  if (source === undefined || missing.size === 0) return sortEdits(edits);
  const creation = messageChange(change, { document: source, language, translations: missing }, document);
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
  const messageIds = new Set([...messages.translations.keys()].map(messageIdOf));
  return { ...messages, wantedMessageIds: messageIds, state: context.state, encode: qtEncoder(styleDocument) };
}

/** Returns the id of the message that a unit belongs to. */
function messageIdOf(unitId: string): string {
  return splitPlural(unitId)?.base ?? unitId;
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
