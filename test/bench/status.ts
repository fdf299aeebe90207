import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundledProgram } from '../host/bundledProgram.ts';
import { runChild } from '../host/childProcess.ts';
import { releasedCli } from '../host/cliBuild.ts';
import type { BenchRow } from './benchRow.ts';

/** The most time of `status`, compared with a process that starts and parses each file once. */
const maxRatios = { formats: 2, strings: 8 };
const maxMegabytes = 400;
const runs = 3;

const locales = (
  'af am ar as az be bg bn bs ca cs cy da de el eo es et eu fa fi fil fr fy ga gd gl gu ha he hi hr hu hy id ig is it ja ' +
  'ka kk km kn ko ku ky lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn or pa pl ps pt ro ru sd si sk sl so sq sr sv ' +
  'sw ta te tg th tk tr uk ur uz vi'
).split(' ');
const localesOfFormats = locales.slice(0, 87);
const stringsOfFormats = 300;
/** 30 files of 10,000 strings. */
const localesOfStrings = locales.slice(0, 29);
const stringsOfFile = 10_000;

type Texts = readonly (readonly [source: string, translation: string])[];

/** Returns texts and their translations; of ten strings, two have none. */
function textsIn(locale: string, count: number): Texts {
  return Array.from({ length: count }, (_, index) => {
    const source = `The number ${index} of the texts is shown in the window`;
    return [source, index % 10 < 8 ? `${locale}: ${source}` : ''];
  });
}

/** Bilingual files without a template, by path: gettext, XLIFF and Qt. */
function bilingualFiles(locale: string): Readonly<Record<string, string>> {
  const texts = textsIn(locale, stringsOfFormats);
  const po = texts.map(([source, text]) => `msgid "${source}"\nmsgstr "${text}"\n`);
  const units = texts.map(
    ([source, text], index) =>
      `<trans-unit id="k${index}"><source>${source}</source>${text && `<target>${text}</target>`}</trans-unit>`,
  );
  const messages = texts.map(
    ([source, text]) =>
      `<message><source>${source}</source><translation${text ? '' : ' type="unfinished"'}>${text}</translation></message>`,
  );
  return {
    [`po/${locale}.po`]: ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n', ...po].join('\n'),
    [`translations/messages.${locale}.xlf`]:
      '<?xml version="1.0"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n' +
      `<file source-language="en" target-language="${locale}" datatype="plaintext" original="a"><body>\n` +
      `${units.join('\n')}\n</body></file></xliff>\n`,
    [`i18n/app_${locale}.ts`]:
      `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${locale}">\n` +
      `<context><name>Main</name>\n${messages.join('\n')}\n</context></TS>\n`,
  };
}

function jsonFile(locale: string): string {
  const texts = textsIn(locale, stringsOfFile).map(([source, text], index) => [
    `k${index}`,
    locale === 'en' ? source : text,
  ]);
  return JSON.stringify(Object.fromEntries(texts), undefined, 1);
}

/** Measures `status` of the command line in projects of many files, compared with parsing each file once. */
export async function benchStatus(): Promise<readonly BenchRow[]> {
  const formats = Object.assign({}, ...localesOfFormats.map(bilingualFiles)) as Readonly<Record<string, string>>;
  const json = Object.fromEntries(['en', ...localesOfStrings].map((name) => [`locales/${name}.json`, jsonFile(name)]));
  const stringCount = stringsOfFile * (localesOfStrings.length + 1);
  return [
    ...(await rowsOf(`${localesOfFormats.length} languages × 3 formats`, formats, maxRatios.formats)),
    ...(await rowsOf(`${stringCount.toLocaleString('en')} strings`, json, maxRatios.strings)),
  ];
}

async function rowsOf(
  name: string,
  files: Readonly<Record<string, string>>,
  maxRatio: number,
): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-status-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    const bare = bundledProgram(path.join(import.meta.dirname, 'bareProcess.ts'));
    const status = [releasedCli(), 'status', '--offline', '--json', '--cwd', '.'];
    const [parsed, counted] = [await bestOf([bare, folder], folder), await bestOf(status, folder)];
    await makeRepository(folder);
    const withHistory = await bestOf(status, folder);
    const ratio = counted.ms / parsed.ms;
    const megabytes = counted.bytes / 1e6;
    const note = (isTooMuch: boolean, limit: string): string => (isTooMuch ? ` ! (at most ${limit})` : '');
    return [
      {
        name: `status of ${name} / starting and parsing each file once`,
        value: `${ratio.toFixed(1)} ×${note(ratio > maxRatio, `${maxRatio} ×`)}`,
      },
      {
        name: `status of ${name}: time, that of the history in a repository, memory`,
        value:
          `${counted.ms.toFixed(0)} ms, ${Math.max(0, withHistory.ms - counted.ms).toFixed(0)} ms, ` +
          `${megabytes.toFixed(0)} MB${note(megabytes > maxMegabytes, `${maxMegabytes} MB`)}`,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The processor time of a process, and the most memory that it had. */
interface Usage {
  readonly ms: number;
  readonly bytes: number;
}

/** Prints the usage of a process as its last line. */
const usagePrinter = `data:text/javascript,process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  process.stderr.write('\\n' + JSON.stringify({ ms: (user + system) / 1000, bytes: maxRSS * 1024 }) + '\\n');
});`.replaceAll('\n', ' ');

/** Runs a program several times. Processor time is compared, which other programs on the machine hardly change. */
async function bestOf(args: readonly string[], cwd: string): Promise<Usage> {
  const usages: Usage[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { code, output } = await runChild(process.execPath, ['--import', usagePrinter, ...args], { cwd });
    if (code !== 0) throw new Error(`Measuring status failed:\n${output.slice(-2000)}`);
    const lastObject = output.slice(output.lastIndexOf('{"ms"'));
    usages.push(JSON.parse(lastObject.slice(0, lastObject.indexOf('}') + 1)) as Usage);
  }
  return usages.reduce((best, usage) => (usage.ms < best.ms ? usage : best));
}

async function makeRepository(cwd: string): Promise<void> {
  const commit = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '-qm', 'Texts'];
  for (const args of [['init', '-q'], ['add', '-A'], commit]) {
    const { code, output } = await runChild('git', args, { cwd });
    if (code !== 0) throw new Error(output);
  }
}
