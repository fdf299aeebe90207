import type { LocaleFormat, Unit } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat, type WantedChange } from '../kit/provenFormat.ts';
import { parseFluent } from './fluentTree.ts';
import { unitsOf } from './fluentUnits.ts';
import { writeFluent } from './fluentWrite.ts';

/**
 * Fluent files (`.ftl`). A message's or term's value is a unit (`key`, `-term`), each attribute is one (`key.title`), and where a
 * pattern is nothing but a choice among plural categories, each variant (`key#one`). A text is the pattern as it is written,
 * without its indentation: placeables stand in braces, other choices are part of it, and what is given to be written has to
 * be such a pattern. Comments are notes.
 */
export const fluent: LocaleFormat = keptWhileWriting(parseFluent, (entriesOf) =>
  provenFormat({
    id: 'fluent',
    units: (text) => unitsOf(text, entriesOf(text)),
    edits: (change) => writeFluent(change, entriesOf),
    mayAppear,
  }),
);

/** A term has a value and a choice its form for all other numbers: what is not wanted of these stands in the source's words. */
function mayAppear(unit: Unit, { source }: WantedChange): boolean {
  return (unit.plural === 'other' || unit.id.startsWith('-')) && source().get(unit.id)?.text === unit.text;
}
