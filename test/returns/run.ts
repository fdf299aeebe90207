// npm run returns -- FOLDER…: checks every translation of a checkout as if it had just been returned by the service,
// and prints what the product would report. Reads only; see the options below.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openCheckout } from './checkoutProject.ts';
import { collectPairs } from './returnedPairs.ts';
import { ReturnsReport, sumOf, type Finding } from './returnsReport.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Locale of files that name none, and of the files to translate from. */
    source: { type: 'string', default: 'en' },
    /** Ids of formats, separated by commas. */
    only: { type: 'string' },
    /** Target locales, separated by commas. */
    locale: { type: 'string' },
    /** `whole`: ICU messages are not split into branches. */
    icu: { type: 'string', default: 'branches' },
    /** Placeholders come back in their brackets. */
    brackets: { type: 'boolean', default: false },
    /** How many examples of each class are printed. */
    list: { type: 'string', default: '0' },
    /** Kinds of problems to list, separated by commas. */
    kind: { type: 'string' },
    family: { type: 'string' },
    /** Prints how often each listed kind was found in each language. */
    locales: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0 || (values.icu !== 'branches' && values.icu !== 'whole')) {
  console.error(
    'Usage: npm run returns -- FOLDER… [--source LOCALE] [--only FORMAT,…] [--locale LOCALE,…]\n' +
      '  [--icu branches|whole] [--brackets] [--list N] [--kind KIND,…] [--family FAMILY,…] [--locales] [--json]',
  );
  process.exit(2);
}

const formats = values.only?.split(',');
const locales = values.locale?.split(',');
const report = new ReturnsReport({ withBrackets: values.brackets });
const started = performance.now();
for (const folder of positionals) {
  const checkout = await openCheckout(path.resolve(folder), values.source);
  await collectPairs(
    checkout,
    { patterns: [], sourceLocale: values.source, icuMessages: values.icu },
    report,
    (format, locale) => formats?.includes(format) !== false && locales?.includes(locale) !== false,
  );
}
if (values.json) printJson();
else printText();

function printJson(): void {
  for (const { file, reason } of report.unreadableFiles) printLine({ type: 'unreadable', file, reason });
  for (const [format, counts] of report.counts)
    for (const [locale, count] of counts) printLine({ type: 'count', format, locale, ...count });
  for (const finding of report.findings.filter(isListed)) printLine({ type: 'problem', ...flat(finding) });
  for (const kind of report.kinds) printLine({ type: 'kind', ...kind, perThousand: perThousand(kind.count) });
  printLine({ type: 'total', ...report.total, skipped: Object.fromEntries(report.skips) });
}

function printText(): void {
  for (const { file, reason } of report.unreadableFiles) console.log(`cannot be read: ${file}: ${reason}`);
  for (const [format, counts] of report.counts) {
    const { pairs, errors, warnings } = sumOf([...counts.values()]);
    console.log(`\n${format}: ${pairs} pairs, ${errors} with errors, ${warnings} with warnings only`);
    console.log(`  ${[...counts].map(([locale, count]) => `${locale} ${count.pairs}`).join(', ')}`);
  }
  console.log(`\n${'count'.padStart(8)} ${'per 1000'.padStart(9)}  severity  kind and family`);
  for (const { severity, kind, family, count } of report.kinds)
    console.log(
      `${String(count).padStart(8)} ${perThousand(count).toFixed(3).padStart(9)}  ` +
        `${severity.padEnd(8)}  ${kind} ${family}`,
    );
  if (values.locales) for (const kind of new Set(report.kinds.map((one) => one.kind))) printLocales(kind);
  const most = Number(values.list);
  for (const group of most > 0 ? Map.groupBy(report.findings.filter(isListed), classOf) : [])
    printExamples(group, most);
  const { pairs, errors, warnings } = report.total;
  if (pairs === 0) console.log(`\nNo file of the locale ${values.source} has translations. Try another --source.`);
  const skips = [...report.skips].map(([reason, count]) => `, ${count} ${reason}`).join('');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `\n${pairs} pairs, ${errors} with errors (${perThousand(errors).toFixed(3)} per thousand), ${warnings} with ` +
      `warnings only (${perThousand(warnings).toFixed(3)} per thousand)${skips}, ${seconds} s`,
  );
}

function printLocales(kind: Finding['problem']['kind']): void {
  if (values.kind?.split(',').includes(kind) === false) return;
  const locales = report
    .localesOf(kind)
    .map(([locale, count, pairs]) => `${locale} ${count} (${((count * 1000) / pairs).toFixed(3)})`);
  console.log(`\n${kind}, pairs and per thousand of the language: ${locales.join(', ')}`);
}

function printExamples([name, findings]: readonly [string, readonly Finding[]], most: number): void {
  console.log(`\n## ${name}: ${findings.length}`);
  for (const finding of findings.slice(0, most)) {
    const { target, locale, key, branch, source, translation, text } = flat(finding);
    console.log(`${target} (${locale}) ${key}${branch === undefined ? '' : ` [${branch}]`}: ${JSON.stringify(text)}`);
    console.log(`  ${JSON.stringify(source)}\n  ${JSON.stringify(translation)}`);
  }
}

function classOf({ problem: { severity, kind, family } }: Finding): string {
  return `${severity} ${kind} ${family}`;
}

function isListed({ problem: { kind, family } }: Finding): boolean {
  return values.kind?.split(',').includes(kind) !== false && values.family?.split(',').includes(family) !== false;
}

function flat({ pair, problem }: Finding) {
  const { format, sourceFile, targetFile, targetLocale, key, branch, protectedText, translation } = pair;
  return {
    format,
    file: sourceFile,
    target: targetFile,
    locale: targetLocale,
    key,
    branch,
    isOtherwiseBranched: pair.isOtherwiseBranched,
    source: protectedText.source,
    translation,
    ...problem,
  };
}

function perThousand(count: number): number {
  const { pairs } = report.total;
  return pairs === 0 ? 0 : (count * 1000) / pairs;
}

function printLine(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
