import type { TextEdit } from '../kit/localeFormat.ts';
import { sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { elementRemoval } from '../xml/elementRemoval.ts';
import { attributeEdit } from '../xml/xmlAttribute.ts';
import { indentAt } from '../xml/xmlSiblings.ts';
import { attributeRange, type XmlElement } from '../xml/xmlTree.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import type { QtDocument, QtMessage } from './qtDocument.ts';
import { afterComments, translationElement, type MessageChange } from './qtWrite.ts';

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
    const kept = new Map(
      messages
        .filter((message) => keepsAll || creating.wanted.has(message.id))
        .map((message) => [message.element, message]),
    );
    if (kept.size === 0) {
      edits.push(elementRemoval(document.text, document.root, element));
      continue;
    }
    for (const child of element.children) {
      if (child.kind !== 'element' || child.name !== 'message') continue;
      const message = kept.get(child);
      if (message === undefined) edits.push(elementRemoval(document.text, element, child));
      else edits.push(...messageEdits(message, creating));
    }
  }
  return spliceEdits(document.text, sortEdits(edits));
}

/** Qt spells locales with underscores; a file that uses another spelling keeps it. */
function languageEdit({ text, root, language, sourceLanguage }: QtDocument, locale: string): TextEdit {
  const spelled = (language ?? sourceLanguage ?? '').includes('-') ? locale : locale.replaceAll('-', '_');
  const version = language === undefined ? attributeRange(text, root, 'version') : undefined;
  if (version === undefined) return attributeEdit(text, root, 'language', spelled);
  return { start: version.end, end: version.end, text: ` language="${spelled.replace(/[&<>"]/g, '')}"` };
}

function messageEdits(message: QtMessage, creating: MessageChange): readonly TextEdit[] {
  const { text } = creating.document;
  const { element, translation, source } = message;
  const old = element.children
    .filter((child): child is XmlElement => child.kind === 'element' && notForOthers.has(child.name))
    .map((child) => elementRemoval(text, element, child));
  const indent = indentAt(text, (translation ?? source ?? element).start) ?? '';
  const written = translationElement(message, creating, indent);
  if (translation !== undefined) return [...old, { start: translation.start, end: translation.end, text: written }];
  const at = afterComments(message);
  return [...old, { start: at, end: at, text: lineEndOf(text) + indent + written }];
}
