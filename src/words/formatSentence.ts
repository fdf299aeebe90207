import type { Reason, ReasonCode, ReasonValues } from '../formats/format.ts';
import { dataFormatMessages } from './dataFormatMessages.ts';
import { textFormatMessages } from './textFormatMessages.ts';
import { fillMessage, type MessageTable, type Words } from './words.ts';

const messages: MessageTable<ReasonValues> = { ...dataFormatMessages, ...textFormatMessages };

/** Returns the sentence for a format's reason. Its values count as text from outside; nested reasons do not. */
export function formatSentence<Code extends ReasonCode>({ code, values }: Reason<Code>): Words {
  return fillMessage(
    messages[code](...values),
    values.map((value) => (typeof value === 'object' ? formatSentence(value) : value)),
  );
}
