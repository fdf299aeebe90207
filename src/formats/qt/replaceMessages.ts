import type { PluralCategory, TextEdit, WriteContext } from '../kit/localeFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { insertText } from '../kit/spliceEdits.ts';
import { joinPlural } from '../kit/unitId.ts';
import { attributeEdit, attributeRemoval } from '../xml/xmlAttribute.ts';
import { indentAt, levelOf } from '../xml/xmlSiblings.ts';
import { isElement, type XmlElement } from '../xml/xmlTree.ts';
import { rawValueEdit, valueRange } from '../xml/xmlValue.ts';
import { formsOf, type QtDocument, type QtMessage } from './qtDocument.ts';
import type { EncodeQt } from './qtEncoder.ts';
import { qtText } from './qtText.ts';

/** A change of messages. */
export interface MessageChange {
  readonly document: QtDocument;
  /** The language whose plural forms are used. */
  readonly language: string;
  /** By the ids of units. */
  readonly translations: ReadonlyMap<string, string>;
  /** The ids of the messages to which the translations belong. */
  readonly wantedMessageIds: ReadonlySet<string>;
  readonly state: WriteContext['state'];
  readonly encode: EncodeQt;
}

/** The edits for existing messages. */
export function replaceMessages(change: MessageChange): readonly TextEdit[] {
  if (change.wantedMessageIds.size === 0) return [];
  const layout = layoutOf(change.document);
  const edits: TextEdit[] = [];
  for (const { messages } of change.document.contexts) {
    for (const message of messages) {
      if (!change.wantedMessageIds.has(message.id)) continue;
      if (message.isPlural) edits.push(...pluralEdits(message, change, layout));
      else edits.push(...textEdits(message, change, layout));
    }
  }
  return edits;
}

/** The element with a message's translation, as in a new file. */
export function translationElement(
  message: QtMessage,
  { document, language, translations, state, encode }: MessageChange,
  indent: string,
): string {
  const { lineEnd, level } = layoutOf(document);
  if (!message.isPlural) {
    const text = translations.get(message.id) ?? '';
    return `<translation${typeAttribute(state, { isComplete: text !== '' })}>${encode(text)}</translation>`;
  }
  // The number of the source's forms says nothing about the target.
  const categories = formsOf({ ...message, forms: [] }, language) ?? [];
  const texts = categories.map((category) => translations.get(formIdOf(message, category)) ?? '');
  const forms = texts.map((text) => `${lineEnd}${indent}${level}<numerusform>${encode(text)}</numerusform>`).join('');
  const type = typeAttribute(state, { isComplete: !texts.includes('') });
  return `<translation${type}>${forms}${lineEnd}${indent}</translation>`;
}

function formIdOf({ id }: QtMessage, category: PluralCategory): string {
  return joinPlural({ base: id, category, ordinal: false });
}

/** The attribute of a translation with work to do; '' for a finished one. */
function typeAttribute(state: WriteContext['state'], { isComplete }: { readonly isComplete: boolean }): string {
  if (!isComplete || state === 'needs-review') return ' type="unfinished"';
  return '';
}

/** Where a missing translation is inserted: after the elements that Qt writes before it, such as comments. */
export function afterComments(message: QtMessage): number {
  const { children, innerStart } = message.element;
  const isAfterTranslation = (name: string): boolean => /^(?:extra-.*|userdata)$/.test(name);
  return children.filter(isElement).findLast(({ name }) => !isAfterTranslation(name))?.end ?? innerStart;
}

/** The line end, and the indentation of one level. */
interface Layout {
  readonly lineEnd: string;
  readonly level: string;
}

function layoutOf({ text, contexts }: QtDocument): Layout {
  for (const { element } of contexts) {
    const level = levelOf(text, element);
    if (level !== undefined) return { lineEnd: lineEndOf(text), level };
  }
  return { lineEnd: lineEndOf(text), level: '    ' };
}

