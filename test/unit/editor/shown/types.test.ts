import assert from 'node:assert/strict';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../../../..');
const snippetFile = path.join(root, 'src/commands/snippet.ts');

const imports = `
import * as l10n from '@vscode/l10n';
import { askWarning, showInformation } from '../editor/shown/toasts.ts';
import { withProgress } from '../editor/shown/withProgress.ts';
import { inputText, pickFrom } from '../editor/shown/quickInput.ts';
import { showInStatusBar } from '../editor/shown/showInStatusBar.ts';
import { treeItem } from '../editor/shown/tree.ts';
import { join, fromOutside, own, words, Words } from '../words/words.ts';
declare const key: string;
declare const position: Parameters<typeof inputText>[0]['position'];
export const used = [askWarning, showInformation, withProgress, inputText, pickFrom, showInStatusBar];
export const alsoUsed = [words, treeItem, join, fromOutside, own, Words, key, position];
`;

/** Calls that pass an unconverted text from outside to a sink or to the product's own words; none may compile. */
const refused = [
  'showInformation(key);',
  'showInformation(`Delivered to ${key}.`);',
  "showInformation('Delivered.');",
  "showInformation(words(l10n.t('Delivered.')), key);",
  "askWarning({ message: words(l10n.t('Order?')), detail: key });",
  'withProgress(key, async () => undefined);',
  "withProgress(words(l10n.t('Ordering…')), async (_signal, report) => { report(key); });",
  "pickFrom([{ label: key, value: 1 }], words(l10n.t('Choose')));",
  "pickFrom([{ label: words(l10n.t('One')), description: key, value: 1 }], words(l10n.t('Choose')));",
  'inputText({ position, prompt: key });',
  "inputText({ position, prompt: words(l10n.t('Comment')), validate: (text) => text });",
  'showInStatusBar(key, 3000);',
  "treeItem({ label: key, spoken: words(l10n.t('Job')) });",
  'own(key);',
  'own(`• ${key}`);',
  "join(['a', 'b'], key);",
  'new Words([key]);',
];

const accepted = `
showInformation(words(l10n.t('Delivered to {0}.'), key), words(l10n.t('Undo Delivery')));
showInformation(fromOutside(key));
askWarning({ message: words(l10n.t('Order {0}?'), 3), detail: join([words(l10n.t('Total')), join([own('•'), key], ' ')], '\\n') });
pickFrom([{ label: fromOutside(key), value: 1 }], words(l10n.t('Choose')));
`;

describe('functions that show text', function () {
  this.timeout(60_000);
  let errorLines: ReadonlySet<number>;
  const header = imports.split('\n').length - 1;
  const code = [imports, ...refused.map((statement) => `${statement}\n`)].join('') + accepted;

  before(() => {
    errorLines = compile(code);
  });

  for (const [index, statement] of refused.entries()) {
    it(`reject an unconverted text: ${statement}`, () => {
      assert.ok(errorLines.has(header + index));
    });
  }

  it('accept converted text', () => {
    const others = [...errorLines].filter((line) => line < header || line >= header + refused.length);
    assert.deepEqual(others, []);
  });
});

/** Returns the lines with errors, counted from 0. */
function compile(text: string): ReadonlySet<number> {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) => ts.sys.readFile(name)) as {
    readonly config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const files = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...files,
    fileExists: (name) => name === snippetFile || files.fileExists(name),
    getSourceFile: (name, ...rest) =>
      name === snippetFile ? ts.createSourceFile(name, text, rest[0], true) : files.getSourceFile(name, ...rest),
  };
  const program = ts.createProgram([snippetFile], options, host);
  const snippet = program.getSourceFile(snippetFile);
  return new Set(
    program
      .getSemanticDiagnostics(snippet)
      .map(({ start = 0 }) => snippet?.getLineAndCharacterOfPosition(start).line ?? -1),
  );
}
