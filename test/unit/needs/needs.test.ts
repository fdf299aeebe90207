import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { lastChange } from '../../needs/lastChange.ts';
import { measureNeeds, type ProjectNeeds } from '../../needs/projectNeeds.ts';

const run = promisify(execFile);
const signal = new AbortController().signal;

describe('what the locales of a checkout need', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'needs-'));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  async function git(...command: readonly string[]): Promise<string> {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgSign=false'];
    return (await run('git', [...identity, '-C', root, ...command])).stdout.trim();
  }

  async function write(name: string, texts: Readonly<Record<string, string>>): Promise<void> {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), `${JSON.stringify(texts, undefined, 2)}\n`);
  }

  async function commit(): Promise<string> {
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'Change');
    return git('rev-parse', '--short=10', 'HEAD');
  }

  const measure = (): Promise<ProjectNeeds> => measureNeeds(root, { sourceLocale: 'en' }, signal);

  const before = {
    greeting: 'Welcome to our new little shop',
    help: 'Please ask us if you need anything',
    thanks: 'Thank you for your order of today',
  };
  const after = { ...before, help: 'Please call us if you need anything', more: 'There is more to see below' };

  async function makeHistory(): Promise<readonly [first: string, second: string]> {
    await git('init', '--quiet');
    await write('locales/en.json', before);
    await write('locales/de.json', { greeting: 'Willkommen', help: 'Fragen Sie uns', thanks: before.thanks });
    await write('locales/fr.json', { greeting: 'Bienvenue', help: 'Demandez-nous', thanks: 'Merci' });
    const first = await commit();
    await write('locales/en.json', after);
    await write('locales/fr.json', { greeting: 'Bienvenue', help: 'Appelez-nous', thanks: 'Merci', more: 'Voir plus' });
    return [first, await commit()];
  }

  it('counts missing, untranslated and outdated strings by locale', async () => {
    await makeHistory();
    const needs = await measure();
    const counts = { files: 1, strings: 4, right: 0, checked: 'complete' };
    assert.deepEqual(needs.locales, [
      { ...counts, locale: 'de', missing: 1, untranslated: 1, outdated: 1 },
      { ...counts, locale: 'fr', missing: 0, untranslated: 0, outdated: 0 },
    ]);
    assert.deepEqual(
      needs.outdated.map(({ target, unit: { key, oldSource } }) => [target.path, key, oldSource]),
      [['locales/de.json', 'help', before.help]],
    );
    assert.deepEqual(
      needs.untranslated.map(({ target, unit }) => [target.path, unit.forms[0].key]),
      [['locales/de.json', 'thanks']],
    );
    assert.deepEqual(
      needs.sources.map(({ path: file, targets, history }) => [file, targets, history?.versions, history?.isWhole]),
      [['locales/en.json', 2, 2, true]],
    );
    assert.deepEqual(needs.unreadable, []);
  });

  it('names the commits that last changed a string, as git finds them', async () => {
    const [first, second] = await makeHistory();
    const [finding] = (await measure()).outdated;
    assert.ok(finding !== undefined);
    const commitOf = async ({ path: file, text = '' }: { path: string; text: string | undefined }) => {
      const start = text.indexOf('"help"');
      const change = await lastChange(root, { path: file, text }, { start, end: start + 6 }, signal);
      return change?.split(' ')[0];
    };
    assert.equal(await commitOf(finding.source), second);
    assert.equal(await commitOf(finding.target), first);
    assert.equal(await commitOf({ path: 'none.json', text: '"help"' }), undefined);
  });

  it('checks nothing for outdated strings without a history, and names files that cannot be read', async () => {
    await write('locales/en.json', before);
    await write('locales/fr.json', before);
    await writeFile(path.join(root, 'locales/de.json'), '{ "greeting": ');
    const needs = await measure();
    assert.equal(needs.hasHistory, false);
    assert.deepEqual(
      needs.locales.map(({ locale, outdated, checked }) => [locale, outdated, checked]),
      [['fr', 0, 'not-checked']],
    );
    assert.deepEqual(needs.unreadable, ["locales/en.json (de): the target can't be read"]);
  });
});
