import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { present } from '../../src/base/present.ts';
import type { PluralCategory } from '../../src/formats/format.ts';
import { pluralUseOf, type PluralUse } from '../../src/orders/units/files/pluralUse.ts';
import { formExamples } from '../../src/locales/plurals/formExamples.ts';
import { pluralRulesOf } from '../../src/locales/plurals/runtimePluralForms.ts';
import { numbersOfForm, withNumbers } from '../../src/orders/units/plan/numbersOfForm.ts';
import type { IcuBranch } from '../../src/placeholders/icu/icuBranches.ts';
import { apostropheRulesOf } from '../../src/placeholders/project/apostropheRules.ts';
import { syntaxesOfUnits } from '../../src/placeholders/project/syntaxes.ts';
import { protect } from '../../src/placeholders/protect.ts';
import type { FormNumber, IcuBranchKind, PlaceholderSyntax, Problem } from '../../src/placeholders/read/placeholder.ts';
import { restore } from '../../src/placeholders/restore.ts';

/** A translation as it could come back, labeled by what the runtime would show and not by what the product finds. */
export interface DamagedReturn {
  /** What was done to the translation; ends in `right` if a program shows it as it should be. */
  readonly damage: string;
  /** An id of `formats.ts`. */
  readonly format: string;
  /** Names of packages, spelled as by `dependencyNames.ts`. */
  readonly dependencies?: readonly string[];
  /** The flags of its entry in a PO file. */
  readonly flags?: readonly string[];
  /** The families that are searched; if absent, the product chooses them. */
  readonly syntaxes?: readonly PlaceholderSyntax[];
  /** The text is a branch of an ICU message. */
  readonly within?: IcuBranchKind;
  /** The text is this form of a plural set of the file, or of an ICU message. */
  readonly plural?: PluralCategory;
  /** The form `other` of the source; if absent, `source`. */
  readonly other?: string;
  readonly maxChars?: number;
  /** Default: `en`. */
  readonly sourceLocale?: string;
  readonly locale: string;
  readonly source: string;
  /** As returned: with or without the protecting brackets. */
  readonly translation: string;
  /** The most severe problem that must be reported. */
  readonly expected: Severity;
  /** If exactly this text is restored, it is right, so a warning or nothing at all is right too. */
  readonly written?: string;
  readonly why?: string;
  /** Why the product is wrong about it today, in plain words. */
  readonly known?: string;
}

export type Severity = 'error' | 'warning' | 'none';

/** The result of a check, compared with the label. */
export interface JudgedReturn {
  readonly isRight: boolean;
  readonly found: Severity;
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** Returns the labeled samples by file name. */
export function readDamagedReturns(): ReadonlyMap<string, readonly DamagedReturn[]> {
  const folder = path.resolve(import.meta.dirname, '../fixtures/returns');
  return new Map(
    readdirSync(folder)
      .sort()
      .map((name) => [name, JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as readonly DamagedReturn[]]),
  );
}

/** Protects the source, restores and checks the translation, and compares the result with the label. */
export function judgeDamagedReturn(sample: DamagedReturn): JudgedReturn {
  const { source, translation, locale, sourceLocale = 'en', maxChars, within, expected, written } = sample;
  const { syntaxes, apostrophes } = chosenReading(sample);
  const plurals = pluralUseOf({ formatId: sample.format, path: '', dependencies: sample.dependencies ?? [] });
  const protectedText = withNumbers(
    protect(source, syntaxes, within, apostrophes),
    numbersOf(sample, syntaxes, plurals),
    { plurals },
  );
  const { text, problems } = restore(
    translation,
    protectedText,
    present({ sourceLocale, targetLocale: locale, maxChars }),
  );
  const found = severityOf(problems);
  const isRight = found === expected || (written !== undefined && text === written && found !== 'error');
  return { isRight, found, text, problems };
}

/** Returns the numbers of a plural form, as a plan does. */
function numbersOf(
  { source, other = source, plural, flags, within, locale }: DamagedReturn,
  syntaxes: readonly PlaceholderSyntax[],
  plurals: PluralUse,
): readonly FormNumber[] {
  if (plural === undefined) return [];
  const examples = formExamples(plurals.mechanism, locale, {
    category: plural,
    type: 'cardinal',
    categories: [plural, ...pluralRulesOf(plurals.mechanism, locale).categories],
    onlyIntegers: true,
  });
  const branchOf = (selector: string, text: string): IcuBranch => {
    const conditions = [{ argument: 'n', type: 'cardinal', selector, offset: 0 }] as const;
    return { id: selector, text, conditions, kind: within ?? 'plural', isWordless: false };
  };
  const branch = branchOf(plural, source);
  const unit = { id: `key#${plural}`, text: source, plural, start: 0, end: 0, ...present({ flags }) };
  return numbersOfForm(
    {
      sourceUnit: unit,
      plural: { category: plural, type: 'cardinal', examples },
      other: { ...unit, text: other },
      text:
        within === undefined
          ? { text: source }
          : { text: source, branch, branches: [branch, branchOf('other', other)] },
    },
    { syntaxesOf: () => syntaxes, plurals },
    locale,
  );
}

function chosenReading({ format, dependencies = [], flags, source, syntaxes }: DamagedReturn) {
  const unit = { text: source, ...present({ flags }) };
  const facts = { formatId: format, dependencies, units: [unit] };
  return { syntaxes: syntaxes ?? syntaxesOfUnits(facts)(unit), apostrophes: apostropheRulesOf(facts)(unit) };
}

function severityOf(problems: readonly Problem[]): Severity {
  if (problems.some(({ severity }) => severity === 'error')) return 'error';
  return problems.length > 0 ? 'warning' : 'none';
}
