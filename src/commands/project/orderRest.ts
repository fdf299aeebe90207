import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { onlyItem } from '../../base/onlyItem.ts';
import type { Services } from '../../editor/session/services.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { askInformation, showInformation, showWarning } from '../../editor/shown/toasts.ts';
import type { UnfinishedOrder } from '../../orders/model/order/unfinishedOrder.ts';
import { parseKeyPattern } from '../../orders/model/plan/keyPattern.ts';
import { formatTime, localeName } from '../../words/formatting.ts';
import { listed, type Words, words } from '../../words/words.ts';
import { runScope } from '../order/runScope.ts';
import { withSourceLocale } from '../scope/askSourceLocale.ts';
import { withBranchChanges, withKeys } from '../scope/limitedScope.ts';
import { fileScope, type OrderScope, type TextScope } from '../scope/orderScope.ts';
import { discardRest, markOffered, orderMemory, publishRests, unfinishedOrdersOf } from './orderMemory.ts';
import { isFolder } from './runProject.ts';
import { openProject } from './openProject.ts';

/** Orders the rest of an interrupted order, with the same choices, after the user has confirmed the new price. */
export async function orderRest(services: Services): Promise<void> {
  const [order] = unfinishedOrdersOf(services);
  if (order === undefined) {
    void showInformation(words(l10n.t('There is no unfinished order.')));
    return;
  }
  const { context } = await services.sessions.open();
  if (context.origin !== order.origin) {
    const discard = words(l10n.t('Discard'));
    const chosen = await askInformation(
      {
        message: words(l10n.t('The order was placed with another service.')),
        detail: words(l10n.t('To order its rest, connect to {0}.'), order.origin),
      },
      discard,
    );
    if (chosen === discard) await discardRest(services, order.id);
    return;
  }
  const scope = await withSourceLocale(() =>
    withProgress(words(l10n.t('Reading files…')), (signal, report) =>
      openAgain(services, order, {
        signal,
        onProgress: (opened, total) => {
          report(words(l10n.t('{0} of {1}'), opened, total), 100 / total);
        },
      }),
    ),
  );
  if (scope === undefined) return;
  await runScope(services, 'order', () => Promise.resolve(scope), orderMemory(services, order));
}

/** Opens the files of an unfinished order as they are now. */
async function openAgain(
  services: Services,
  order: UnfinishedOrder,
  progress: Parameters<typeof openProject>[2],
): Promise<OrderScope> {
  const scope = await openFiles(services, order, progress);
  if (scope.kind !== 'units') return scope;
  if (order.ofBranch === true) return withBranchChanges(scope, progress.signal);
  const pattern = parseKeyPattern(order.keys ?? '');
  return pattern === undefined ? scope : withKeys(scope, pattern);
}

async function openFiles(
  services: Services,
  { uris }: UnfinishedOrder,
  progress: Parameters<typeof openProject>[2],
): Promise<TextScope> {
  const files = uris.map((uri) => vscode.Uri.parse(uri));
  const single = onlyItem(files);
  if (single !== undefined && !(await isFolder(single))) return fileScope(single, progress.signal);
  return openProject(services, files, progress);
}

/**
 * Offers to order the rest of the last order if it was interrupted, for example because the window was closed. Each order
 * is offered once.
 */
export async function offerRest(services: Services): Promise<void> {
  await publishRests(services);
  const order = unfinishedOrdersOf(services).find(({ isOffered }) => isOffered !== true);
  if (order === undefined) return;
  await markOffered(services, order);
  const orderTheRest = words(l10n.t('Order the Rest'));
  const discard = words(l10n.t('Discard'));
  await services.notifications.show(async () => {
    const chosen = await showWarning(interruptedText(order), orderTheRest, discard);
    if (chosen === orderTheRest) await vscode.commands.executeCommand('humanTranslation.orderRest');
    else if (chosen === discard) await discardRest(services, order.id);
  });
}

function interruptedText({ at, locales }: UnfinishedOrder): Words {
  return words(
    l10n.t(
      'The order into {1} that was placed on {0} was interrupted, so some of its strings may not have been ordered.',
    ),
    formatTime(at),
    listed(locales.map(localeName)),
  );
}
