import assert from 'node:assert/strict';
import { openSourceFile, openTargetFile, type SourceFile } from '../../../../../src/orders/units/files/localeFile.ts';
import type { PlanHistory } from '../../../../../src/orders/model/plan/planHistory.ts';
import type { Project } from '../../../../../src/orders/model/project.ts';
import { combinePlans, type FilePlan } from '../../../../../src/orders/model/plan/combinePlans.ts';
import { planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import { memoryProject } from '../../memoryProject.ts';
import type { Plan } from '../../../../../src/orders/model/plan/plan.ts';

const history: PlanHistory = { inFlight: new Set(), delivered: new Map() };
const languages = ['en', 'ja', 'pt-br', 'ru'];

/** Plans files, each of them in all locales. */
async function plansOf(
  project: Project,
  paths: readonly string[],
  locales: readonly string[] = ['ja'],
): Promise<readonly FilePlan[]> {
  return Promise.all(
    paths.map(async (path) => {
      const source = await openSourceFile(project, path, { patterns: [], sourceLocale: 'en' });
      return { source, plan: await planFile(source, locales) };
    }),
  );
}

async function planFile(source: SourceFile, locales: readonly string[]): Promise<Plan> {
  const targets = await Promise.all(locales.map((locale) => openTargetFile(source, locale)));
  return planOrder({ source, targets, history, languages });
}

/** Returns the text of each job, its locale, and its units as `file:key`. */
function jobsOf(plan: Plan | undefined): readonly (readonly [text: string, locale: string, ...units: string[]])[] {
  return (plan?.jobs ?? []).map(({ protectedText, targetLocale, units }) => [
    protectedText.source,
    targetLocale,
    ...units.map(({ project, file, key = '' }) => `${project} ${file}:${key}`),
  ]);
}

const cart = 'locales/en/cart.json';
const home = 'locales/en/home.json';

describe('combinePlans', () => {
  it('keeps the order of the files, and of the locales in each file', async () => {
    const project = memoryProject({ [cart]: { a: 'Pay' }, [home]: { b: 'Welcome' } });
    assert.deepEqual(jobsOf(combinePlans(await plansOf(project, [cart, home], ['ja', 'pt-BR']), [])), [
      ['Pay', 'ja', `p1 ${cart}:a`],
      ['Pay', 'pt-BR', `p1 ${cart}:a`],
      ['Welcome', 'ja', `p1 ${home}:b`],
      ['Welcome', 'pt-BR', `p1 ${home}:b`],
    ]);
  });

  it('keeps the notes of five files for a shared text, and counts the others', async () => {
    const files = Array.from({ length: 8 }, (_, index) => `locales/en/f${index}.json`);
    const project = memoryProject(Object.fromEntries(files.map((file) => [file, { ok: 'OK' }])));
    const plans = (await plansOf(project, files)).map((filePlan, index): FilePlan => {
      const jobs = filePlan.plan.jobs.map((job) => ({ ...job, note: `note ${index}` }));
      return { ...filePlan, plan: { ...filePlan.plan, jobs } };
    });
    const [job] = combinePlans(plans, [])?.jobs ?? [];
    assert.equal(job?.note, 'note 0\n\nnote 1\n\nnote 2\n\nnote 3\n\nnote 4\n\n… and in 3 more files.');
  });

  it('orders a text once that several files of a project share', async () => {
    const project = memoryProject({ [cart]: { ok: 'OK, {name}' }, [home]: { yes: 'OK, {name}', no: 'No' } });
    const plan = combinePlans(await plansOf(project, [cart, home]), []);
    assert.deepEqual(jobsOf(plan), [
      ['OK, {name}', 'ja', `p1 ${cart}:ok`, `p1 ${home}:yes`],
      ['No', 'ja', `p1 ${home}:no`],
    ]);
    assert.match(plan?.jobs[0]?.note ?? '', /ok.*yes/su);
  });

  it('merges a locale that two files spell differently', async () => {
    const project = memoryProject({ [cart]: { ok: 'Yes' }, [home]: { yes: 'Yes' } });
    const [first, second] = await Promise.all([
      plansOf(project, [cart], ['pt-BR']),
      plansOf(project, [home], ['pt_BR']),
    ]);
    const plan = combinePlans([...first, ...second], []);
    assert.deepEqual(
      plan?.jobs.map(({ units }) => units.map(({ locale }) => locale)),
      [['pt-BR', 'pt_BR']],
    );
  });

  it('never merges texts of two projects', async () => {
    const one = memoryProject({ [cart]: { ok: 'Yes' } });
    const other: Project = { ...memoryProject({ [cart]: { ok: 'Yes' } }), id: 'p2' };
    const plan = combinePlans([...(await plansOf(one, [cart])), ...(await plansOf(other, [cart]))], []);
    assert.deepEqual(jobsOf(plan), [
      ['Yes', 'ja', `p1 ${cart}:ok`],
      ['Yes', 'ja', `p2 ${cart}:ok`],
    ]);
  });

  it('never merges plural forms, nor texts with other placeholders or length limits', async () => {
    const forms = memoryProject({
      [cart]: { item_one: 'item', item_other: 'items' },
      [home]: { thing_one: 'item', thing_other: 'items' },
    });
    const plural = combinePlans(await plansOf(forms, [cart, home], ['ru']), []);
    assert.ok((plural?.jobs.length ?? 0) >= 4);
    for (const { units } of plural?.jobs ?? []) assert.equal(new Set(units.map(({ file }) => file)).size, 1);

    const project = memoryProject({ [cart]: { a: 'Pay {amount}' }, [home]: { b: 'Pay {amount}' } });
    const [first, second] = await plansOf(project, [cart, home]);
    assert.ok(first !== undefined && second !== undefined);
    const withJobs = (change: object): FilePlan => ({
      ...second,
      plan: { ...second.plan, jobs: second.plan.jobs.map((job) => ({ ...job, ...change })) },
    });
    const count = (changed: FilePlan): number => combinePlans([first, changed], [])?.jobs.length ?? 0;
    assert.equal(count(second), 1);
    assert.equal(
      count(withJobs({ protectedText: { text: 'Pay {amount}', source: 'Pay {amount}', placeholders: [] } })),
      2,
    );
    // The length limit is part of what makes texts the same.
    assert.equal(count(withJobs({ sameAs: 'with a limit', maxChars: 10 })), 2);
  });

  it('names the files of skipped strings, and each skipped file once', async () => {
    const project = memoryProject({ [cart]: { a: '' }, [home]: { b: 'Welcome' } });
    const broken = { file: { project: 'p1', path: 'locales/ja/x.json' }, reason: 'not-found' } as const;
    const plan = combinePlans(await plansOf(project, [cart, home]), [broken, broken]);
    assert.deepEqual(plan?.skipped, [{ key: 'a', locale: 'ja', reason: 'empty', file: { project: 'p1', path: cart } }]);
    assert.deepEqual(plan.skippedFiles, [broken]);
  });

  it('returns nothing without plans', () => {
    assert.equal(combinePlans([], []), undefined);
  });
});
