import type { SourceFile } from '../../orders/units/files/localeFile.ts';
import { planHistory } from '../../orders/journal/unitsInFlight.ts';
import { JournalReader, Siblings } from '../../orders/journal/journalReader.ts';
import { Ledger } from '../../orders/journal/ledger.ts';
import type { PlanHistory } from '../../orders/model/plan/planHistory.ts';
import { uriOf } from '../projectUri.ts';
import { layoutSettings, readSettings } from '../settings.ts';
import { findProject } from '../workspace/projects.ts';
import { journalFile, sandboxAccount } from './accountJournal.ts';
import type { Services } from './services.ts';
import { withMovedUnits } from '../../orders/units/source/unitLocator.ts';

/**
 * Returns what earlier orders on this machine mean for an order of these files. Opens no session: the journal is only
 * read, and nothing is requested. Jobs whose last status is not in the journal count as on order. `siblings` are copies
 * of the journal, such as those of other machines that share the folder.
 */
export async function localHistory(
  { extension, credentials, messages }: Pick<Services, 'extension' | 'credentials' | 'messages'>,
  sources: readonly SourceFile[],
): Promise<PlanHistory> {
  const { baseUrl } = readSettings();
  const account = baseUrl === '' ? sandboxAccount : await credentials.account(baseUrl);
  let ledger = new Ledger();
  let siblings: Awaited<ReturnType<Siblings['read']>>['siblings'] = [];
  if (account !== undefined) {
    const path = journalFile(extension, account);
    const ignore = (): void => undefined;
    await new JournalReader(path, {
      entry: (entry) => {
        ledger.apply(entry);
      },
      // The session reports these.
      damaged: ignore,
      newer: ignore,
      undelivered: (jobIds) => {
        ledger.limitUndelivered(jobIds);
      },
      replaced: () => {
        ledger = new Ledger();
      },
    }).readOn();
    ({ siblings } = await new Siblings(path, (line) => {
      messages.log(line);
    }).read());
  }
  const history = await planHistory(ledger, siblings, () => undefined);
  const layouts = (project: string, path: string) => layoutSettings(uriOf(project, path));
  return withMovedUnits({ findProject: (id) => findProject(id), layouts }, sources, history);
}
