import type { LocaleFormat, Unit } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat, type WantedChange } from '../kit/provenFormat.ts';
import { parseFluent } from './parseFluent.ts';
import { unitsOf } from './fluentUnits.ts';
import { writeFluent } from './writeFluent.ts';

/**
 * Fluent files (`.ftl`). A message's or term's value is a unit (`key`, `-term`), and so is each attribute
 * (`key.title`); if a pattern is only a choice among plural categories, each variant is one (`key#one`). A text is the
 * pattern as written, without its indentation: placeables are in braces, other choices are part of the text, and a
 * text to be written has to be such a pattern. Comments are notes.
 */
export const fluent: LocaleFormat = keptWhileWriting(parseFluent, (entriesOf) =>
  provenFormat({
    id: 'fluent',
    units: (text) => unitsOf(text, entriesOf(text)),
    edits: (change) => writeFluent(change, entriesOf),
    mayAppear,
  }),
);

/** Whether a unit may appear unrequested, with the source's text: a term's value and the default form are required. */
function mayAppear(unit: Unit, { source }: WantedChange): boolean {
  return (unit.plural === 'other' || unit.id.startsWith('-')) && source().get(unit.id)?.text === unit.text;
}
