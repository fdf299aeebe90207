import type { TextEdit, WriteContext } from '../kit/localeFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { joinPlural } from '../kit/unitId.ts';
import { attributeEdit, attributeRemoval } from '../xml/xmlAttribute.ts';
import { indentAt, levelOf } from '../xml/xmlSiblings.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { rawValueEdit, valueRange } from '../xml/xmlValue.ts';
import { formsOf, type QtDocument, type QtMessage } from './qtDocument.ts';
import type { EncodeQt } from './qtEncoding.ts';
import { qtText } from './qtText.ts';

/** A change of messages. */
export interface MessageChange {
  readonly document: QtDocument;
  /** The language whose plural forms are used. */
  readonly language: string;
  /** By the ids of units. */
  readonly translations: ReadonlyMap<string, string>;
  /** The ids of the messages to which the translations belong. */
  readonly wanted: ReadonlySet<string>;
  readonly state: WriteContext['state'];
  readonly encode: EncodeQt;
}

/** The edits for existing messages. */
export function replaceMessages(change: MessageChange): readonly TextEdit[] {
  if (change.wanted.size === 0) return [];
  const layout = layoutOf(change.document);
  const edits: TextEdit[] = [];
  for (const { messages } of change.document.contexts) {
    for (const message of messages) {
      if (change.wanted.has(message.id))
        edits.push(...(message.isPlural ? pluralEdits(message, change, layout) : textEdits(message, change, layout)));
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
    const text = translations.get(message.id);
    const type = text === undefined || text === '' || state === 'needs-review' ? unfinished : '';
    return `<translation${type}>${encode(text ?? '')}</translation>`;
  }
  const texts = (formsOf({ ...message, forms: [] }, language) ?? []).map(
    (category) => translations.get(joinPlural({ base: message.id, category, ordinal: false })) ?? '',
  );
  const forms = texts.map((text) => `${lineEnd}${indent}${level}<numerusform>${encode(text)}</numerusform>`).join('');
  const type = texts.includes('') || state === 'needs-review' ? unfinished : '';
  return `<translation${type}>${forms}${lineEnd}${indent}</translation>`;
}

/** Where a missing translation is inserted: after the elements that Qt writes before it. */
export function afterComments(message: QtMessage): number {
  const before = message.element.children.filter(
    (child): child is XmlElement => child.kind === 'element' && !/^(?:extra-.*|userdata)$/.test(child.name),
  );
  return before.at(-1)?.end ?? message.element.innerStart;
}

const unfinished = ' type="unfinished"';

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
  const translation = translations.get(message.id);
  if (translation === undefined) return [];
  const { translation: element } = message;
  if (element === undefined) {
    const type = state === 'needs-review' ? unfinished : '';
    return [newElement(message, document.text, `<translation${type}>${encode(translation)}</translation>`, layout)];
  }
  const isSame = qtText(document.text, element, document.entities) === translation;
  return [
    ...stateEdits(message, document.text, state, translation !== ''),
    ...(isSame ? [] : [rawValueEdit(document.text, element, encode(translation))]),
  ];
}

function pluralEdits(
  message: QtMessage,
  { document, language, translations, state, encode }: MessageChange,
  layout: Layout,
): readonly TextEdit[] {
  const categories = formsOf(message, language);
  if (categories === undefined) return [];
  const wanted = categories.map((category) =>
    translations.get(joinPlural({ base: message.id, category, ordinal: false })),
  );
  const present = message.forms.map((form) => qtText(document.text, form, document.entities) ?? '');
  const edits = message.forms.flatMap((form, index) => {
    const text = wanted[index];
    return text === undefined || text === present[index] ? [] : [rawValueEdit(document.text, form, encode(text))];
  });
  const missing = wanted.slice(message.forms.length).map((text) => `<numerusform>${encode(text ?? '')}</numerusform>`);
  const isWhole = wanted.every((text, index) => (text ?? present[index] ?? '') !== '');
  const { translation } = message;
  if (translation === undefined) {
    const indent = indentAt(document.text, message.source?.start ?? message.element.start) ?? '';
    const forms = missing.map((form) => `${layout.lineEnd}${indent}${layout.level}${form}`).join('');
    return [
      newElement(
        message,
        document.text,
        `<translation${state === 'needs-review' ? unfinished : ''}>${forms}${layout.lineEnd}${indent}</translation>`,
        layout,
      ),
    ];
  }
  const added =
    missing.length === 0 || wanted.slice(message.forms.length).every((text) => text === undefined)
      ? []
      : [newForms(message.forms, translation, missing, { ...layout, text: document.text })];
  return [...stateEdits(message, document.text, state, isWhole), ...edits, ...added];
}

/** A translation is unfinished until all of its forms have been reviewed. */
function stateEdits(
  { isUnfinished, translation }: QtMessage,
  text: string,
  state: WriteContext['state'],
  isWhole: boolean,
): readonly TextEdit[] {
  if (translation === undefined) return [];
  if (state === 'needs-review' && !isUnfinished) return [attributeEdit(text, translation, 'type', 'unfinished')];
  const removal =
    state === 'translated' && isUnfinished && isWhole ? attributeRemoval(text, translation, 'type') : undefined;
  return removal === undefined ? [] : [removal];
}

/** Adds plural forms after the existing ones, each on a line; Qt requires all of them, in order. */
function newForms(
  forms: readonly XmlElement[],
  translation: XmlElement,
  elements: readonly string[],
  { text, lineEnd, level }: Layout & { readonly text: string },
): TextEdit {
  const last = forms.at(-1);
  if (last !== undefined) {
    const indent = indentAt(text, last.start);
    const lead = indent === undefined ? '' : lineEnd + indent;
    return { start: last.end, end: last.end, text: elements.map((element) => lead + element).join('') };
  }
  const indent = indentAt(text, translation.start);
  const lead = indent === undefined ? '' : lineEnd + indent;
  const lines = elements.map((element) => (indent === undefined ? element : lead + level + element));
  const content = lines.join('') + lead;
  const { start, end } = valueRange(text, translation);
  return { start, end, text: translation.selfClosing ? `>${content}</${translation.name}>` : content };
}

function newElement(message: QtMessage, text: string, element: string, { lineEnd }: Layout): TextEdit {
  const at = afterComments(message);
  const indent = indentAt(text, message.source?.start ?? message.element.start);
  return { start: at, end: at, text: (indent === undefined ? '' : lineEnd + indent) + element };
}
