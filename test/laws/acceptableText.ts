import type { LocaleFormat, Unit } from '../../src/formats/format.ts';
import { splitKeyPath, splitPlural } from '../../src/formats/kit/unitId.ts';

/**
 * Returns a text that a unit of a format may have: in gettext, one that begins and ends with a line break exactly if
 * its msgid does. Texts for other formats are returned unchanged.
 */
export function acceptableText({ id: formatId }: LocaleFormat, { id }: Unit, text: string): string {
  if (formatId !== 'po') return text;
  const msgid = splitKeyPath(splitPlural(id)?.base ?? id)?.at(-1) ?? '';
  const inner = text.replace(/^\n+|\n+$/g, '');
  return `${msgid.startsWith('\n') ? '\n' : ''}${inner === '' ? 'é' : inner}${msgid.endsWith('\n') ? '\n' : ''}`;
}
