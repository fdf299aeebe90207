import { generatedFiles, generatedLocales, manyFiles } from '../builders/manyFiles.ts';
import type { ProjectFile } from '../contract/orders/orderWindow.ts';

/** The work of a process that is killed. Plain data, so that it can be sent to that process. */
export interface Scenario {
  readonly name: 'ordering' | 'project' | 'delivery' | 'recovery';
  /** The project folder at the beginning. */
  readonly files: Readonly<Record<string, string>>;
  /** Files that have a second name outside the project, so that they are written in place. */
  readonly hardLinked: readonly string[];
  /** Locale files and the locales that each is ordered into. */
  readonly sources: readonly { readonly file: string; readonly locales: readonly string[] }[];
  /** Files of several folders, which are ordered together, each into the same locales. */
  readonly together?: { readonly files: readonly ProjectFile[]; readonly locales: readonly string[] };
  readonly documents: { readonly files: readonly string[]; readonly locales: readonly string[] };
  /** Documents that are delivered although their target exists. */
  readonly replaced: readonly string[];
  /** Target files of the deliveries that are undone at the end. */
  readonly undone: readonly string[];
}

/** The service lists at most 200 jobs of one second, so that the outcome of a larger order could not be read. */
const filesOfLayout = 6;

/** 36 files of a generated workspace in one order: six calls, of two folders and two locales. */
export const projectScenario: Scenario = {
  name: 'project',
  files: manyFiles(),
  hardLinked: [],
  sources: [],
  together: {
    files: generatedFiles
      .filter(({ number }) => number <= filesOfLayout)
      .map(({ folder, source }) => ({ project: folder, file: source })),
    locales: generatedLocales,
  },
  documents: { files: [], locales: [] },
  replaced: [],
  undone: [],
};

/** 76 strings into two locales: two calls for each locale, of fifty jobs and of the remaining 26. */
const stringCount = 76;

export const orderingScenario: Scenario = {
  name: 'ordering',
  files: {
    'locales/en/app.json': json(
      Object.fromEntries(
        Array.from({ length: stringCount }, (_, index) => [`key${index}`, `String number ${index} for {{name}}`]),
      ),
    ),
    'locales/ja/app.json': '\uFEFF{\r\n\t"mine" : "手",\r\n\t"key3": ""\r\n}\r\n',
  },
  hardLinked: [],
  sources: [{ file: 'locales/en/app.json', locales: ['ja', 'de'] }],
  documents: { files: [], locales: [] },
  replaced: [],
  undone: [],
};

export const deliveryScenario: Scenario = {
  name: 'delivery',
  files: {
    'locales/en/app.json': json({
      greeting: 'Hello, {{name}}!',
      farewell: 'Goodbye',
      menu: { open: 'Open', close: 'Close' },
    }),
    'locales/ja/app.json': '\uFEFF{\r\n\t"mine" : "手",\r\n\t"greeting": ""\r\n}\r\n',
    'locales/en/linked.json': json({ linked: 'A file with two names', another: 'Another string' }),
    // Long enough for a kill in the middle of a write.
    'locales/ja/linked.json': json(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`mine${index}`, `手${index} 自分で訳した文`])),
    ),
    'config/locales/en.yml': "en:\n  # Shown on the first page\n  title: Welcome\n  menu:\n    open: 'Open it'\n",
    'config/locales/ja.yml': 'ja:\n  mine: 手\n',
    'po/messages.pot':
      'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Welcome back"\nmsgstr ""\n',
    'po/ja.po':
      'msgid ""\nmsgstr ""\n"Language: ja\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n' +
      '"Plural-Forms: nplurals=1; plural=0;\\n"\n\nmsgid "Welcome back"\nmsgstr ""\n',
    'res/values/strings.xml':
      '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n' +
      '    <string name="title">Settings</string>\n    <string name="count">%1$d files</string>\n' +
      '</resources>\n',
    'docs/en/guide.md': '# Guide\n\nRead this *first*.\n',
    'notes.md': 'Remember the milk.\n',
    'notes.ja.md': '\uFEFFmine\r\n',
    'news.md': 'Something happened.\n',
    'news.ja.md': 'mine, too\n',
  },
  hardLinked: ['locales/ja/linked.json'],
  sources: [
    { file: 'locales/en/app.json', locales: ['ja', 'de'] },
    { file: 'locales/en/linked.json', locales: ['ja'] },
    { file: 'config/locales/en.yml', locales: ['ja'] },
    { file: 'po/messages.pot', locales: ['ja'] },
    { file: 'res/values/strings.xml', locales: ['ja'] },
  ],
  documents: { files: ['docs/en/guide.md', 'notes.md', 'news.md'], locales: ['ja'] },
  replaced: ['notes.md', 'news.md'],
  undone: ['locales/de/app.json', 'config/locales/ja.yml', 'news.ja.md'],
};

/** A journal that was lost: the jobs of the order are found at the service, among those of another client. */
export const recoveryScenario: Scenario = {
  name: 'recovery',
  files: {
    'locales/en/app.json': json({ greeting: 'Hello, {{name}}!', farewell: 'Goodbye', menu: { open: 'Open' } }),
    'locales/ja/app.json': json({ mine: '手' }),
  },
  hardLinked: [],
  sources: [{ file: 'locales/en/app.json', locales: ['ja', 'de'] }],
  documents: { files: [], locales: [] },
  replaced: [],
  undone: [],
};

/** Whether the order of a scenario is placed before the process that is killed starts. */
export function isOrderedBefore({ name }: Scenario): boolean {
  return name === 'delivery' || name === 'recovery';
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
