import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../host/paths.ts';
import { collectMessages } from '../../l10n/messages.ts';
import { decodePng } from '../../readme/palettePng.ts';
import { readSettingsManifest } from '../../readme/readSettingsManifest.ts';
import { settingsTables, withSettingsTables } from '../../readme/settingsTables.ts';

const readme = readFileSync(path.join(projectRoot, 'README.md'), 'utf8');
/** The pages for users of the command line and of the sandbox, and for contributors. */
const others = ['COMMAND_LINE.md', 'SANDBOX.md', 'CONTRIBUTING.md'].map((name) =>
  readFileSync(path.join(projectRoot, '.github', name), 'utf8'),
);
const { properties, words } = await readSettingsManifest();
const messages = collectMessages().map(({ message }) => message);

/** The text without code, whose characters are no Markdown. */
const prose = readme.replaceAll(/^(?:```[^]*?^```| {4}.*)$/gmu, '').replaceAll(/`[^`\n]*`/gu, '');

describe('README.md', () => {
  it('has the tables of settings that npm run settings writes', () => {
    assert.equal(
      withSettingsTables(readme, settingsTables({ properties, words })),
      readme,
      'The settings have changed: run "npm run settings".',
    );
  });

  it('is followed by pages that link only to files that exist', () => {
    const targets = others.flatMap((text) => [...text.matchAll(/\]\((\.\.?\/[^)#\s]+|[\w.-]+\.md)(?:#[^)]*)?\)/gu)]);
    assert.ok(targets.length > 2);
    for (const [, target = ''] of targets) assert.ok(existsSync(path.join(projectRoot, '.github', target)), target);
  });

  it('links only to files and headings that exist', () => {
    const headings = new Set([...readme.matchAll(/^#+ (.*)$/gmu)].map(([, heading = '']) => anchorOf(heading)));
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target = '']) => target);
    assert.ok(targets.length > 8);
    for (const target of targets) {
      if (target.startsWith('https:')) continue;
      const [file = '', anchor] = target.split('#');
      if (file === '') assert.ok(headings.has(anchor ?? ''), target);
      else assert.ok(existsSync(path.join(projectRoot, file)), target);
    }
  });

  it('describes each of its pictures, which are small and of its own', () => {
    const pictures = [...readme.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/gu)].map(([, text = '', file = '']) => ({
      text,
      file,
    }));
    const folder = path.join(projectRoot, 'media/readme');
    assert.deepEqual(
      pictures.map(({ file }) => file).sort(),
      readdirSync(folder)
        .map((name) => `media/readme/${name}`)
        .sort(),
    );
    let total = 0;
    for (const { text, file } of pictures) {
      assert.ok(text.length > 30, `${file} is not described: "${text}"`);
      const { size } = statSync(path.join(projectRoot, file));
      assert.ok(size <= 150_000, `${file} has ${size} bytes`);
      assert.ok(decodePng(readFileSync(path.join(projectRoot, file))).width <= 1400, file);
      total += size;
    }
    assert.ok(total <= 700_000, `${total} bytes`);
  });

  it('names settings that exist', () => {
    const named = [...readme.matchAll(/humanTranslation\.[\w.]*\w/gu)].map(([name]) => name);
    assert.ok(named.length > 30);
    assert.deepEqual(
      named.filter((name) => properties[name] === undefined),
      [],
    );
  });

  it('names commands, views and buttons as the interface does', () => {
    const labels = messages.flatMap((message) => [message, message.split(': ')[0], message.replace(/\{\d\} /u, '')]);
    const names = new Set([...Object.values(words), ...labels]);
    const category = 'Human Translation: ';
    const named = [
      // Bold text is a name, unless it begins a list item or ends like a sentence.
      ...matches(/(?<!^- )\*\*(\p{Lu}[^*\n]*[^*\n.?,])\*\*/gmu),
      ...matches(/(?<!\*)\*(\p{Lu}[^*\n]+)\*(?!\*)/gu),
      ...commandCells(),
    ].map((name) => (name.startsWith(category) ? name.slice(category.length) : name));
    assert.ok(named.length > 60);
    const known = (name: string): boolean => names.has(name) || names.has(`${name}…`) || elsewhere.has(name);
    assert.deepEqual(
      [...new Set(named)].filter((name) => !known(name)),
      [],
    );
  });

  it('names each command that the Command Palette offers in the table of commands', () => {
    const { contributes } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
      readonly contributes: {
        readonly commands: readonly { readonly command: string; readonly title: string }[];
        readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
      };
    };
    const hidden = new Set(
      contributes.menus.commandPalette.flatMap(({ command, when }) => (when === 'false' ? [command] : [])),
    );
    const offered = contributes.commands
      .filter(({ command }) => !hidden.has(command))
      .map(({ title }) => words[title.replaceAll('%', '')] ?? title);
    assert.ok(offered.length > 40);
    const named = new Set(commandRows().flatMap((cell) => cell.replace(/^\p{Ll}[^:]*: /u, '').split(/[,;] /u)));
    assert.deepEqual(
      offered.filter((title) => !named.has(title)),
      [],
    );
  });

  it('quotes messages as they are shown', () => {
    const quotes = matches(/“([^”]+)”/gu);
    assert.ok(quotes.length > 10);
    assert.deepEqual(
      quotes.filter(
        (quote) =>
          !messages.some((message) =>
            message.replaceAll(/^\{\d\}|\{\d\}$/gu, '').includes(quote.replaceAll(/^… ?| ?…$/gu, '')),
          ),
      ),
      [],
    );
  });

  it('names scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const named = [readme, ...others].flatMap((text) =>
      [...text.matchAll(/npm run (?:--silent )?([a-z\d:]+)/gu)].map(([, script = '']) => script),
    );
    assert.ok(named.length > 15);
    assert.deepEqual(
      named.filter((script) => scripts[script] === undefined),
      [],
    );
  });
});

describe('settingsTables', () => {
  const setting = (more: object): Parameters<typeof settingsTables>[0] => ({
    properties: {
      'humanTranslation.tier': { scope: 'window', default: 'standard', markdownDescription: '%tier%', ...more },
    },
    words: { tier: 'The tier. See `#humanTranslation.hover#`.' },
  });
  const rowOf = (manifest: Parameters<typeof settingsTables>[0]): string | undefined =>
    settingsTables(manifest)
      .split('\n')
      .find((line) => line.includes('.tier'));

  it('has a row for each setting: its default, who may set it, and its first sentences', () => {
    assert.equal(
      rowOf(setting({ enum: ['standard', 'pro'] })),
      '| `humanTranslation.tier` | `standard`, or `pro` | user, workspace | The tier. See `humanTranslation.hover`. |',
    );
  });

  it('keeps the columns of a description with bars, and whole sentences of a long one', () => {
    const long = { ...setting({ default: [] }), words: { tier: `Forms \`a|b\`. ${'Long '.repeat(60)}. Next.` } };
    assert.equal(
      rowOf(long),
      String.raw`| ${'`humanTranslation.tier`'} | none | user, workspace | Forms ${'`a\\|b`'}. |`,
    );
  });

  it('refuses a setting that is in no group', () => {
    const { words: texts } = setting({});
    const stray = { 'humanTranslation.new': { scope: 'window', default: 1, markdownDescription: '%tier%' } };
    assert.throws(() => settingsTables({ properties: stray, words: texts }), /humanTranslation\.new is in no group/u);
  });
});

/** Names of VS Code's own, and of the samples. */
const elsewhere: ReadonlySet<string> = new Set([
  'Workspaces: Manage Workspace Trust',
  'Preferences: Configure Runtime Arguments',
]);

function matches(pattern: RegExp): readonly string[] {
  return [...prose.matchAll(pattern)].map(([, found = '']) => found);
}

/** Returns the column of commands of the table that has one. */
function commandRows(): readonly string[] {
  const table = /^\| you want to \| command \|\n[^]*?\n\n/mu.exec(readme)?.[0] ?? '';
  return [...table.matchAll(/ \| ([^|]+) \|$/gmu)].map(([, cell = '']) => cell);
}

/** Returns the names in that column. */
function commandCells(): readonly string[] {
  return commandRows()
    .filter((cell) => /^\p{Lu}/u.test(cell))
    .flatMap((cell) => cell.split(/[,;] /u));
}

/** Returns the anchor that GitHub and the Marketplace give to a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
