import type { Reason, ReasonCode } from '../formats/format.ts';
import { dataFormatMessages } from './dataFormatMessages.ts';
import { textFormatMessages } from './textFormatMessages.ts';
import { fillMessage, type Words } from './words.ts';

const messages: Readonly<Record<ReasonCode, () => string>> = { ...dataFormatMessages, ...textFormatMessages };

/** Returns the sentence for a format's reason. Its values count as text from outside; nested reasons do not. */
export function formatSentence({ code, values }: Reason): Words {
  return fillMessage(
    messages[code](),
    values.map((value) => (typeof value === 'object' ? formatSentence(value) : value)),
  );
}
