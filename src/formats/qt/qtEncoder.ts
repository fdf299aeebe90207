import { once } from '../../base/once.ts';
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
  const habit = once(() => habitOf(document));
  return (text) => encodeQt(text, habit());
}

function habitOf({ text, contexts }: QtDocument): EncodingHabit {
  const sources: XmlElement[] = [];
  const translations: XmlElement[] = [];
  for (const { source, translation, forms } of contexts.flatMap((context) => context.messages)) {
    if (source !== undefined) sources.push(source);
    if (forms.length > 0) translations.push(...forms);
    else if (translation !== undefined) translations.push(translation);
  }
  const hexadecimal = (code: number): string => `&#x${code.toString(16)};`;
  return {
    lineEnd: lineEndOf(text),
    references: referenceHabit([plainTexts(text, translations), plainTexts(text, sources)], qtReferences),
    // Undefined: characters outside ASCII are written as they are.
    ascii: asciiHabit(text) ?? (needsAscii(text) ? hexadecimal : undefined),
  };
}

/** The texts of elements as they are written, without those that contain tags such as `<byte value="x1"/>`. */
function plainTexts(text: string, elements: readonly XmlElement[]): readonly string[] {
  const texts = elements.map(({ innerStart, innerEnd }) => text.slice(innerStart, innerEnd));
  return texts.filter((content) => !content.includes('<'));
}
