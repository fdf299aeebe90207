import assert from 'node:assert/strict';
import { noHistory } from '../../../../../src/orders/model/plan/planHistory.ts';
import { openSources } from '../../../../../src/orders/units/files/sourceDocument.ts';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { TranslationGaps } from '../../../../../src/orders/units/gaps/translationGaps.ts';
import { planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import { applyEdits } from '../../../../../src/formats/formats.ts';
import { memoryProject } from '../../memoryProject.ts';

const { signal } = new AbortController();
const settings = { patterns: [], sourceLocale: 'en' };

type Files = Readonly<Record<string, string>>;

/** Opens all files together. Returns the missing and the equal strings by translation and source. */
async function statesIn(files: Files, dependencies: readonly string[]) {
  const project = memoryProject(files, dependencies);
  const chosenFiles = Object.keys(files).map((path) => ({ project, path, settings, isSelected: false }));
  const { sources, into, skipped } = await openSources(chosenFiles, { signal });
  const noPorts = { rightAsItIs: () => new Map(), openHistory: () => Promise.resolve(undefined) };
  const gaps = new TranslationGaps(sources, { history: noHistory, languages: ['de', 'fr'] }, noPorts);
  const targets = await gaps.statesIn(into, signal);
  const rows = targets.map(({ source, target, states }) => [
    `${target.path} ← ${source.path} (${source.locale})`,
    { missing: states.missing, same: states.sameAsSource },
  ]);
  return { rows: Object.fromEntries(rows) as unknown, skipped: skipped.map(({ reason }) => reason) };
}

describe('keys that are the source texts', () => {
  const laravel = {
    'lang/de.json': '{"Save changes": "", "Hello :name": "Hallo :name", "Delete": "Delete"}\n',
    'lang/fr.json': '{"Save changes": "", "Hello :name": "", "Sign out.": "Déconnexion"}\n',
  };

  it('are translated from the source language, each once: Laravel', async () => {
    assert.deepEqual(await statesIn(laravel, ['composer:laravel/framework']), {
      rows: {
        'lang/de.json ← lang/de.json (en)': { missing: ['Save changes'], same: [] },
        'lang/fr.json ← lang/fr.json (en)': { missing: ['Save changes', 'Hello :name'], same: [] },
        'lang/de.json ← lang/fr.json (en)': { missing: [String.raw`Sign out\.`], same: [] },
        'lang/fr.json ← lang/de.json (en)': { missing: ['Delete'], same: [] },
      },
      skipped: [],
    });
  });

  it('are translated from the source language: Yii, also in a project of one language', async () => {
    const files = {
      'messages/de/app.php': "<?php\nreturn [\n    'Save changes' => '',\n    'Open' => 'Öffnen',\n];\n",
    };
    assert.deepEqual(await statesIn(files, ['composer:yiisoft/yii2']), {
      rows: { 'messages/de/app.php ← messages/de/app.php (en)': { missing: ['Save changes'], same: [] } },
      skipped: [],
    });
  });

  it('are the texts of a file of the source language whose values are all empty, as an extraction leaves it', async () => {
    const project = memoryProject({
      'locales/en/app.json': '{"Save changes": "", "Open the file": ""}\n',
      'locales/de/app.json': '{"Save changes": "Sichern", "Open the file": ""}\n',
    });
    const source = await openSourceFile(project, 'locales/en/app.json', settings, signal);
    assert.deepEqual(
      source.units.map(({ text }) => text),
      ['Save changes', 'Open the file'],
    );
    const target = await openTargetFile(source, 'de', signal);
    const { jobs } = await planOrder({ source, targets: [target], history: noHistory, languages: ['en', 'de'] });
    assert.deepEqual(
      jobs.map(({ title }) => title),
      ['Open the file'],
    );
  });

  it('are no texts below another key, since the program would show the whole path', async () => {
    const nested = '{"translations": {"Save changes": "", "Open the file": ""}}\n';
    const { skipped } = await statesIn({ 'locales/de/app.json': nested, 'locales/fr/app.json': nested }, ['i18next']);
    assert.deepEqual(skipped, ['source-unknown', 'source-unknown']);
  });

  it('are texts of several words in any framework: i18next, Yii without a manifest, Symfony', async () => {
    const groups: readonly Files[] = [
      {
        'locales/de/app.json': '{"Save changes": "", "Sign out. Now": "Abmelden"}\n',
        'locales/fr/app.json': '{"Save changes": "", "Sign out. Now": "Déconnexion"}\n',
      },
      {
        'messages/de/app.php': "<?php\nreturn ['Save changes' => ''];\n",
        'messages/fr/app.php': "<?php\nreturn ['Save changes' => ''];\n",
      },
      {
        'translations/messages.de.yaml': "'Save changes': ''\n",
        'translations/messages.fr.yaml': "'Save changes': ''\n",
      },
    ];
    for (const files of groups) {
      const [de = '', fr = ''] = Object.keys(files);
      assert.deepEqual(await statesIn(files, []), {
        rows: {
          [`${de} ← ${de} (en)`]: { missing: ['Save changes'], same: [] },
          [`${fr} ← ${fr} (en)`]: { missing: ['Save changes'], same: [] },
        },
        skipped: [],
      });
    }
  });

  it('are no source next to a file of the source language, nor in another framework', async () => {
    const withSource = { 'lang/en.json': '{"Save changes": "Save all changes"}\n', ...laravel };
    const { rows } = await statesIn(withSource, ['composer:laravel/framework']);
    assert.deepEqual(Object.keys(rows as object), []);
    const names = { 'lang/de.json': '{"save": "Sichern"}\n', 'lang/fr.json': '{"save": ""}\n' };
    const { skipped } = await statesIn(names, ['i18next']);
    assert.deepEqual(skipped, ['source-unknown', 'source-unknown']);
  });

  it('are ordered as texts, and their translations are written to the values', async () => {
    const project = memoryProject(laravel, ['composer:laravel/framework']);
    const source = await openSourceFile(project, 'lang/de.json', settings);
    const target = await openTargetFile(source, 'de');
    const plan = await planOrder({ source, targets: [target], history: noHistory, languages: ['en', 'de'] });
    const [job] = plan.jobs;
    assert.deepEqual([plan.sourceLocale, plan.jobs.length, job?.protectedText.text], ['en', 1, 'Save changes']);
    const units = (job?.units ?? []).map((unit) => ({ jobId: '1', unit, text: 'Änderungen speichern' }));
    const [first] = units;
    assert.ok(first?.unit.key !== undefined);
    const edits = await source.format.write(source.text, new Map([[first.unit.key, first.text]]), {
      sourceText: source.text,
      sourceLocale: 'en',
      targetLocale: 'de',
    });
    assert.equal(
      applyEdits(source.text, edits),
      '{"Save changes": "Änderungen speichern", "Hello :name": "Hallo :name", "Delete": "Delete"}\n',
    );
  });

  it('are inserted from a sibling that has them', async () => {
    const project = memoryProject(laravel, ['composer:laravel/framework']);
    const source = await openSourceFile(project, 'lang/fr.json', settings);
    const target = await openTargetFile(source, 'de');
    const edits = await source.format.write(target.text ?? '', new Map([[String.raw`Sign out\.`, 'Abmelden']]), {
      sourceText: source.text,
      sourceLocale: 'en',
      targetLocale: 'de',
    });
    assert.match(applyEdits(target.text ?? '', edits), /"Sign out\.": ?"Abmelden"/u);
  });
});
