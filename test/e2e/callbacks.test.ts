import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { extensionId } from '../host/paths.ts';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { orderOpenFile } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

interface Port {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
  readonly controlToken: string;
}

describe('callbacks', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({ settings: { 'humanTranslation.sandbox.pace': 'manual' } });
    ({ workbench } = fresh);
    await workbench.openFile('locales/en.json');
  });

  after(async () => {
    await fresh.close();
  });

  const port = async (): Promise<Port> =>
    JSON.parse(
      await readFile(
        path.join(fresh.server.running.userDataFolder, 'User/globalStorage', extensionId, 'sandbox/sandbox.json'),
        'utf8',
      ),
    ) as Port;

  async function call<T>(resource: string): Promise<T> {
    const { baseUrl, apiKey, privateKey } = await port();
    const ts = String(Math.floor(Date.now() / 1000));
    const parameters = new URLSearchParams({
      api_key: apiKey,
      ts,
      api_sig: createHmac('sha1', privateKey).update(ts).digest('hex'),
      count: '200',
    });
    const answer = (await (await fetch(`${baseUrl}${resource}?${parameters.toString()}`)).json()) as {
      readonly response: T;
    };
    return answer.response;
  }

  async function control<T>(method: string, resource: string): Promise<T> {
    const { baseUrl, controlToken } = await port();
    const answer = await fetch(new URL(resource, baseUrl), {
      method,
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    return ((await answer.json()) as { readonly response: T }).response;
  }

  /** Returns the callback addresses of the sandbox's jobs into a language. */
  async function callbackUrls(
    language: string,
  ): Promise<readonly { readonly id: number; readonly url: string | undefined }[]> {
    const stubs = await call<readonly { readonly job_id: number }[]>('/translate/jobs');
    const { jobs } = await call<{
      readonly jobs: readonly { readonly job_id: number; readonly lc_tgt: string; readonly callback_url?: string }[];
    }>(`/translate/jobs/${stubs.map(({ job_id }) => job_id).join(',')}`);
    return jobs
      .filter(({ lc_tgt }) => lc_tgt === language)
      .map(({ job_id, callback_url }) => ({ id: job_id, url: callback_url }));
  }

  it('are not requested by default', async () => {
    await orderOpenFile(workbench, { languages: ['Japanese'] });
    const jobs = await callbackUrls('ja');
    assert.equal(jobs.length, 10);
    assert.deepEqual([...new Set(jobs.map(({ url }) => url))], [undefined]);
  });

  it('have one secret address for all jobs of an order, and update the window', async () => {
    await workbench.setSettings({ 'humanTranslation.callbacks.enabled': true });
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['French'] });
    const jobs = await callbackUrls('fr');
    const addresses = [...new Set(jobs.map(({ url }) => url))];
    assert.equal(addresses.length, 1);
    const secret = new URL(addresses[0] ?? '').pathname.split('/').at(-1) ?? '';
    assert.ok(Buffer.from(secret, 'base64url').length >= 16);

    await workbench.showJobs();
    await workbench.treeRow(/\bfr\b/u).waitFor();
    const [first] = jobs;
    await control('POST', `/sandbox/jobs/${first?.id ?? ''}/start`);
    await eventually('the callback', async () => {
      const { callbacks } = await control<{ readonly callbacks: { readonly pending: number; readonly sent: number } }>(
        'GET',
        '/sandbox/state',
      );
      return callbacks.sent > 0 && callbacks.pending === 0;
    });
    await workbench.treeGroup('pending').waitFor();

    const { origin } = new URL(addresses[0] ?? '');
    assert.equal((await fetch(`${origin}/other`, { method: 'POST', body: 'job={}' })).status, 404);
  });

  it('are no longer requested once they are turned off', async () => {
    await workbench.setSettings({ 'humanTranslation.callbacks.enabled': false });
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Italian'] });
    assert.deepEqual([...new Set((await callbackUrls('it')).map(({ url }) => url))], [undefined]);
  });
});