function textEdits(
  message: QtMessage,
  { document, translations, state, encode }: MessageChange,
  layout: Layout,
): readonly TextEdit[] {
  const { text, entities } = document;
  const translation = translations.get(message.id);
  if (translation === undefined) return [];
  const { translation: element } = message;
  if (element === undefined) {
    const type = typeAttribute(state, { isComplete: true });
    return [insertElement(message, text, `<translation${type}>${encode(translation)}</translation>`, layout)];
  }
  const edits = stateEdits(message, text, state, translation !== '');
  if (qtText(text, element, entities) !== translation) edits.push(rawValueEdit(text, element, encode(translation)));
  return edits;
}

function pluralEdits(
  message: QtMessage,
  { document, language, translations, state, encode }: MessageChange,
  layout: Layout,
): readonly TextEdit[] {
  const categories = formsOf(message, language);
  if (categories === undefined) return [];
  const { text, entities } = document;
  const { forms, translation } = message;
  const texts = categories.map((category) => translations.get(formIdOf(message, category)));
  // The last forms of the language, if the message has fewer.
  const missingTexts = texts.slice(forms.length);
  const newForms = missingTexts.map((newText) => `<numerusform>${encode(newText ?? '')}</numerusform>`);
  if (translation === undefined) {
    const indent = indentAt(text, message.source?.start ?? message.element.start) ?? '';
    const lines = newForms.map((form) => layout.lineEnd + indent + layout.level + form).join('');
    const type = typeAttribute(state, { isComplete: true });
    const element = `<translation${type}>${lines}${layout.lineEnd}${indent}</translation>`;
    return [insertElement(message, text, element, layout)];
  }
  const presentTexts = forms.map((form) => qtText(text, form, entities) ?? '');
  const isComplete = texts.every((newText, index) => (newText ?? presentTexts[index] ?? '') !== '');
  const edits = stateEdits(message, text, state, isComplete);
  for (const [index, form] of forms.entries()) {
    const newText = texts[index];
    if (newText !== undefined && newText !== presentTexts[index]) edits.push(rawValueEdit(text, form, encode(newText)));
  }
  if (missingTexts.some((newText) => newText !== undefined))
    edits.push(appendForms(forms, translation, newForms, { ...layout, text }));
  return edits;
}

/** A translation is unfinished until all of its forms have been reviewed. */
function stateEdits(
  { isUnfinished, translation }: QtMessage,
  text: string,
  state: WriteContext['state'],
  isComplete: boolean,
): TextEdit[] {
  if (translation === undefined) return [];
  if (state === 'needs-review' && !isUnfinished) return [attributeEdit(text, translation, 'type', 'unfinished')];
  const isFinished = state === 'translated' && isUnfinished && isComplete;
  const removal = attributeRemoval(text, translation, 'type');
  if (!isFinished || removal === undefined) return [];
  return [removal];
}

/** Adds plural forms after the existing ones, each on a line; Qt requires all of them, in order. */
function appendForms(
  forms: readonly XmlElement[],
  translation: XmlElement,
  elements: readonly string[],
  { text, lineEnd, level }: Layout & { readonly text: string },
): TextEdit {
  const lastForm = forms.at(-1);
  const lead = leadAt(text, (lastForm ?? translation).start, lineEnd);
  if (lastForm !== undefined) return insertText(lastForm.end, elements.map((element) => lead + element).join(''));
  // If the translation does not begin its line, the forms follow it on the same line.
  const formLead = lead === '' ? '' : lead + level;
  const content = elements.map((element) => formLead + element).join('') + lead;
  const { start, end } = valueRange(text, translation);
  // `<translation/>`: the range is `/>`.
  if (translation.selfClosing) return { start, end, text: `>${content}</${translation.name}>` };
  return { start, end, text: content };
}

function insertElement(message: QtMessage, text: string, element: string, { lineEnd }: Layout): TextEdit {
  const lead = leadAt(text, message.source?.start ?? message.element.start, lineEnd);
  return insertText(afterComments(message), lead + element);
}

/** The line end and the indentation of something that begins its line; '' if it does not. */
function leadAt(text: string, offset: number, lineEnd: string): string {
  const indent = indentAt(text, offset);
  if (indent === undefined) return '';
  return lineEnd + indent;
}
