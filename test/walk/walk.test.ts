import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toLanguageCode } from '../../src/locales/languageCode.ts';
import { localeName } from '../../src/words/formatting.ts';
import { gitIn } from '../builders/hostileRepository.ts';
import { openFreshWindow, screenshotFailures, type FreshWindow } from '../e2e/e2eHost.ts';
import { eventually } from '../e2e/eventually.ts';
import { ExternalSandbox, type SandboxJob } from '../e2e/externalSandbox.ts';
import { connect } from '../e2e/orderSteps.ts';
import type { Workbench } from '../e2e/workbench.ts';
import { projectRoot } from '../host/paths.ts';
import { walkedProject, type WalkedProject } from './walkedProject.ts';
import { walkFolderVariable } from './walkFolder.ts';
import { Walker } from './walker.ts';

/** A project with 45 languages, six of which the service lacks. */
const forum = path.join(projectRoot, 'test/fixtures/forum');

const threeStrings = {
  walkOffline: 'You are offline. We will try again soon.',
  walkTooLong: 'Your message is too long for this page.',
  walkForbidden: 'Only moderators may do this.',
};
const twoStrings = { walkDraft: 'Your draft is safe.', walkWelcome: 'Welcome back after a long time!' };
const branchStrings = {
  walkInvite: 'Invite the people you know.',
  walkInvited: 'Your invitation was sent.',
  walkInvitedBefore: 'You have invited this person before.',
  walkInviteExpired: 'This invitation is too old.',
  walkInviteAgain: 'Send another invitation',
};
const approvedCount = 50;

