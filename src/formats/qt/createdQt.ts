import type { TextEdit } from '../kit/localeFormat.ts';
import { insertText, sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { elementRemoval } from '../xml/elementRemoval.ts';
import { attributeEdit } from '../xml/xmlAttribute.ts';
import { indentAt } from '../xml/xmlSiblings.ts';
import { attributeRange, isElement } from '../xml/xmlTree.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { childrenNamed, type QtDocument, type QtMessage } from './qtDocument.ts';
import { afterComments, translationElement, type MessageChange } from './replaceMessages.ts';

/** Elements that a translator of the source's file wrote, or that describe an earlier state of it. */
const notForOthers: ReadonlySet<string> = new Set(['translatorcomment', 'oldsource', 'oldcomment']);

/**
 * The source's file as `lupdate` would create it for the language: every message in use; messages without a
 * translation are unfinished and empty, so that Qt Linguist shows them as work to do. Without `keepsAll`, only the
 * messages that have a translation.
 */
export function createdQt(creating: MessageChange, keepsAll: boolean): string {
  const { document } = creating;
  const edits: TextEdit[] = [languageEdit(document, creating.language)];
  for (const { element, messages } of document.contexts) {
    const created = messages.filter((message) => keepsAll || creating.wanted.has(message.id));
    if (created.length === 0) {
      edits.push(elementRemoval(document.text, document.root, element));
      continue;
    }
    const createdElements = new Set(created.map((message) => message.element));
    for (const child of childrenNamed(element, 'message'))
      if (!createdElements.has(child)) edits.push(elementRemoval(document.text, element, child));
    for (const message of created) edits.push(...messageEdits(message, creating));
  }
  return spliceEdits(document.text, sortEdits(edits));
}

/** Qt spells locales with underscores; a file that uses another spelling keeps it. */
function languageEdit({ text, root, language, sourceLanguage }: QtDocument, locale: string): TextEdit {
  const spelled = (language ?? sourceLanguage ?? '').includes('-') ? locale : locale.replaceAll('-', '_');
  const version = attributeRange(text, root, 'version');
  if (language !== undefined || version === undefined) return attributeEdit(text, root, 'language', spelled);
  return insertText(version.end, ` language="${spelled.replace(/[&<>"]/g, '')}"`);
}

function messageEdits(message: QtMessage, creating: MessageChange): readonly TextEdit[] {
  const { text } = creating.document;
  const { element, translation, source } = message;
  const edits = element.children
    .filter(isElement)
    .filter(({ name }) => notForOthers.has(name))
    .map((child) => elementRemoval(text, element, child));
  const indent = indentAt(text, (translation ?? source ?? element).start) ?? '';
  const written = translationElement(message, creating, indent);
  if (translation !== undefined) edits.push({ start: translation.start, end: translation.end, text: written });
  else edits.push(insertText(afterComments(message), lineEndOf(text) + indent + written));
  return edits;
}
