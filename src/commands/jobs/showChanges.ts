import * as l10n from '@vscode/l10n';
import { uriOf } from '../../editor/projectUri.ts';
import type { Services } from '../../editor/session/services.ts';
import { showDiff } from '../../editor/shown/inEditors.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { previewDelivery } from '../../orders/deliver/previewDelivery.ts';
import type { JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { chooseJob } from './jobArgument.ts';
import { previewOf } from '../previews.ts';
import { showDocument } from '../showDocument.ts';
import { words } from '../../words/words.ts';

/** Shows in a diff editor what a delivery would change; nothing is written. */
export async function showChanges(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'showChanges');
  if (chosen === undefined) return;
  const { session, job } = chosen;
  if (job.document !== undefined) {
    await showDocument(services.extension, session.jobs, job);
    return;
  }
  const { project, targetFile, before, after } = await previewDelivery(session.context, job, session.jobs.all);
  const file = uriOf(project, targetFile);
  if (file === undefined) throw new OrderError('no-project');
  const left = before === undefined ? previewOf(services.extension, targetFile, `${job.id}/before`, '') : file;
  const right = previewOf(services.extension, targetFile, `${job.id}/after`, after);
  await showDiff(left, right, words(l10n.t('{0} with “{1}”'), targetFile, job.title));
}
