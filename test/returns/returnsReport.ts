import { judgeMessage, judgePair, type FoundProblem } from './judgeReturn.ts';
import type { PairSink, ReturnedMessage, ReturnedPair } from './returnedPairs.ts';

/** A problem and the pair that it was found in. */
export interface Finding {
  readonly pair: ReturnedPair;
  readonly problem: FoundProblem;
}

interface Count {
  pairs: number;
  errors: number;
  warnings: number;
}

/** Checks pairs as they arrive, and counts. */
export class ReturnsReport implements PairSink {
  readonly findings: Finding[] = [];
  readonly unreadableFiles: { readonly file: string; readonly reason: string }[] = [];
  readonly skips = new Map<string, number>();
  readonly #counts = new Map<string, Map<string, Count>>();
  readonly #withBrackets: boolean;
  readonly #texts = new Map<ReturnedPair, string>();

  constructor({ withBrackets = false } = {}) {
    this.#withBrackets = withBrackets;
  }

  /** By format, then by locale. */
  get counts(): ReadonlyMap<string, ReadonlyMap<string, Readonly<Count>>> {
    return this.#counts;
  }

  get total(): Readonly<Count> {
    return sumOf([...this.#counts.values()].flatMap((locales) => [...locales.values()]));
  }

  /** How often each severity, kind and family was found, most frequent first. */
  get kinds(): readonly (Pick<FoundProblem, 'severity' | 'kind' | 'family'> & { readonly count: number })[] {
    const groups = Map.groupBy(this.findings, ({ problem: { severity, kind, family } }) =>
      [severity, kind, family].join('\n'),
    );
    return [...groups.values()]
      .flatMap((group) => (group[0] === undefined ? [] : [{ ...group[0].problem, count: group.length }]))
      .sort((a, b) => a.severity.localeCompare(b.severity) || b.count - a.count)
      .map(({ severity, kind, family, count }) => ({ severity, kind, family, count }));
  }

  /** How many pairs of each locale have a problem of a kind, most frequent first. */
  localesOf(kind: FoundProblem['kind']): readonly (readonly [locale: string, count: number, pairs: number])[] {
    const found = Map.groupBy(
      this.findings.filter(({ problem }) => problem.kind === kind),
      ({ pair }) => pair.targetLocale,
    );
    return [...found]
      .map(([locale, findings]) => {
        const counts = [...this.#counts.values()].flatMap((locales) => locales.get(locale) ?? []);
        return [locale, new Set(findings.map(({ pair }) => pair)).size, sumOf(counts).pairs] as const;
      })
      .sort((a, b) => b[1] - a[1]);
  }

  pair(pair: ReturnedPair): void {
    const { text, problems } = judgePair(pair, { withBrackets: this.#withBrackets });
    if (pair.branch !== undefined) this.#texts.set(pair, text);
    const count = this.#countOf(pair);
    count.pairs += 1;
    if (problems.some(({ severity }) => severity === 'error')) count.errors += 1;
    else if (problems.length > 0) count.warnings += 1;
    for (const problem of problems) this.findings.push({ pair, problem });
  }

  message(message: ReturnedMessage): void {
    const texts = new Map(message.branches.map((pair) => [pair.branch ?? '', this.#texts.get(pair) ?? '']));
    for (const pair of message.branches) this.#texts.delete(pair);
    const problem = judgeMessage(message, texts);
    const [pair] = message.branches;
    if (problem === undefined || pair === undefined) return;
    this.#countOf(pair).errors += 1;
    this.findings.push({ pair, problem });
  }

  unreadable(file: string, reason: string): void {
    this.unreadableFiles.push({ file, reason });
  }

  skipped(reason: string): void {
    this.skips.set(reason, (this.skips.get(reason) ?? 0) + 1);
  }

  #countOf({ format, targetLocale }: ReturnedPair): Count {
    const locales = this.#counts.get(format) ?? new Map<string, Count>();
    this.#counts.set(format, locales);
    const count = locales.get(targetLocale) ?? { pairs: 0, errors: 0, warnings: 0 };
    locales.set(targetLocale, count);
    return count;
  }
}

/** Adds up counts. */
export function sumOf(counts: readonly Readonly<Count>[]): Count {
  const sum = { pairs: 0, errors: 0, warnings: 0 };
  for (const { pairs, errors, warnings } of counts) {
    sum.pairs += pairs;
    sum.errors += errors;
    sum.warnings += warnings;
  }
  return sum;
}
