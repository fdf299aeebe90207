import type { LocaleFormat, Unit } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat, type WantedChange } from '../kit/provenFormat.ts';
import { parseAndroid } from './androidEntries.ts';
import { unitsOf } from './androidUnits.ts';
import { writeAndroid } from './androidWrite.ts';

/**
 * String resources of Android: strings, plural sets and arrays. Texts are what an app shows: escapes are decoded, blanks
 * collapsed where they are not quoted; one with elements or entities of the document is inner markup.
 */
export const androidXml: LocaleFormat = keptWhileWriting(parseAndroid, (fileOf) =>
  provenFormat({
    id: 'android-xml',
    units: (text) => unitsOf(fileOf(text)),
    edits: (change) => writeAndroid(change, fileOf),
    mayAppear,
  }),
);

/** An array's places: empty, or the references that they are in the source. */
function mayAppear(unit: Unit, change: WantedChange): boolean {
  return unit.text === '' || (unit.translatable === false && change.source().get(unit.id)?.text === unit.text);
}
