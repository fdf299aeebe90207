import { lineEndOf } from '../kit/lineEnd.ts';
import { needsAscii } from '../xml/xmlText.ts';
import { asciiHabit, referenceHabit, type EncodingHabit } from '../xml/xmlReferences.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import type { QtDocument } from './qtDocument.ts';
import { encodeQt, qtReferences } from './qtText.ts';

/** Encodes a translation as an element's content. Throws FormatError for what the file cannot represent. */
export type EncodeQt = (text: string) => string;

/** Writes references like the file's translations, else like its sources, else like Qt's own tools. */
export function qtEncoder(document: QtDocument): EncodeQt {
  let computed: EncodingHabit | undefined;
  return (text) => encodeQt(text, (computed ??= habitOf(document)));
}

function habitOf({ text, contexts }: QtDocument): EncodingHabit {
  const raw = (element: XmlElement | undefined): readonly string[] =>
    element === undefined ? [] : [text.slice(element.innerStart, element.innerEnd)];
  const messages = contexts.flatMap((context) => context.messages);
  // The `<` of tags in plural forms is not a matter of style, but the content of `<byte value="x1"/>` tags would be.
  const translations = messages
    .flatMap(({ translation, forms }) => (forms.length > 0 ? forms.flatMap(raw) : raw(translation)))
    .filter((content) => !content.includes('<'));
  const sources = messages.flatMap(({ source }) => raw(source)).filter((content) => !content.includes('<'));
  return {
    lineEnd: lineEndOf(text),
    references: referenceHabit([translations, sources], qtReferences),
    ascii: asciiHabit(text) ?? (needsAscii(text) ? (code) => `&#x${code.toString(16)};` : undefined),
  };
}
