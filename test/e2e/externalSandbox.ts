import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bundledProgram } from '../host/bundledProgram.ts';
import { projectRoot } from '../host/paths.ts';

/** Counts that the sandbox reports. */
export interface SandboxState {
  readonly orders: number;
  readonly jobs: number;
  readonly callbacks: { readonly pending: number; readonly sent: number };
}

/** A job as the service returns it. */
export interface SandboxJob {
  readonly id: string;
  readonly source: string;
  readonly language: string;
  readonly status: string;
  readonly callbackUrl: string | undefined;
}

/** The most jobs of a list. */
const maxListed = 200;

/** The most jobs of a call. */
const maxJobsPerCall = 50;

interface Announcement {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
  readonly controlToken: string;
}

/** A sandbox outside VS Code, which the extension uses like any other service. */
export class ExternalSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
  readonly #child: ChildProcess;
  readonly #controlToken: string;
  readonly #log: readonly string[];

  private constructor(child: ChildProcess, announcement: Announcement, log: readonly string[]) {
    this.#child = child;
    this.baseUrl = announcement.baseUrl;
    this.apiKey = announcement.apiKey;
    this.privateKey = announcement.privateKey;
    this.#controlToken = announcement.controlToken;
    this.#log = log;
  }

  /** Starts a sandbox on a free port, with additional command line options, and waits until it listens. */
  static async start(...options: readonly string[]): Promise<ExternalSandbox> {
    const args = [
      bundledProgram(path.join(projectRoot, 'src/sandbox/main.ts')),
      '--port',
      '0',
      '--api-key',
      'shop-key',
      '--private-key',
      'shop-secret',
      ...options,
    ];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const log: string[] = [];
    createInterface(child.stderr).on('line', (line) => {
      log.push(line);
    });
    for await (const line of createInterface(child.stdout))
      return new ExternalSandbox(child, JSON.parse(line) as Announcement, log);
    throw new Error(`The sandbox ended before it listened:\n${log.join('\n')}`);
  }

  /** Returns the handled calls whose method and path begin with `call`, such as `POST /v2/translate/jobs`. */
  calls(call = ''): readonly string[] {
    return this.#log.filter((line) => /^[A-Z]+ \/.* → /.test(line) && line.startsWith(call));
  }

  state(): Promise<SandboxState> {
    return this.#control('GET', '/sandbox/state');
  }

  /** Makes the next matching calls fail. */
  async fail(match: string, fault: 'drop-after' | 'slow', ms = 0, times = 1): Promise<void> {
    await this.#control('POST', '/sandbox/faults', { match, fault, ms, times });
  }

  /** Orders a text into Japanese without the extension, or as one of another machine does if `customData` is given. */
  async order(text: string, customData?: Readonly<Record<string, unknown>>): Promise<void> {
    const job = { body_src: text, lc_src: 'en', lc_tgt: 'ja', tier: 'standard', slug: text };
    const custom = customData === undefined ? {} : { custom_data: JSON.stringify(customData) };
    const data = JSON.stringify({ jobs: { job_1: { ...job, ...custom } } });
    const resource = '/translate/jobs';
    const body = new URLSearchParams({ ...this.#signature(), data });
    await responseOf(await fetch(`${this.baseUrl}${resource}`, { method: 'POST', body }), resource);
  }

  /** Orders different texts without the extension, as another tool does: at most as many in a second as a list holds. */
  async orderForeign(count: number): Promise<void> {
    for (let first = 0; first < count; first += maxListed) {
      const texts = Array.from({ length: Math.min(maxListed, count - first) }, (_, at) => `Text ${first + at}`);
      const jobs = texts.map((text) => ({ body_src: text, lc_src: 'en', lc_tgt: 'fr', tier: 'standard', slug: text }));
      const data = JSON.stringify({ jobs: Object.fromEntries(jobs.map((job, at) => [`job_${at}`, job])) });
      const body = new URLSearchParams({ ...this.#signature(), data });
      const resource = '/translate/jobs';
      await responseOf(await fetch(`${this.baseUrl}${resource}`, { method: 'POST', body }), resource);
      await this.#control('POST', '/sandbox/clock', { advance_s: 1 });
    }
  }

  /** Makes a translator start a job. Needs the pace `manual`. */
  async begin(jobId: string): Promise<void> {
    await this.#control('POST', `/sandbox/jobs/${jobId}/start`, {});
  }

  /** Makes a translator submit a text for a job, which may be damaged. Needs the pace `manual`. */
  async translate(jobId: string, text: string, from: 'available' | 'revising' = 'available'): Promise<void> {
    if (from === 'available') await this.begin(jobId);
    await this.#control('POST', `/sandbox/jobs/${jobId}/finish`, { body_tgt: text });
  }

  /** Writes a comment as the translator of a job. */
  async comment(jobId: string, body: string): Promise<void> {
    await this.#control('POST', `/sandbox/jobs/${jobId}/comment`, { body });
  }

  /** Ends the review of a job without an answer: the service approves it automatically. */
  async letReviewEnd(jobId: string): Promise<void> {
    await this.#control('POST', `/sandbox/jobs/${jobId}/expire`, {});
  }

  /** Returns the ids of the jobs into a language that are not started, in their order. Needs the pace `manual`. */
  async waitingJobs(language: string): Promise<readonly string[]> {
    return (await this.someWaitingJobs()).filter((job) => job.language === language).map(({ id }) => id);
  }

  /** Returns at most 200 jobs that are not started, in their order. Needs the pace `manual`. */
  async someWaitingJobs(): Promise<readonly SandboxJob[]> {
    const listed = await this.#call<readonly { readonly job_id: number }[]>(
      `/translate/jobs?status=available&count=${maxListed}`,
    );
    const jobs = await this.jobs(listed.map(({ job_id: id }) => String(id)));
    return jobs.toSorted((a, b) => Number(a.id) - Number(b.id));
  }

  /** Returns at most 200 jobs of any status. */
  async someJobs(): Promise<readonly SandboxJob[]> {
    const listed = await this.#call<readonly { readonly job_id: number }[]>(`/translate/jobs?count=${maxListed}`);
    return this.jobs(listed.map(({ job_id: id }) => String(id)));
  }

  /** Returns the texts of a job's thread, the oldest first. */
  async comments(jobId: string): Promise<readonly string[]> {
    const { thread } = await this.#call<{ readonly thread: readonly { readonly body: string }[] }>(
      `/translate/job/${jobId}/comments`,
    );
    return thread.map(({ body }) => body);
  }

  /** Returns jobs by their ids. */
  async jobs(ids: readonly string[]): Promise<readonly SandboxJob[]> {
    const jobs: SandboxJob[] = [];
    for (let first = 0; first < ids.length; first += maxJobsPerCall) {
      const some = await this.#call<{
        readonly jobs: readonly {
          readonly job_id: number;
          readonly body_src: string;
          readonly lc_tgt: string;
          readonly status: string;
          readonly callback_url?: string;
        }[];
      }>(`/translate/jobs/${ids.slice(first, first + maxJobsPerCall).join(',')}`);
      for (const { job_id: id, body_src: source, lc_tgt: language, status, callback_url: callbackUrl } of some.jobs)
        jobs.push({ id: String(id), source, language, status, callbackUrl });
    }
    return jobs;
  }

  /** Ends all simulated failures. */
  async recover(): Promise<void> {
    await this.#control('DELETE', '/sandbox/faults');
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** Makes a signed call of the service's interface, as a customer does. */
  async #call<T>(resource: string): Promise<T> {
    const address = new URL(`${this.baseUrl}${resource}`);
    for (const [name, value] of Object.entries(this.#signature())) address.searchParams.set(name, value);
    return responseOf(await fetch(address), resource);
  }

  #signature(): Readonly<Record<string, string>> {
    const ts = String(Math.floor(Date.now() / 1000));
    return { api_key: this.apiKey, api_sig: createHmac('sha1', this.privateKey).update(ts).digest('hex'), ts };
  }

  async #control<T>(method: string, resource: string, body?: Readonly<Record<string, unknown>>): Promise<T> {
    const answer = await fetch(new URL(resource, this.baseUrl), {
      method,
      headers: { authorization: `Bearer ${this.#controlToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return responseOf(answer, `${method} ${resource}`);
  }
}

async function responseOf<T>(answer: Response, call: string): Promise<T> {
  const { opstat, response } = (await answer.json()) as { readonly opstat: string; readonly response: T };
  if (opstat !== 'ok') throw new Error(`The sandbox refused ${call}.`);
  return response;
}
