import type { LocaleFormat, Unit } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat, type WantedChange } from '../kit/provenFormat.ts';
import { parseStringsdict } from './parseStringsdict.ts';
import { omittedIn, unitsOf } from './stringsdictUnits.ts';
import { writeStringsdict } from './writeStringsdict.ts';

/**
 * Apple's plural rules (`.stringsdict`): `key` is the format of an entry, `key.variable#one` a form of one of its
 * variables, `key.NSStringVariableWidthRuleType.20` the text for a width; texts for devices have similar ids.
 */
export const stringsdict: LocaleFormat = keptWhileWriting(parseStringsdict, (fileOf) =>
  provenFormat({
    id: 'stringsdict',
    units: (text) => unitsOf(fileOf(text)),
    omitted: (text) => omittedIn(fileOf(text)),
    edits: (change) => writeStringsdict(change, fileOf),
    mayAppear,
  }),
);

/** Whether a text may appear that was not ordered: a new entry includes the source's format, which it requires. */
function mayAppear(unit: Unit, change: WantedChange): boolean {
  return unit.plural === undefined && change.source().get(unit.id)?.text === unit.text;
}
