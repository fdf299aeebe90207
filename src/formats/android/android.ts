import type { LocaleFormat, Unit } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat, type WantedChange } from '../kit/provenFormat.ts';
import { androidDialect } from './androidDialect.ts';
import { composeDialect } from './composeDialect.ts';
import { mokoDialect } from './mokoDialect.ts';
import { parseAndroid } from './parseAndroid.ts';
import type { ResourceDialect } from './resourceDialect.ts';
import { omittedIn } from './androidOmitted.ts';
import { unitsOf } from './androidUnits.ts';
import { writeAndroid } from './writeAndroid.ts';

/**
 * Android string resources: strings, plural sets and arrays. A text is what an app shows: escapes are decoded and
 * unquoted whitespace is collapsed. A text with elements or entities of the document is inner markup.
 */
export const androidXml: LocaleFormat = resourceFormat(androidDialect);

/** The same elements in Compose Multiplatform, whose texts are shown as they are, except for a few escapes. */
export const composeXml: LocaleFormat = resourceFormat(composeDialect);

/** The same elements in moko-resources, a library for Kotlin on several platforms. */
export const mokoXml: LocaleFormat = resourceFormat(mokoDialect);

function resourceFormat(dialect: ResourceDialect): LocaleFormat {
  return keptWhileWriting(
    (text) => parseAndroid(text, dialect),
    (fileOf) =>
      provenFormat({
        id: dialect.id,
        units: (text) => unitsOf(fileOf(text)),
        omitted: (text) => omittedIn(fileOf(text)),
        edits: (change) => writeAndroid(change, fileOf),
        mayAppear,
      }),
  );
}

/** Whether a unit is an item that an array needs to keep its indices: empty, or the reference that the source has. */
function mayAppear(unit: Unit, change: WantedChange): boolean {
  return unit.text === '' || (unit.translatable === false && change.source().get(unit.id)?.text === unit.text);
}
