import { spawn } from 'node:child_process';
import path from 'node:path';

/** What another program reads in a file: its texts by path, or why it refuses the file. */
export type Reading = { readonly values: Readonly<Record<string, string>> } | { readonly error: string };

/** A program that reads the files of some formats, and what it needs. */
export interface Program {
  readonly name: string;
  /** Executables and files that must be installed, each with the Debian package that has it. */
  readonly needs: Readonly<Record<string, string>>;
  /** Command and arguments; the files follow, all or one. */
  readonly command: readonly string[];
  /** A file can end the program. */
  readonly oneFile?: true;
}

const folder = path.join(import.meta.dirname, 'programs');

function python(name: string, argument: string, needs: Readonly<Record<string, string>> = {}): Program {
  return {
    name,
    needs: { python3: 'python3', ...needs },
    command: ['python3', path.join(folder, 'read.py'), argument],
  };
}

/** Debian's Python, which has Debian's modules. */
const coreFoundation: Program = {
  name: 'openstep_plist',
  needs: { '/usr/lib/python3/dist-packages/openstep_plist': 'python3-openstep-plist' },
  command: ['/usr/bin/python3', path.join(folder, 'read.py'), 'strings'],
};
const gettext = { msgfmt: 'gettext' };
const json = python('Python json', 'json');
const elementTree = python('Python ElementTree', 'xml');
const php = (name: string, argument: string): Program => ({
  name,
  needs: { php: 'php-cli' },
  command: ['php', '-n', '-d', 'display_errors=stderr', path.join(folder, 'read.php'), argument],
  oneFile: true,
});

/** The program that reads each format. The other formats have none among Debian's packages. */
export const programs: Readonly<Record<string, Program>> = {
  'android-xml': python('aapt2', 'android', { aapt2: 'aapt' }),
  'angular-json': json,
  arb: json,
  chrome: json,
  'compose-xml': python('the rules of Compose in Python', 'compose'),
  csv: python('Python csv', 'csv'),
  'csv-texts': python('Python csv', 'csv'),
  formatjs: json,
  'interface-builder': coreFoundation,
  json,
  'moko-xml': python('the rules of moko-resources in Python', 'moko'),
  'package-nls': json,
  php: php('PHP include', 'php'),
  ini: php('PHP parse_ini_file', 'ini'),
  'ini-php': php('PHP parse_ini_file', 'ini-normal'),
  po: python('msgfmt', 'po', gettext),
  properties: {
    name: 'Java PropertyResourceBundle',
    needs: { java: 'default-jdk-headless' },
    command: ['java', path.join(folder, 'Read.java')],
  },
  qt: python('lrelease', 'qt', { lrelease: 'qttools5-dev-tools', lconvert: 'qttools5-dev-tools' }),
  resjson: json,
  rimworld: elementTree,
  resx: python('Python ElementTree', 'resx'),
  'salesforce-labels': elementTree,
  strings: coreFoundation,
  stringsdict: python('Python plistlib', 'plist'),
  toml: python('Python tomllib', 'toml'),
  umbraco: elementTree,
  wxl: elementTree,
  xcstrings: python('Python json', 'xcstrings'),
  xliff: python('Python ElementTree', 'xliff'),
  yaml: { name: 'the package yaml', needs: {}, command: ['node', path.join(folder, 'readYaml.mjs')] },
  'yaml-1.1': { name: 'Ruby Psych', needs: { ruby: 'ruby' }, command: ['ruby', path.join(folder, 'read.rb')] },
};

const isInstalled = new Map<string, Promise<boolean>>();

/** Returns the Debian packages of the executables that a program needs and that are not installed. */
export async function missingPackages({ needs }: Program): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const [executable, debian] of Object.entries(needs)) {
    const found =
      isInstalled.get(executable) ?? succeeds('sh', ['-c', `command -v ${executable} || test -e ${executable}`]);
    isInstalled.set(executable, found);
    if (!(await found)) missing.push(debian);
  }
  return [...new Set(missing)];
}

/** Maximum number of files in one run of a program: command lines are limited. */
const batch = 100;

/** Has a program read files, and returns what it reads in each. Rejects if it fails, or does not answer for each file. */
export async function readWith(
  { name, command, oneFile }: Program,
  files: readonly string[],
): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  const count = oneFile === true ? 1 : batch;
  for (let at = 0; at < files.length; at += count) {
    const part = files.slice(at, at + count);
    const [executable = '', ...args] = command;
    const child = spawn(executable, [...args, ...part], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    for await (const text of child.stdout.setEncoding('utf8')) output += text as string;
    const code = await ended;
    const lines = output.split('\n').filter((line) => line !== '');
    if (lines.length !== part.length)
      throw new Error(`${name} ended with ${code} and answered for ${lines.length} of ${part.length} files.`);
    readings.push(...lines.map((line) => JSON.parse(line) as Reading));
  }
  return readings;
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore' });
    child.once('error', () => {
      resolve(false);
    });
    child.once('close', (code) => {
      resolve(code === 0);
    });
  });
}
