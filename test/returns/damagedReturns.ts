import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { present } from '../../src/base/present.ts';
import type { PluralCategory } from '../../src/formats/format.ts';
import { syntaxesOfUnits } from '../../src/placeholders/project/syntaxes.ts';
import { protect } from '../../src/placeholders/protect.ts';
import type { IcuBranchKind, PlaceholderSyntax, Problem } from '../../src/placeholders/read/placeholder.ts';
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
  /** The text is this form of a plural set of the file. */
  readonly plural?: PluralCategory;
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
  const protectedText = protect(source, sample.syntaxes ?? chosenSyntaxes(sample), within);
  const { text, problems } = restore(
    translation,
    protectedText,
    present({ sourceLocale, targetLocale: locale, maxChars }),
  );
  const found = severityOf(problems);
  const isRight = found === expected || (written !== undefined && text === written && found !== 'error');
  return { isRight, found, text, problems };
}

function chosenSyntaxes({ format, dependencies = [], flags, source }: DamagedReturn): readonly PlaceholderSyntax[] {
  const unit = { text: source, ...present({ flags }) };
  return syntaxesOfUnits({ formatId: format, dependencies, units: [unit] })(unit);
}

function severityOf(problems: readonly Problem[]): Severity {
  if (problems.some(({ severity }) => severity === 'error')) return 'error';
  return problems.length > 0 ? 'warning' : 'none';
}
