import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeFile, encodeFile } from '../../src/formats/encoding.ts';
import type { LocaleFormat, Unit } from '../../src/formats/format.ts';
import {
  checkBroken,
  checkCreation,
  checkIdentity,
  checkReinsertion,
  checkReplacement,
  checkUnits,
  isWritable,
  targetUnits,
  type Outcome,
  type Subject,
} from './laws.ts';
import { checkFilling, fillingSubject } from './checkFilling.ts';
import { acceptableText } from './acceptableText.ts';
import { anyMarkup, anyText } from './hostileStrings.ts';
import { fixturesOf, subjectsOf } from './subjects.ts';
import { bytesOf, variantsOf } from './variants.ts';

export interface LawOptions {
  /** Texts to write; `anyText` by default. */
  readonly texts?: fc.Arbitrary<string>;
  /** Replacements for inner markup; have to be well-formed. */
  readonly markup?: fc.Arbitrary<string>;
  /** Texts that the format cannot represent in a unit. Any other refusal is an error. */
  readonly mayRefuse?: (text: string, unit: Unit) => boolean;
  /** A document: source and target have the same structure, and any text that would change it is refused. */
  readonly isDocument?: true;
}

const numRuns = 60;

/** Declares the tests of the laws for a format: over its sample files and their variants, with generated texts. */
export function describeLaws(
  format: LocaleFormat,
  { texts = anyText, markup = anyMarkup, mayRefuse = () => false, isDocument }: LawOptions = {},
): void {
  describe(`the laws, for ${format.id}`, () => {
    const subjects: { readonly name: string; readonly subject: Subject; readonly units: readonly Unit[] }[] = [];

    before(async () => {
      for (const { name, text } of await fixturesOf(format.id)) {
        for (const variant of variantsOf(text)) {
          for (const subject of subjectsOf(format, name, variant.text)) {
            subjects.push({
              name: `${name}, ${variant.name}, ${subject.targetLocale}`,
              subject,
              units: targetUnits(subject).filter(isWritable),
            });
          }
        }
      }
      assert.ok(subjects.length >= 12, `only ${subjects.length} files and variants in the fixtures of ${format.id}`);
    });

    /** A file, and texts for some of its units. */
    const written = (
      max: number,
    ): fc.Arbitrary<{
      readonly at: number;
      readonly picks: readonly number[];
      readonly texts: readonly string[];
      readonly markup: readonly string[];
    }> =>
      fc.record({
        at: fc.nat(),
        picks: fc.array(fc.nat(), { minLength: 1, maxLength: max }),
        texts: fc.array(texts, { minLength: max, maxLength: max }),
        markup: fc.array(markup, { minLength: max, maxLength: max }),
      });
    const choose = (choice: {
      readonly at: number;
      readonly picks: readonly number[];
      readonly texts: readonly string[];
      readonly markup: readonly string[];
    }) => {
      const chosen = subjects[choice.at % subjects.length];
      assert.ok(chosen !== undefined);
      const translations = new Map<string, string>();
      let refusable = false;
      for (const [index, pick] of choice.picks.entries()) {
        const unit = chosen.units[pick % Math.max(chosen.units.length, 1)];
        if (unit === undefined) continue;
        const chosenText = (unit.markup === true ? choice.markup : choice.texts)[index] ?? '';
        const text = acceptableText(format, unit, chosenText);
        translations.set(unit.id, text);
        refusable ||= mayRefuse(text, unit);
      }
      return { ...chosen, translations, refusable };
    };
    const settle = (outcome: Outcome, refusable: boolean, name: string): void => {
      if ('refused' in outcome && !refusable) assert.fail(`${name}: ${outcome.refused}`);
    };

    it('reads the sample files, which contain texts', () => {
      for (const { name, subject, units } of subjects) {
        checkUnits(subject);
        assert.ok(units.length > 0, `${name} has no unit`);
      }
    });

    it('identity: writing back what was read gives no edit, and encoding gives the same bytes', async () => {
      for (const { subject } of subjects) checkIdentity(subject);
      for (const { name, text } of await fixturesOf(format.id)) {
        for (const variant of variantsOf(text)) {
          const bytes = bytesOf(variant);
          const decoded = decodeFile(bytes, name);
          assert.equal(decoded.text, variant.text);
          assert.deepEqual(encodeFile(decoded.text, decoded), bytes);
        }
      }
    });

    it('locality and round trip: only the written values change, and they read back', () => {
      fc.assert(
        fc.property(
          written(3),
          fc.constantFrom(undefined, undefined, 'translated' as const, 'needs-review' as const),
          (choice, state) => {
            const { name, subject, translations, refusable } = choose(choice);
            fc.pre(translations.size > 0);
            settle(checkReplacement(subject, translations, state), refusable, name);
          },
        ),
        { numRuns: numRuns * 3 },
      );
    });

    it('insertion and creation: units are in the source’s order, and nothing else changes', () => {
      fc.assert(
        fc.property(written(6), fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (choice, firstOnes) => {
          const { name, subject, translations, refusable } = choose(choice);
          const first = new Set([...translations.keys()].filter((_, index) => firstOnes[index] === true));
          fc.pre(first.size > 0);
          settle(checkCreation(subject, translations, first), refusable, name);
        }),
        { numRuns },
      );
    });

    it('insertion: a unit whose lines were removed is restored', () => {
      for (const { name, subject, units } of subjects) {
        for (const unit of units) {
          const outcome = checkReinsertion(subject, unit);
          if (outcome !== undefined && 'refused' in outcome && isDocument !== true)
            assert.fail(`${name}: ${unit.id}: ${outcome.refused}`);
        }
      }
    });

    it('filling: one write fills an empty value and inserts units before and after it', () => {
      let filled = 0;
      const textOf = (unit: Unit): string => acceptableText(format, unit, `${unit.text}é`);
      for (const { name, subject } of subjects) {
        for (const position of ['first', 'second', 'middle', 'last'] as const) {
          const filling = fillingSubject(subject, position);
          if (filling === undefined) continue;
          for (const state of [undefined, 'translated', 'needs-review'] as const) {
            const outcome = checkFilling(filling, textOf, state);
            if ('refused' in outcome && isDocument !== true) assert.fail(`${name}: ${position}: ${outcome.refused}`);
            filled += 1;
          }
        }
      }
      // A file of all locales lacks no units, and one with a single unit has none around it.
      const canLackUnits = subjects.some(
        ({ subject }) => format.locales?.(subject.text)?.all !== true && targetUnits(subject).length > 1,
      );
      assert.ok(filled > 0 || isDocument === true || !canLackUnits, 'no file with an empty value that lacks units');
    });

    it('broken input: is read, or refused with its location', () => {
      const cut = fc.record({
        at: fc.nat(),
        from: fc.nat(),
        length: fc.nat({ max: 40 }),
        put: fc.oneof(fc.constant(''), texts),
      });
      fc.assert(
        fc.property(cut, ({ at, from, length, put }) => {
          const chosen = subjects[at % subjects.length];
          assert.ok(chosen !== undefined);
          const { text, targetLocale } = chosen.subject;
          const start = from % (text.length + 1);
          checkBroken(format, text.slice(0, start) + put + text.slice(start + length), targetLocale);
          checkBroken(format, text.slice(0, start), targetLocale);
        }),
        { numRuns },
      );
    });
  });
}
