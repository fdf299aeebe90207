import type { TextEdit } from '../kit/localeFormat.ts';
import { elementRemoval } from '../xml/elementRemoval.ts';
import { indentAt } from '../xml/xmlSiblings.ts';
import type { QtDocument, QtMessage } from './qtDocument.ts';
import { translationElement, type MessageChange } from './replaceMessages.ts';

/** The edits of messages that were no longer in use, and the ids of those that are in use again. */
export interface Revival {
  readonly edits: readonly TextEdit[];
  readonly revivedIds: ReadonlySet<string>;
}

/**
 * Gives the wanted messages that the file has only as obsolete ones their translations, in their places, as `lupdate`
 * does. Removes further obsolete messages with their ids, and those of messages in use: of two messages, `lrelease`
 * keeps the first, even if it is obsolete, so that the program would get none.
 */
export function reviveMessages(change: MessageChange, source: QtDocument | undefined): Revival {
  const { document, wantedMessageIds } = change;
  const edits: TextEdit[] = [];
  const revivedIds = new Set<string>();
  const idsInUse = new Set(messagesOf(document).map(({ id }) => id));
  const sourceMessages = new Map(
    source === undefined ? [] : messagesOf(source).map((message) => [message.id, message]),
  );
  for (const { element, obsolete } of document.contexts) {
    for (const message of obsolete) {
      const { id, isPlural, translation } = message;
      if (!wantedMessageIds.has(id)) continue;
      const isSuperseded = idsInUse.has(id) || revivedIds.has(id);
      const isOfSameKind = sourceMessages.get(id)?.isPlural === isPlural;
      if (isSuperseded || !isOfSameKind || translation === undefined) {
        edits.push(elementRemoval(document.text, element, message.element));
        continue;
      }
      revivedIds.add(id);
      const indent = indentAt(document.text, translation.start) ?? '';
      const { start, end } = translation;
      edits.push({ start, end, text: translationElement(message, change, indent) });
    }
  }
  return { edits, revivedIds };
}

function messagesOf({ contexts }: QtDocument): readonly QtMessage[] {
  return contexts.flatMap(({ messages }) => messages);
}
