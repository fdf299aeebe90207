import * as l10n from '@vscode/l10n';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasErrorCode } from '../base/files/fileErrors.ts';
import { systemClock } from '../base/clock.ts';
import { closeOrders, type OrderContext, type UnmatchedJob } from '../orders/journal/account/orderContext.ts';
import { Journal, journalPath } from '../orders/journal/journal.ts';
import { Ledger } from '../orders/journal/ledger.ts';
import type { Project } from '../orders/model/project.ts';
import { Jobs } from '../orders/jobs/track/jobs.ts';
import { withoutWriting } from '../project/withoutWriting.ts';
import type { Credentials, ServiceClient } from '../service/interface/serviceClient.ts';
import { errorSentence } from '../words/errorSentence.ts';
import { plain } from '../words/plain.ts';
import { plural, sentences, words } from '../words/words.ts';
import type { CliInput } from './cliCommand.ts';
import { requireBaseUrl, requireKeys, stateFolder } from './environment.ts';
import { layoutsOf, type CliProjects } from './openProjects.ts';

/** The service and the account of the environment, with the journal of this machine. */
export interface CliSession extends AsyncDisposable {
  readonly context: OrderContext;
  readonly jobs: Jobs;
  /** The approved jobs of the projects that the last refresh could not match with a file, by job id. */
  readonly unmatched: ReadonlyMap<string, UnmatchedJob>;
}

/** How a session treats files and the journal. */
export interface SessionMode {
  /** Delivers to memory, with a copy of the journal, so that neither files nor the journal change. */
  readonly dryRun?: boolean;
}

/** Opens the journal of the account. Rejects with UsageError if the environment has no address or keys. */
export async function openCliSession(
  { values, env, terminal, log }: CliInput,
  projects: CliProjects,
  { dryRun = false }: SessionMode = {},
): Promise<CliSession> {
  const baseUrl = requireBaseUrl(values, env);
  const keys = requireKeys(values, env);
  const state = stateFolder(values, env, process.platform);
  const journals = path.join(state, 'journals');
  const client = await createCliClient({ baseUrl, keys, state, log });
  const { origin } = new URL(client.baseUrl);
  const copyFolder = dryRun ? await mkdtemp(path.join(tmpdir(), 'human-translation-')) : undefined;
  const removeCopy = async (): Promise<void> => {
    if (copyFolder !== undefined) await rm(copyFolder, { recursive: true, force: true });
  };
  const ledger = new Ledger();
  const journal = new Journal(
    journalPath(copyFolder ?? journals, origin, keys.apiKey),
    (entry) => {
      ledger.apply(entry);
    },
    log,
    {
      origin,
      ledger,
      onDamage: ({ lines, copy: copyOfLines }) => {
        const skippedSentence = plural(lines, {
          one: l10n.t('{0} line of the order journal is damaged and was skipped.'),
          other: l10n.t('{0} lines of the order journal are damaged and were skipped.'),
        });
        const copySentence = words(l10n.t('A copy of the skipped lines is in {0}.'), copyOfLines);
        // The copy is next to the journal, and that of a dry run is deleted at its end.
        terminal.message(dryRun ? skippedSentence : sentences(skippedSentence, copySentence));
      },
    },
  );
  try {
    if (copyFolder !== undefined) await copyJournals(journals, copyFolder);
    await journal.sync();
  } catch (error) {
    await client.close();
    await removeCopy();
    throw error;
  }
  const projectsById = new Map<string, Project>(
    projects.all.map(({ project }) => [project.id, dryRun ? withoutWriting(project) : project]),
  );
  const unmatched = new Map<string, UnmatchedJob>();
  const closing = new AbortController();
  const context: OrderContext = {
    client,
    journal,
    ledger,
    clock: systemClock,
    simulated: false,
    origin,
    openProjects: () => [...projectsById.values()],
    findProject: (id) => projectsById.get(id),
    layouts: (id) => layoutsOf(projects, id),
    recoversClones: true,
    onUnmatched: (unmatchedJob) => unmatched.set(unmatchedJob.job.id, unmatchedJob),
    log,
    describeError: (error) => plain(errorSentence(error)),
    closing: closing.signal,
  };
  const jobs = new Jobs(context);
  return {
    context,
    jobs,
    unmatched,
    [Symbol.asyncDispose]: async () => {
      jobs.dispose();
      await closeOrders(context, closing);
      await removeCopy();
    },
  };
}

/** Copies the journals, if there are any, without the locks of other processes. */
async function copyJournals(journals: string, folder: string): Promise<void> {
  await cp(journals, folder, { recursive: true, filter: (name) => !name.endsWith('.lock') }).catch((error: unknown) => {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  });
}

/** Creates a client of the service. Without keys, it can only read what needs none. */
export async function createCliClient({
  baseUrl,
  keys,
  state,
  log,
}: {
  readonly baseUrl: string;
  readonly keys: Credentials | undefined;
  readonly state: string;
  readonly log: (line: string) => void;
}): Promise<ServiceClient> {
  // Loaded when it is first needed: commands without the network start faster without it.
  const { createServiceClient } = await import('../service/createServiceClient.ts');
  return createServiceClient({
    baseUrl,
    credentials: () => Promise.resolve(keys),
    // The format that the service requires: name; version; address.
    userAgent: `Human Translation command line; Version ${await release()}; ${homepage};`,
    // All processes with this folder share one rate limit.
    throttleFolder: path.join(state, 'throttle'),
    log,
  });
}

const homepage = 'https://github.com/human-translation/human-translation#readme';

/** Returns the version of the package. The bundle has it in place of the environment variable. */
export async function release(): Promise<string> {
  const bundled = process.env['HUMAN_TRANSLATION_RELEASE'];
  if (bundled !== undefined) return bundled;
  const manifest = await readFile(path.join(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
