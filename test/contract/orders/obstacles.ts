import {
  appendFile,
  chmod,
  chown,
  link,
  mkdir,
  open,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { withFileLock } from '../../../src/base/fileLock.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { tryCommand } from './obstacleCase.ts';

/** A project in which something stands between a translation and its file. */
export interface Obstacle {
  readonly kind: string;
  readonly name: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** The source file, or the document. */
  readonly file: string;
  readonly locale: string;
  readonly isDocument?: true;
  /** Makes the obstacle before the order is planned; returns how it is removed in the end, if it isn't a file. */
  readonly arrange?: (place: Place) => Promise<(() => Promise<unknown>) | undefined>;
  /** Done between the order and the delivery. */
  readonly meanwhile?: (place: Place) => Promise<void>;
  /** A step of the file system that fails during the delivery, with this code. */
  readonly failing?: { readonly step: string; readonly code: string };
  /** Needs root, which makes the obstacle. */
  readonly asRoot?: true;
  /** The order is made by a user that permissions bind. These files stay root's. */
  readonly asUser?: readonly string[];
  /** `partly`: some strings are delivered, and the others refused. */
  readonly expected: 'refused' | 'delivered' | 'partly';
}

export interface Place {
  /** The folder of the project. */
  readonly root: string;
  readonly journalFile: string;
  readonly at: (name: string) => string;
}

const english = '{\n  "hello": "Good morning",\n  "bye": "Goodbye"\n}\n';
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const bom = Uint8Array.of(0xef, 0xbb, 0xbf);
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const json = { file: 'locales/en.json', locale: 'ja', files: { 'locales/en.json': english } };
const target = 'locales/ja.json';
const guide = { file: 'guide.md', locale: 'ja', isDocument: true, files: { 'guide.md': '# Good morning\n' } } as const;

/** A project in JSON with this target file. */
function inJson(content: string | Uint8Array): Pick<Obstacle, 'file' | 'locale' | 'files'> {
  return { ...json, files: { ...json.files, [target]: content } };
}

function po(language: string, charset: string, more = ''): string {
  return (
    `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=${charset}\\n"\n${more}\n` +
    'msgid "Good morning"\nmsgstr ""\n\nmsgid "Goodbye"\nmsgstr ""\n'
  );
}

function inPo(locale: string, charset: string, more = ''): Pick<Obstacle, 'file' | 'locale' | 'files'> {
  const content = po(locale, charset, more);
  return {
    file: 'po/en.po',
    locale,
    files: { 'po/en.po': po('en', 'UTF-8'), [`po/${locale}.po`]: charset === 'UTF-8' ? content : latin1(content) },
  };
}

const android =
  '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string name="a">Good morning</string>\n</resources>\n';
const properties = 'hello=Good morning\nbye=Goodbye\n';
const xliff = (target_: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n' +
  `  <file source-language="en" datatype="plaintext" original="app"${target_}>\n    <body>\n      <trans-unit id="hello">\n` +
  '        <source>Good morning</source>\n      </trans-unit>\n    </body>\n  </file>\n</xliff>\n';
const qt = (language: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${language}">\n<context>\n` +
  '    <name>Main</name>\n    <message>\n        <source>Good morning</source>\n        <translation>Good morning' +
  '</translation>\n    </message>\n</context>\n</TS>\n';
const resx =
  '<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <resheader name="resmimetype"><value>text/microsoft-resx</value>' +
  '</resheader>\n  <data name="Hello" xml:space="preserve">\n    <value>Good morning</value>\n  </data>\n</root>\n';

/** The source and the path of the target in formats that have a file for each language. */
const perLanguage: readonly (readonly [format: string, source: string, target: string, content: string])[] = [
  ['JSON', 'locales/en.json', 'locales/ja.json', english],
  ['JSON5', 'locales/en.json5', 'locales/ja.json5', "{\n  hello: 'Good morning',\n}\n"],
  ['ARB', 'lib/l10n/app_en.arb', 'lib/l10n/app_ja.arb', '{\n  "@@locale": "en",\n  "hello": "Good morning"\n}\n'],
  [
    'Chrome',
    '_locales/en/messages.json',
    '_locales/ja/messages.json',
    '{\n  "hello": {\n    "message": "Good morning"\n  }\n}\n',
  ],
  ['Android', 'res/values/strings.xml', 'res/values-ja/strings.xml', android],
  ['resx', 'Resources/Strings.resx', 'Resources/Strings.ja.resx', resx],
  ['XLIFF', 'src/locale/messages.xlf', 'src/locale/messages.ja.xlf', xliff('')],
  ['Qt', 'translations/app_en.ts', 'translations/app_ja.ts', qt('en')],
  ['YAML', 'config/locales/en.yml', 'config/locales/ja.yml', 'en:\n  hello: Good morning\n'],
  ['TOML', 'locales/en.toml', 'locales/ja.toml', 'hello = "Good morning"\n'],
  ['properties', 'messages_en.properties', 'messages_ja.properties', properties],
  ['gettext', 'po/en.po', 'po/ja.po', po('en', 'UTF-8')],
  ['Apple strings', 'en.lproj/Main.strings', 'ja.lproj/Main.strings', '"hello" = "Good morning";\n'],
  ['Fluent', 'locales/en/app.ftl', 'locales/ja/app.ftl', 'hello = Good morning\n'],
  ['PHP', 'lang/en/app.php', 'lang/ja/app.php', "<?php\n\nreturn [\n    'hello' => 'Good morning',\n];\n"],
  ['INI', 'language/en.ini', 'language/ja.ini', '[main]\nhello=Good morning\n'],
  ['TypeScript', 'src/locales/en.ts', 'src/locales/ja.ts', "export default {\n  hello: 'Good morning',\n};\n"],
];

const emptyTargets: readonly Obstacle[] = [
  ...perLanguage.flatMap(([format, file, path_, content]): readonly Obstacle[] =>
    (
      [
        ['0 bytes', ''],
        ['a line break', '\n'],
        ['a byte order mark', bom],
      ] as const
    ).map(([what, bytes]) => ({
      kind: 'empty target',
      name: `${format} of ${what}`,
      file,
      locale: 'ja',
      files: { [file]: content, [path_]: bytes },
      expected: 'delivered',
    })),
  ),
  { kind: 'empty target', name: 'JSON of spaces and CRLF', ...inJson(' \t\r\n\r\n'), expected: 'delivered' },
  {
    kind: 'empty target',
    name: 'a UTF-16 byte order mark',
    file: 'en.lproj/Main.strings',
    locale: 'ja',
    files: {
      'en.lproj/Main.strings': '"hello" = "Good morning";\n',
      'ja.lproj/Main.strings': Uint8Array.of(0xff, 0xfe),
    },
    expected: 'delivered',
  },
  {
    kind: 'empty target',
    name: 'next to a source in an encoding that lacks the letters',
    file: 'po/en.po',
    locale: 'ja',
    files: { 'po/en.po': latin1(po('en', 'ISO-8859-1')), 'po/ja.po': '\n' },
    expected: 'delivered',
  },
];

const encodings: readonly Obstacle[] = [
  ...(
    [
      ['ja', 'ISO-8859-1', 'refused'],
      ['ru', 'ISO-8859-1', 'refused'],
      ['pl', 'ISO-8859-1', 'refused'],
      ['tr', 'ISO-8859-1', 'refused'],
      ['de', 'ISO-8859-1', 'delivered'],
      ['fr', 'ISO-8859-15', 'delivered'],
      ['pl', 'ISO-8859-2', 'delivered'],
      ['ar', 'windows-1252', 'refused'],
      ['ja', 'UTF-8', 'delivered'],
      ['ja', 'X-UNKNOWN', 'refused'],
      ['he', 'KOI8-R', 'refused'],
      ['zh-TW', 'ISO-8859-7', 'refused'],
    ] as const
  ).map(([locale, charset, expected]): Obstacle => ({
    kind: 'encoding',
    name: `${charset} into ${locale}`,
    ...inPo(locale, charset),
    expected,
  })),
  {
    kind: 'encoding',
    name: 'XML in ISO-8859-1, which has references',
    file: 'res/values/strings.xml',
    locale: 'ja',
    files: {
      'res/values/strings.xml': android,
      'res/values-ja/strings.xml': latin1(
        '<?xml version="1.0" encoding="ISO-8859-1"?>\n<resources>\n    <!-- é -->\n</resources>\n',
      ),
    },
    expected: 'delivered',
  },
  {
    kind: 'encoding',
    name: 'properties in Latin-1, which have escapes',
    file: 'messages_en.properties',
    locale: 'ja',
    files: { 'messages_en.properties': properties, 'messages_ja.properties': latin1('other=é\n') },
    expected: 'delivered',
  },
  { kind: 'encoding', name: 'bytes that are no UTF-8', ...inJson(latin1('{"other": "é"}')), expected: 'refused' },
  {
    kind: 'encoding',
    name: 'UTF-32',
    ...inJson(Uint8Array.of(0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0)),
    expected: 'refused',
  },
  {
    kind: 'encoding',
    name: 'UTF-8 with a byte order mark',
    ...inJson(Buffer.concat([bom, utf8('{}')])),
    expected: 'delivered',
  },
];

const ofFormats: readonly Obstacle[] = [
  { kind: 'broken target', name: 'JSON that ends too early', ...inJson('{"hello": '), expected: 'refused' },
  {
    kind: 'broken target',
    name: 'conflict markers in JSON',
    ...inJson('{\n<<<<<<< HEAD\n  "a": "1"\n=======\n  "a": "2"\n>>>>>>> topic\n}\n'),
    expected: 'refused',
  },
  {
    kind: 'broken target',
    name: 'XML without an end tag',
    file: 'res/values/strings.xml',
    locale: 'ja',
    files: { 'res/values/strings.xml': android, 'res/values-ja/strings.xml': '<resources>\n' },
    expected: 'refused',
  },
  {
    kind: 'broken target',
    name: 'a file that is larger than any locale file',
    ...inJson('{}'),
    arrange: async ({ at }) => {
      await truncate(at(target), 65 * 1024 * 1024);
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'limit of the format',
    name: 'a key below one that has a text',
    file: 'locales/en.json',
    locale: 'ja',
    files: {
      'locales/en.json': '{\n  "menu": { "open": "Good morning" },\n  "bye": "Goodbye"\n}\n',
      'locales/ja.json': '{\n  "menu": "メニュー"\n}\n',
    },
    expected: 'partly',
  },
  {
    kind: 'limit of the format',
    name: 'a list where the source has keys',
    file: 'locales/en.json',
    locale: 'ja',
    files: {
      'locales/en.json': '{\n  "menu": { "open": "Good morning" }\n}\n',
      'locales/ja.json': '{\n  "menu": ["一"]\n}\n',
    },
    expected: 'refused',
  },
  {
    kind: 'limit of the format',
    name: 'a list instead of an object',
    ...inJson('[]\n'),
    expected: 'refused',
  },
  {
    kind: 'duplicate keys',
    name: 'JSON with a key twice',
    ...inJson('{\n  "hello": "",\n  "hello": ""\n}\n'),
    expected: 'delivered',
  },
  {
    kind: 'duplicate keys',
    name: 'properties with a key twice',
    file: 'messages_en.properties',
    locale: 'ja',
    files: { 'messages_en.properties': properties, 'messages_ja.properties': 'hello=\nhello=\n' },
    expected: 'delivered',
  },
];

const plurals: readonly Obstacle[] = [
  {
    kind: 'plural rule',
    name: 'the header of a gettext template',
    ...inPo('ja', 'UTF-8', '"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"\n'),
    expected: 'delivered',
  },
  {
    kind: 'plural rule',
    name: 'gettext with fewer forms than the language has',
    file: 'po/en.po',
    locale: 'ru',
    files: Object.fromEntries(
      ['en', 'ru'].map((language) => [
        `po/${language}.po`,
        `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n` +
          '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n' +
          'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n',
      ]),
    ),
    expected: 'refused',
  },
  {
    kind: 'plural rule',
    name: 'an ICU message into a language with more forms',
    file: 'locales/en.json',
    locale: 'ru',
    files: { 'locales/en.json': '{\n  "n": "{count, plural, one {# file} other {# files}}"\n}\n' },
    expected: 'delivered',
  },
  {
    kind: 'plural rule',
    name: 'a plural set of i18next into Arabic',
    file: 'locales/en.json',
    locale: 'ar',
    files: {
      'locales/en.json': '{\n  "n_one": "{{count}} file",\n  "n_other": "{{count}} files"\n}\n',
      'locales/ar.json': '',
    },
    expected: 'delivered',
  },
  {
    kind: 'plural rule',
    name: 'a plural of Android into Polish',
    file: 'res/values/strings.xml',
    locale: 'pl',
    files: {
      'res/values/strings.xml':
        '<resources>\n    <plurals name="n">\n        <item quantity="one">%d file</item>\n' +
        '        <item quantity="other">%d files</item>\n    </plurals>\n</resources>\n',
    },
    expected: 'delivered',
  },
];

const permissions: readonly Obstacle[] = [
  {
    kind: 'permission',
    name: 'a read-only file',
    ...inJson('{}'),
    arrange: async ({ at }) => {
      await chmod(at(target), 0o444);
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'permission',
    name: 'a file in a folder that takes no others',
    ...inJson('{}'),
    arrange: async ({ at }) => {
      await chmod(at('locales'), 0o555);
      return () => chmod(at('locales'), 0o755);
    },
    asUser: [],
    expected: 'delivered',
  },
  {
    kind: 'permission',
    name: 'a new file in such a folder',
    ...json,
    arrange: async ({ at }) => {
      await chmod(at('locales'), 0o555);
      return () => chmod(at('locales'), 0o755);
    },
    asUser: [],
    expected: 'refused',
  },
  {
    kind: 'permission',
    name: 'a file of another user',
    ...inJson('{}'),
    arrange: async ({ at }) => {
      await chown(at(target), 0, 0);
      await chmod(at(target), 0o644);
      return undefined;
    },
    asUser: [target],
    expected: 'refused',
  },
  {
    kind: 'permission',
    name: 'a file that may not be read',
    ...inJson('{}'),
    arrange: async ({ at }) => {
      await chmod(at(target), 0o200);
      return undefined;
    },
    asUser: [],
    expected: 'refused',
  },
  {
    kind: 'permission',
    name: 'a folder of another user',
    file: 'locales/en/app.json',
    locale: 'ja',
    files: { 'locales/en/app.json': english },
    arrange: async ({ at }) => {
      await mkdir(at('locales/ja'));
      await chmod(at('locales/ja'), 0o755);
      return undefined;
    },
    asUser: ['locales/ja'],
    expected: 'refused',
  },
  {
    kind: 'attribute',
    name: 'a file that not even root can change',
    ...inJson('{}'),
    arrange: ({ at }) => immutable(at(target), '+i'),
    asRoot: true,
    expected: 'refused',
  },
  {
    kind: 'attribute',
    name: 'a file to which can only be appended',
    ...inJson('{}'),
    arrange: ({ at }) => immutable(at(target), '+a'),
    asRoot: true,
    expected: 'refused',
  },
  {
    kind: 'attribute',
    name: 'a folder that not even root can change, with the file',
    ...inJson('{}'),
    arrange: ({ at }) => immutable(at('locales'), '+i'),
    asRoot: true,
    expected: 'delivered',
  },
  {
    kind: 'attribute',
    name: 'a folder that not even root can change, without the file',
    ...json,
    arrange: ({ at }) => immutable(at('locales'), '+i'),
    asRoot: true,
    expected: 'refused',
  },
];

async function immutable(file: string, flag: '+i' | '+a'): Promise<() => Promise<unknown>> {
  await tryCommand('chattr', flag, file);
  return () => tryCommand('chattr', flag.replace('+', '-'), file);
}

async function mounted(folder: string, ...args: readonly string[]): Promise<() => Promise<unknown>> {
  await tryCommand('mount', ...args, folder);
  return () => tryCommand('umount', folder);
}

const fileSystems: readonly Obstacle[] = [
  {
    kind: 'file system',
    name: 'a read-only one',
    ...inJson('{}'),
    arrange: async ({ at }) => {
      const unmount = await mounted(at('locales'), '--bind', at('locales'));
      await tryCommand('mount', '-o', 'remount,ro,bind', at('locales'));
      return unmount;
    },
    asRoot: true,
    expected: 'refused',
  },
  {
    kind: 'file system',
    name: 'a full one',
    file: 'locales/en/app.json',
    locale: 'ja',
    files: { 'locales/en/app.json': english, 'locales/ja/keep': '' },
    arrange: async ({ at }) => {
      const unmount = await mounted(at('locales/ja'), '-t', 'tmpfs', '-o', 'size=16k', 'none');
      await writeFile(at('locales/ja/app.json'), '{}');
      await writeFile(at('locales/ja/other'), new Uint8Array(64 * 1024)).catch(() => undefined);
      return unmount;
    },
    asRoot: true,
    expected: 'refused',
  },
  {
    kind: 'file system',
    name: 'a file that is mounted by itself',
    ...inJson('{}'),
    arrange: ({ at }) => mounted(at(target), '--bind', at(target)),
    asRoot: true,
    expected: 'delivered',
  },
  ...['EISDIR', 'EPROTO', 'EINVAL', 'UNKNOWN', 'EPERM'].map((code): Obstacle => ({
    kind: 'file system',
    name: `no hard links, reported as ${code}`,
    ...inJson('{}'),
    failing: { step: 'link', code },
    expected: 'delivered',
  })),
  {
    kind: 'file system',
    name: 'files that cannot be replaced',
    ...inJson('{}'),
    failing: { step: 'rename', code: 'EBUSY' },
    expected: 'delivered',
  },
];

const links: readonly Obstacle[] = [
  {
    kind: 'link',
    name: 'to a file outside the project',
    ...json,
    arrange: async ({ root, at }) => {
      await writeFile(path.join(root, '..', 'outside.json'), '{}');
      await symlink('../../outside.json', at(target));
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'link',
    name: 'to a folder outside the project',
    file: 'locales/en/app.json',
    locale: 'ja',
    files: { 'locales/en/app.json': english },
    arrange: async ({ root, at }) => {
      await mkdir(path.join(root, '..', 'outside'));
      await symlink('../../outside', at('locales/ja'));
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'link',
    name: 'to nothing',
    ...json,
    arrange: async ({ at }) => {
      await symlink('nothing.json', at(target));
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'link',
    name: 'to itself',
    ...json,
    arrange: async ({ at }) => {
      await symlink('ja.json', at(target));
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'link',
    name: 'a folder that is a link to nothing',
    file: 'locales/en/app.json',
    locale: 'ja',
    files: { 'locales/en/app.json': english },
    arrange: async ({ at }) => {
      await symlink('nothing', at('locales/ja'));
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'link',
    name: 'a second name of the file',
    ...inJson('{}'),
    arrange: async ({ root, at }) => {
      await link(at(target), path.join(root, '..', 'second.json'));
      return undefined;
    },
    expected: 'delivered',
  },
];

const inFolders = { file: 'locales/en/app.json', locale: 'ja', files: { 'locales/en/app.json': english } };

/** Links, by what the target file or its folder leads to; relative to the folder of the link. */
const refusedLinks: readonly Obstacle[] = (
  [
    ['to another language of the project', 'locales/ja.json', 'de.json', { 'locales/de.json': '{}' }],
    ['to the source', 'locales/ja.json', 'en.json', {}],
    ['to a folder', 'locales/ja.json', '../docs', { 'docs/a.txt': '' }],
    ['to settings of the editor', 'locales/ja.json', '../.vscode/settings.json', { '.vscode/settings.json': '{}' }],
    ['to a new file for the editor', 'locales/ja.json', '../.vscode/tasks.json', { '.vscode/settings.json': '{}' }],
    ['to a file of Git', 'locales/ja.json', '../.git/config', { '.git/config': '' }],
    ['to a new hook of Git', 'locales/ja.json', '../.git/hooks/post-checkout', { '.git/hooks/a.sample': '' }],
    ['through another link', 'locales/ja.json', 'next.json', { 'locales/de.json': '{}' }],
    ['a folder that leads to the source’s', 'locales/ja', 'en', {}],
    ['a folder that leads to Git’s', 'locales/ja', '../.git', { '.git/config': '' }],
    ['a folder that leads to the editor’s', 'locales/ja', '../.vscode', { '.vscode/settings.json': '{}' }],
    ['a folder that leads to the project’s', 'locales/ja', '..', {}],
    ['a folder that leads to another project’s Git folder', 'locales/ja', '../../other/.git', {}],
  ] as const
).map(([name, from, to, more]): Obstacle => {
  const of = from === target ? json : inFolders;
  return {
    kind: 'refused link',
    name,
    ...of,
    files: { ...of.files, ...more },
    arrange: async ({ root, at }) => {
      if (to === 'next.json') await symlink('de.json', at('locales/next.json'));
      if (to.startsWith('../../')) await mkdir(path.join(root, '../other/.git'), { recursive: true });
      await symlink(to, at(from));
      return undefined;
    },
    expected: 'refused',
  };
});

const linkAboveProject: Obstacle = {
  kind: 'link',
  name: 'the folder of the project is one',
  ...inJson('{}'),
  arrange: async ({ root }) => {
    await rename(root, `${root}-moved`);
    await symlink(`${root}-moved`, root);
    return undefined;
  },
  expected: 'delivered',
};

/** Files that are neither files nor folders, which Windows does not have. */
const irregular: readonly Obstacle[] =
  process.platform === 'win32'
    ? []
    : [
        ...['/dev/null', '/dev/zero', '/dev/stdin'].map((device): Obstacle => ({
          kind: 'no regular file',
          name: `a link to ${device}`,
          ...json,
          arrange: async ({ at }) => {
            await symlink(device, at(target));
            return undefined;
          },
          expected: 'refused',
        })),
        {
          kind: 'no regular file',
          name: 'a pipe',
          ...json,
          arrange: ({ at }) => pipe(at(target)),
          expected: 'refused',
        },
        {
          kind: 'no regular file',
          name: 'a socket',
          ...json,
          arrange: async ({ at }) => {
            const server = createServer().listen(at(target));
            await once(server, 'listening');
            return async () => {
              server.close();
              await once(server, 'close');
            };
          },
          expected: 'refused',
        },
        {
          kind: 'no regular file',
          name: 'a pipe in place of the folder',
          ...inFolders,
          arrange: ({ at }) => pipe(at('locales/ja')),
          expected: 'refused',
        },
        {
          kind: 'no regular file',
          name: 'a pipe in place of a document’s translation',
          ...guide,
          arrange: ({ at }) => pipe(at('guide.ja.md')),
          expected: 'refused',
        },
      ];

async function pipe(file: string): Promise<undefined> {
  if (!(await tryCommand('mkfifo', file))) throw new Error(`The pipe ${file} can't be made.`);
}

/** Files of other tools, which a delivery never writes. */
const ofTools: readonly Obstacle[] = ['.vscode', '.idea', '.husky'].map((folder) => ({
  kind: 'folder of a tool',
  name: folder,
  file: `${folder}/locales/en.json`,
  locale: 'ja',
  files: { [`${folder}/locales/en.json`]: english },
  expected: 'refused',
}));

const paths: readonly Obstacle[] = [
  {
    kind: 'path',
    name: 'a file in place of the folder',
    file: 'locales/en/app.json',
    locale: 'ja',
    files: { 'locales/en/app.json': english, 'locales/ja': 'a file\n' },
    expected: 'refused',
  },
  {
    kind: 'path',
    name: 'a folder in place of the file',
    ...json,
    arrange: async ({ at }) => {
      await mkdir(at(target));
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'path length',
    name: 'a name that the locale makes too long',
    file: `locales/${'m'.repeat(246)}.en.json`,
    locale: 'zh-TW',
    files: { [`locales/${'m'.repeat(246)}.en.json`]: english },
    expected: 'refused',
  },
  {
    kind: 'path length',
    name: 'the longest possible name',
    file: `locales/${'m'.repeat(247)}.en.json`,
    locale: 'ja',
    files: { [`locales/${'m'.repeat(247)}.en.json`]: english },
    expected: 'delivered',
  },
  {
    kind: 'missing folder',
    name: 'a folder that does not exist',
    file: 'locales/en/deep/app.json',
    locale: 'ja',
    files: { 'locales/en/deep/app.json': english },
    expected: 'delivered',
  },
  {
    kind: 'missing folder',
    name: 'a folder that disappears after the order',
    file: 'locales/en/app.json',
    locale: 'ja',
    files: { 'locales/en/app.json': english, 'locales/ja/app.json': '{}' },
    meanwhile: ({ at }) => rm(at('locales/ja'), { recursive: true }),
    expected: 'delivered',
  },
  {
    kind: 'missing folder',
    name: 'a folder that is moved away and back after the order',
    file: 'locales/en/app.json',
    locale: 'ja',
    files: { 'locales/en/app.json': english, 'locales/ja/app.json': '{}' },
    meanwhile: async ({ at }) => {
      await rename(at('locales/ja'), at('locales/moved'));
      await rename(at('locales/moved'), at('locales/ja'));
    },
    expected: 'delivered',
  },
];

const locks: readonly Obstacle[] = [
  {
    kind: 'lock',
    name: 'another process that delivers at the same time',
    ...inJson('{}'),
    meanwhile: async ({ journalFile }) => {
      const isHeld = Promise.withResolvers<undefined>();
      void withFileLock(`${journalFile}.lock`, async () => {
        isHeld.resolve(undefined);
        await systemClock.sleep(300);
      });
      await isHeld.promise;
    },
    expected: 'delivered',
  },
  {
    kind: 'lock',
    name: 'a lock of git and the swap file of an editor',
    ...inJson('{}'),
    arrange: async ({ at }) => {
      await mkdir(at('.git'));
      await writeFile(at('.git/index.lock'), '');
      await writeFile(at('locales/.ja.json.swp'), 'b0VIM');
      return undefined;
    },
    expected: 'delivered',
  },
  {
    kind: 'lock',
    name: 'a program that keeps the file open',
    ...inJson('{}'),
    arrange: async ({ at }) => {
      const file = await open(at(target), 'r+');
      return () => file.close();
    },
    expected: 'delivered',
  },
  {
    kind: 'lock',
    name: 'what a trial left behind when its process was killed',
    ...inJson('{}'),
    arrange: async ({ at }) => {
      await appendFile(at('locales/.human-translation-000000000000.before.tmp'), 'x');
      return undefined;
    },
    expected: 'delivered',
  },
];

const documents: readonly Obstacle[] = [
  {
    kind: 'document',
    name: 'a link to another document in place of the translation',
    ...guide,
    arrange: async ({ at }) => {
      await symlink('guide.md', at('guide.ja.md'));
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'document',
    name: 'a link to a file of Git in place of the translation',
    ...guide,
    arrange: async ({ at }) => {
      await mkdir(at('.git/hooks'), { recursive: true });
      await symlink('.git/hooks/post-checkout', at('guide.ja.md'));
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'document',
    name: 'a translation that is larger than any document',
    ...guide,
    files: { ...guide.files, 'guide.ja.md': '' },
    arrange: async ({ at }) => {
      await truncate(at('guide.ja.md'), 65 * 1024 * 1024);
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'document',
    name: 'a folder in place of the translation',
    ...guide,
    arrange: async ({ at }) => {
      await mkdir(at('guide.ja.md'));
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'document',
    name: 'a link to nothing in place of the translation',
    ...guide,
    arrange: async ({ at }) => {
      await symlink('nothing.md', at('guide.ja.md'));
      return undefined;
    },
    expected: 'refused',
  },
  {
    kind: 'document',
    name: 'a folder that does not exist',
    file: 'docs/en/guide.md',
    locale: 'ja',
    isDocument: true,
    files: { 'docs/en/guide.md': '# Good morning\n' },
    expected: 'delivered',
  },
  {
    kind: 'document',
    name: 'a folder without permission',
    ...guide,
    arrange: async ({ root }) => {
      await chmod(root, 0o555);
      return () => chmod(root, 0o755);
    },
    asUser: [],
    expected: 'refused',
  },
];

export const obstacles: readonly Obstacle[] = [
  ...emptyTargets,
  ...encodings,
  ...ofFormats,
  ...plurals,
  ...permissions,
  ...fileSystems,
  ...links,
  linkAboveProject,
  ...refusedLinks,
  ...irregular,
  ...ofTools,
  ...paths,
  ...locks,
  ...documents,
];