describe('a walk through six tasks', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let project: WalkedProject;
  /** The fortieth job of the whole project, about which its translator asks. */
  let asked: SandboxJob | undefined;
  const isForum = process.env[walkFolderVariable] === undefined;
  screenshotFailures(() => workbench);

  before(async () => {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'walk-')), 'project');
    project = await walkedProject(process.env[walkFolderVariable] ?? forum, folder);
    await project.addStrings(threeStrings);
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await openFreshWindow({ folder, settings: { 'files.autoSave': 'off' } });
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  /** Does a task, and prints what it took and what reached the service. */
  async function walk(task: string, act: (walker: Walker) => Promise<string>): Promise<void> {
    const walker = new Walker(workbench);
    const result = await act(walker);
    const { keys, clicks } = walker.effort;
    process.stdout.write(`walk: ${task}: ${keys} keys, ${clicks} clicks; ${result}\n`);
  }

  /** Returns the jobs that the service has, into one language if that is given; a walk orders fewer than it lists. */
  async function jobsInto(locale?: string): Promise<readonly SandboxJob[]> {
    const code = locale === undefined ? undefined : toLanguageCode(locale);
    return (await sandbox.someJobs()).filter(({ language }) => code === undefined || language === code);
  }

  const sourcesOf = (jobs: readonly SandboxJob[]): readonly string[] => jobs.map(({ source }) => source).toSorted();

  it('orders the missing strings of the open file into two languages', async () => {
    const counts = await Promise.all(project.locales.map((locale) => project.missing(locale, project.file)));
    await walk('order three missing strings of the open file into two languages', async (walker) => {
      await walker.openFile(project.file);
      await walker.click(workbench.editorAction('humanTranslation.orderFile'));
      await workbench.atStep('1/2');
      await walker.toggle(project.locales.map(localeName));
      await walker.orderAsSummarized();
      const jobs = await jobsInto();
      for (const [index, locale] of project.locales.entries()) {
        const sources = sourcesOf(await jobsInto(locale));
        for (const text of Object.values(threeStrings)) assert.ok(sources.includes(text), `${text} into ${locale}`);
        // A text that two keys share is one job.
        assert.ok(sources.length <= (counts[index] ?? 0), `${sources.length} jobs into ${locale}`);
        if (isForum) assert.deepEqual(sources, Object.values(threeStrings).toSorted());
      }
      return `${jobs.length} jobs into ${project.locales.join(', ')}`;
    });
  });

  it('orders selected new strings', async () => {
    const before = (await jobsInto()).length;
    const line = await project.addStrings(twoStrings);
    // The editor reads the changed file again, which moves the cursor; a long file shows only a part of its lines.
    await workbench.goToLine(line - 1);
    await workbench.editorLine(twoStrings.walkWelcome).waitFor();
    await walk('order selected new strings', async (walker) => {
      await walker.press('Control+G');
      await walker.type(String(line));
      await walker.press('Enter');
      await workbench.statusBarItem(`Ln ${line}, Col 1`).waitFor();
      await walker.press('Shift+ArrowDown');
      await walker.press('Shift+End');
      await walker.runCommand('order sel', 'Order Selection');
      await workbench.atStep('1/2');
      await walker.orderAsSummarized();
      const added = (await jobsInto()).length - before;
      assert.equal(added, 2 * Object.keys(twoStrings).length);
      for (const locale of project.locales) {
        const sources = sourcesOf(await jobsInto(locale));
        for (const text of Object.values(twoStrings)) assert.ok(sources.includes(text), `${text} into ${locale}`);
      }
      return `${added} jobs into ${project.locales.join(', ')}`;
    });
  });

  it('orders the new strings of a branch', async () => {
    await gitIn(project.folder, 'init', '--quiet');
    await gitIn(project.folder, 'add', '--all');
    await gitIn(project.folder, 'commit', '--quiet', '--message', 'Before the branch');
    await gitIn(project.folder, 'switch', '--quiet', '--create', 'invitations');
    await project.addStrings(branchStrings);
    const before = new Set((await jobsInto()).map(({ id }) => id));
    await walk('order five new strings of a branch into the two languages of the last order', async (walker) => {
      await walker.runCommand('order bra', 'Order Branch Changes');
      await workbench.atStep('1/2');
      await walker.orderAsSummarized();
      const added = (await jobsInto()).filter(({ id }) => !before.has(id));
      assert.deepEqual(
        sourcesOf(added),
        Object.values(branchStrings)
          .flatMap((text) => [text, text])
          .toSorted(),
      );
      return `${added.length} jobs into ${project.locales.join(', ')}`;
    });
  });

  it('orders one language of the whole project', async () => {
    const { wholeLocale } = project;
    const before = (await jobsInto()).length;
    const missing = await project.missing(wholeLocale);
    await walk('order one language of the whole project', async (walker) => {
      await walker.runCommand('order proj', 'Order Project');
      await workbench.atStep('1/2');
      for (const locale of project.locales) await walker.click(walker.row(localeName(locale)));
      await walker.toggle([localeName(wholeLocale)]);
      await walker.orderAsSummarized();
      const jobs = await jobsInto(wholeLocale);
      assert.equal((await jobsInto()).length - before, jobs.length, 'no other language');
      assert.ok(jobs.length > 0 && jobs.length <= missing, `${jobs.length} jobs of ${missing} missing strings`);
      if (isForum) assert.equal(jobs.length, missing);
      return `${jobs.length} jobs into ${wholeLocale}`;
    });
  });

  it('approves clean translations, and leaves a question open', async () => {
    asked = (await jobsInto(project.wholeLocale)).at(39);
    if (asked !== undefined) await sandbox.comment(asked.id, 'Is this a button or a title?');
    // Stands for the time that passes until jobs are polled.
    await workbench.runCommand('humanTranslation.refresh');
    await workbench.showJobs();
    await workbench.treeGroup('reviewable', (await jobsInto()).length).waitFor();
    await workbench.clearNotifications();
    const approved = async (): Promise<number> =>
      (await jobsInto()).filter(({ status }) => status === 'approved').length;
    await walk(`approve ${approvedCount} clean translations`, async (walker) => {
      await walker.runCommand('review trans', 'Review Translations');
      await workbench.webview.locator('.list:focus').waitFor();
      await workbench.webview.locator('.review-row').first().waitFor();
      await walker.click(workbench.webview.locator('[data-name=approve-clean]'));
      const confirm = workbench.webview.locator('[data-name=confirm]:not([disabled])');
      await confirm.waitFor();
      await walker.click(confirm);
      await eventually(
        'the approvals',
        async () => (await approved()) >= Math.min(approvedCount, (await jobsInto()).length / 2),
      );
      const [question] = asked === undefined ? [] : await sandbox.jobs([asked.id]);
      assert.notEqual(question?.status, 'approved', 'a question is not answered by an approval');
      if (isForum) assert.ok((await approved()) >= approvedCount);
      return `${await approved()} translations approved`;
    });
  });

  it('finds and answers a question on the fortieth job', async function () {
    const id = asked?.id ?? this.skip();
    const answer = 'It is a button.';
    await walk('find and answer a question on the fortieth job', async (walker) => {
      await walker.click(workbench.webview.locator('[data-name=questions]'));
      await walker.click(workbench.webview.locator(`.review-row[data-id="${id}"] .key`));
      await walker.press('c');
      await workbench.webview.locator('#editor-text:focus').waitFor();
      await walker.type(answer);
      await walker.press('Enter');
      await eventually('the answer', async () => (await sandbox.comments(id)).includes(answer));
      return `the thread ends with “${(await sandbox.comments(id)).at(-1) ?? ''}”`;
    });
  });
});
