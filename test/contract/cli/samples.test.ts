import assert from 'node:assert/strict';
import { cliEnvironment, runCliProcess } from './cliProcess.ts';
import { contentsOf, orderProject, sampleProjects, type OrderedProject, type SampleProject } from './sampleProjects.ts';

interface Answer {
  readonly totals: Readonly<Record<'missing' | 'inFlight', number>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly credits: number | string;
  readonly locales: readonly unknown[];
  readonly jobs: readonly { readonly status: string }[];
}

/** Runs a command with `--json` in the checkout, for the locales that the sample orders. */
async function answer(project: OrderedProject, { orders }: SampleProject, command: string, code = 0): Promise<Answer> {
  const env = cliEnvironment(project.windowOptions.service, project.state);
  const locales = [...new Set(orders.flatMap((order) => order.locales))].flatMap((locale) => ['--locale', locale]);
  const run = await runCliProcess([command, '--json', ...locales], { env, cwd: project.checkout });
  assert.equal(run.code, code, `${command}: ${run.stdout}${run.stderr}`);
  return JSON.parse(run.stdout) as Answer;
}

describe('contract: the commands that change nothing, in the sample projects', function () {
  this.timeout(60_000);

  // The tests of the single commands run in the first one, the shop.
  for (const sample of sampleProjects.slice(1)) {
    it(`find what is missing and what it costs in ${sample.name}`, async () => {
      await using project = await orderProject({ ...sample, orders: [] }, { approve: false });
      const untouched = await contentsOf(project.checkout);
      const { totals } = await answer(project, sample, 'status');
      assert.ok(totals.missing > 0 && totals.inFlight === 0, JSON.stringify(totals));
      const { counts } = await answer(project, sample, 'check', 1);
      assert.equal(counts['missing'], totals.missing);
      const estimate = await answer(project, sample, 'estimate');
      const quote = await answer(project, sample, 'quote');
      assert.ok(Number(quote.credits) > 0, JSON.stringify(quote));
      assert.deepEqual([quote.credits, quote.locales], [estimate.credits, estimate.locales]);
      assert.deepEqual((await answer(project, sample, 'jobs')).jobs, []);
      assert.deepEqual(await contentsOf(project.checkout), untouched);
    });

    it(`know what is on order in ${sample.name}`, async () => {
      await using project = await orderProject(sample, { approve: false });
      const untouched = await contentsOf(project.checkout);
      const { totals } = await answer(project, sample, 'status');
      assert.ok(totals.missing === 0 && totals.inFlight > 0, JSON.stringify(totals));
      const { jobs } = await answer(project, sample, 'jobs');
      assert.ok(jobs.length > 0);
      assert.deepEqual(new Set(jobs.map(({ status }) => status)), new Set(['available']));
      assert.equal(Number((await answer(project, sample, 'quote')).credits), 0);
      assert.deepEqual(await contentsOf(project.checkout), untouched);
    });
  }
});
