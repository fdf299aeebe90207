import type { TextRange } from '../kit/localeFormat.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { valueRange } from '../xml/xmlValue.ts';
import { encodeAndroid, encodeAndroidMarkup } from './androidEncode.ts';
import { isBlank, readAndroid, readAndroidMarkup } from './androidText.ts';
import type { ResourceDialect } from './resourceDialect.ts';

/** Android, as aapt2 compiles its resources. */
export const androidDialect: ResourceDialect = {
  id: 'android-xml',
  pluralElements: ['plurals'],
  literalOf: trimmedRange,
  read: readAndroid,
  readMarkup: readAndroidMarkup,
  encode: encodeAndroid,
  encodeMarkup: encodeAndroidMarkup,
  hasQuotes: true,
  hasReferences: true,
  refusesSubstitutions: true,
};

/** The content of the element without the whitespace at both ends, which an app does not show. */
function trimmedRange(text: string, element: XmlElement): TextRange {
  const location = valueRange(text, element);
  if (element.selfClosing) return location;
  let { start, end } = location;
  while (start < end && isBlank(text.charAt(start))) start += 1;
  if (start === end) return location;
  while (isBlank(text.charAt(end - 1))) end -= 1;
  return { start, end };
}
