import type { LocaleFormat, Unit } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat, type WantedChange } from '../kit/provenFormat.ts';
import { parseAndroid } from './parseAndroid.ts';
import { unitsOf } from './androidUnits.ts';
import { writeAndroid } from './writeAndroid.ts';

/**
 * Android string resources: strings, plural sets and arrays. A text is what an app shows: escapes are decoded and
 * unquoted whitespace is collapsed. A text with elements or entities of the document is inner markup.
 */
export const androidXml: LocaleFormat = keptWhileWriting(parseAndroid, (fileOf) =>
  provenFormat({
    id: 'android-xml',
    units: (text) => unitsOf(fileOf(text)),
    edits: (change) => writeAndroid(change, fileOf),
    mayAppear,
  }),
);

/** Whether a unit is an item that an array needs to keep its indices: empty, or the reference that the source has. */
function mayAppear(unit: Unit, change: WantedChange): boolean {
  return unit.text === '' || (unit.translatable === false && change.source().get(unit.id)?.text === unit.text);
}
