import type { TextEdit } from '../kit/localeFormat.ts';
import { insertText, sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { elementRemoval } from '../xml/elementRemoval.ts';
import { attributeEdit } from '../xml/xmlAttribute.ts';
import { indentAt } from '../xml/xmlSiblings.ts';
import { attributeRange, isElement } from '../xml/xmlTree.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { childrenNamed, type QtDocument, type QtMessage } from './qtDocument.ts';
import { afterComments, translationElement, type MessageChange } from './replaceMessages.ts';

/** Names of elements about another language: its translator's comments, and earlier states of the source's texts. */
const languageSpecificNames: ReadonlySet<string> = new Set(['translatorcomment', 'oldsource', 'oldcomment']);

/**
 * The source's file as `lupdate` would create it for the language, with all messages in use; without `keepsAll`, only
 * those to be translated. Messages without a translation are unfinished and empty, so Qt Linguist shows them as work.
 */
export function createdQt(creation: MessageChange, { keepsAll }: { readonly keepsAll: boolean }): string {
  const { document } = creation;
  const edits: TextEdit[] = [languageEdit(document, creation.language)];
  for (const { element, messages } of document.contexts) {
    const keptMessages = messages.filter((message) => keepsAll || creation.wantedMessageIds.has(message.id));
    if (keptMessages.length === 0) {
      edits.push(elementRemoval(document.text, document.root, element));
      continue;
    }
    const keptElements = new Set(keptMessages.map((message) => message.element));
    for (const child of childrenNamed(element, 'message'))
      if (!keptElements.has(child)) edits.push(elementRemoval(document.text, element, child));
    for (const message of keptMessages) edits.push(...messageEdits(message, creation));
  }
  return spliceEdits(document.text, sortEdits(edits));
}

/** Qt spells locales with underscores; a file that uses another spelling keeps it. */
function languageEdit({ text, root, language, sourceLanguage }: QtDocument, locale: string): TextEdit {
  const usesHyphens = (language ?? sourceLanguage ?? '').includes('-');
  const spelledLocale = usesHyphens ? locale : locale.replaceAll('-', '_');
  const version = attributeRange(text, root, 'version');
  if (language !== undefined || version === undefined) return attributeEdit(text, root, 'language', spelledLocale);
  return insertText(version.end, ` language="${spelledLocale.replace(/[&<>"]/g, '')}"`);
}

/** Removes what belongs to the source's language from a message, and writes its translation. */
function messageEdits(message: QtMessage, creation: MessageChange): readonly TextEdit[] {
  const { text } = creation.document;
  const { element, translation, source } = message;
  const edits: TextEdit[] = [];
  for (const child of element.children.filter(isElement))
    if (languageSpecificNames.has(child.name)) edits.push(elementRemoval(text, element, child));
  const indent = indentAt(text, (translation ?? source ?? element).start) ?? '';
  const newElement = translationElement(message, creation, indent);
  if (translation !== undefined) edits.push({ start: translation.start, end: translation.end, text: newElement });
  else edits.push(insertText(afterComments(message), lineEndOf(text) + indent + newElement));
  return edits;
}
