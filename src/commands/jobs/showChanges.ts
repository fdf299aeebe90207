import * as l10n from '@vscode/l10n';
import { uriOf } from '../../editor/projectUri.ts';
import type { Services } from '../../editor/session/services.ts';
import { showDiff } from '../../editor/shown/inEditors.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { previewDelivery } from '../../orders/deliver/previewDelivery.ts';
import type { JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { chooseJob } from './chooseJob.ts';
import { previewDocument } from '../../editor/previewDocument.ts';
import { showTranslatedDocument } from '../showTranslatedDocument.ts';
import { words } from '../../words/words.ts';

/** Shows in a diff editor what a delivery would change. Writes nothing. */
export async function showChanges(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'showChanges');
  if (chosen === undefined) return;
  const { session, job } = chosen;
  if (job.document !== undefined) {
    await showTranslatedDocument(services.extension, session.jobs, job);
    return;
  }
  const { project, targetFile, before, after } = await previewDelivery(session.context, job, session.jobs.all);
  const file = uriOf(project, targetFile);
  if (file === undefined) throw new OrderError('no-project');
  const previewOf = (side: 'before' | 'after', text: string) =>
    previewDocument(services.extension, { path: targetFile, query: `${job.id}/${side}`, text });
  // A file that the delivery would create is compared with an empty one.
  const original = before === undefined ? previewOf('before', '') : file;
  const title = words(l10n.t('{0} ↔ With Translation of “{1}”'), targetFile, job.title);
  await showDiff(original, previewOf('after', after), title);
}
