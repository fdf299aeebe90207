import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commandIds } from '../../src/editor/commandIds.ts';
import { documentExtensions } from '../../src/orders/documentType.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Manifest {
  readonly icon: string;
  readonly keywords: readonly string[];
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly submenus: readonly { readonly id: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly submenu?: string; readonly when?: string }[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string; readonly default: unknown; readonly markdownDescription: string }>> };
  };
}

const manifestText = readFileSync(path.join(root, 'package.json'), 'utf8');
const manifest = JSON.parse(manifestText) as Manifest;
const words = JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>;
const { commands, menus, submenus, configuration } = manifest.contributes;

describe('manifest', () => {
  it('contributes exactly the commands that are registered', () => {
    assert.deepEqual(commands.map(({ command }) => command).sort(), [...commandIds].sort());
  });

  it('gives the commands their agreed titles, in one category', () => {
    const titles = Object.fromEntries(commands.map(({ command, title }) => [command.replace('humanTranslation.', ''), words[title.slice(1, -1)]]));
    assert.deepEqual(
      { ...titles, ...expectedTitles },
      titles,
    );
    assert.deepEqual([...new Set(commands.map(({ category }) => words[category.slice(1, -1)]))], ['Human Translation']);
  });

  it('names only commands and submenus that exist in its menus', () => {
    const known = new Set<string>([...commandIds, ...submenus.map(({ id }) => id)]);
    const unknown = Object.values(menus).flat().map(({ command, submenu }) => command ?? submenu ?? '').filter((id) => !known.has(id));
    assert.deepEqual(unknown, []);
  });

  it('has a word for every %key%, and no word without a key', () => {
    const used = [...manifestText.matchAll(/"%([\w.]+)%"/g)].map((match) => match[1] ?? '');
    assert.deepEqual(used.filter((key) => words[key] === undefined), []);
    assert.deepEqual(Object.keys(words).filter((key) => !used.includes(key)), []);
  });

  it('keeps where requests go out of the reach of a repository', () => {
    for (const name of ['humanTranslation.baseUrl', 'humanTranslation.limits', 'humanTranslation.budget.perOrder', 'humanTranslation.budget.perDay', 'humanTranslation.budget.perMonth', 'humanTranslation.sandbox.pace', 'humanTranslation.callbacks.enabled']) {
      assert.equal(configuration.properties[name]?.scope, 'application', name);
    }
  });

  it('has callbacks turned off', () => {
    assert.equal(configuration.properties['humanTranslation.callbacks.enabled']?.default, false);
  });

  it('does not wake up for every window at once', () => {
    assert.deepEqual(manifest.activationEvents, ['onStartupFinished']);
  });

  it('ships the icon it names', () => {
    assert.ok(existsSync(path.join(root, manifest.icon)));
    assert.ok(manifest.keywords.length <= 5);
  });

  it('offers documents in the menus by the endings that are known as documents, and no folder', () => {
    const explorer = menus['explorer/context']?.find(({ command }) => command === 'humanTranslation.orderDocument')?.when ?? '';
    const [, source = '', flags = ''] = /resourceExtname =~ \/(.+)\/(\w*)$/u.exec(explorer) ?? [];
    const pattern = new RegExp(source, flags);
    assert.deepEqual(documentExtensions.filter((extension) => !pattern.test(`.${extension}`) || !pattern.test(`.${extension.toUpperCase()}`)), []);
    assert.deepEqual(['.json', '.ts', '.png', '.mdc', '.xml.bak', ''].filter((extension) => pattern.test(extension)), []);
    assert.match(explorer, /!explorerResourceIsFolder/u);
    const inMenus = Object.values(menus).flat().filter(({ command }) => command?.endsWith('Document') === true && command !== '').map(({ when = '' }) => when).filter((when) => when.includes('resourceExtname'));
    assert.ok(inMenus.length >= 4 && inMenus.every((when) => when.includes(`/${source}/${flags}`)));
  });

  describe('file names in menus', () => {
    const when = menus['editor/title']?.[0]?.when ?? '';
    const patterns = [...when.matchAll(/resourceFilename =~ \/((?:[^/\\]|\\.)+)\/ \|\|/g)].map((match) => new RegExp(match[1] ?? '', 'u'));
    const matches = (name: string): boolean => patterns.some((pattern) => pattern.test(name));

    for (const name of ['en.json', 'ja.json', 'pt-BR.json', 'pt_BR.json', 'pt-br.json', 'zh-Hant.json', 'es-419.json', 'fil.json', 'en.jsonc', 'messages.de.json', 'bundle.l10n.zh-cn.json', 'package.nls.ja.json']) {
      it(`takes ${name}`, () => {
        assert.ok(matches(name));
      });
    }
    for (const name of ['package.json', 'tsconfig.json', 'tsconfig.app.json', 'ts.json', 'settings.json', 'en.yaml']) {
      it(`leaves ${name}`, () => {
        assert.ok(!matches(name));
      });
    }
  });
});

const expectedTitles = {
  quoteSelection: 'Quote Selection',
  orderSelection: 'Order Selection',
  quoteFile: 'Quote Locale File',
  orderFile: 'Order Locale File',
  quoteDocument: 'Quote Document',
  orderDocument: 'Order Document',
  approve: 'Approve',
  revise: 'Request Revision',
  reject: 'Reject',
  cancel: 'Cancel Job',
  archive: 'Archive Job',
  openJob: 'Open Job',
  refresh: 'Refresh Jobs',
  undoDelivery: 'Undo Delivery',
  connect: 'Connect to a Service',
  useSandbox: 'Use the Sandbox',
  disconnect: 'Disconnect',
};
