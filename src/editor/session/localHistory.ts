import type { SourceFile } from '../../orders/files/localeFile.ts';
import { planHistory } from '../../orders/journal/inFlight.ts';
import { journalPath } from '../../orders/journal/journal.ts';
import { JournalReader } from '../../orders/journal/journalReader.ts';
import { Ledger } from '../../orders/journal/ledger.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import { Siblings } from '../../orders/journal/siblings.ts';
import { withMovedUnits } from '../../orders/source/movedUnits.ts';
import { uriOf } from '../projectUri.ts';
import { layoutSettings, readSettings } from '../settings.ts';
import { findProject } from '../workspace/projects.ts';
import { accountOf } from './connection.ts';
import type { Services } from './services.ts';
import { journalFolder } from './session.ts';

/**
 * Returns what earlier orders on this machine mean for an order of these files, without opening a session: the journal
 * is only read, and nothing is requested. Jobs whose last status is not in the journal count as on order.
 */
export async function localHistory(
  { extension, credentials, messages }: Pick<Services, 'extension' | 'credentials' | 'messages'>,
  sources: readonly SourceFile[],
): Promise<PlanHistory> {
  const { baseUrl } = readSettings();
  const keys = baseUrl === '' ? undefined : await credentials.get(baseUrl);
  let ledger = new Ledger();
  let siblings: Awaited<ReturnType<Siblings['read']>>['siblings'] = [];
  if (baseUrl === '' || keys !== undefined) {
    const { origin, account } = accountOf(keys && { baseUrl, credentials: keys });
    const path = journalPath(journalFolder(extension), origin, account);
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
