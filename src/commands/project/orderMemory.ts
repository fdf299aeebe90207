import { randomBytes } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { present, trueOrAbsent } from '../../base/present.ts';
import type { Session } from '../../editor/session/session.ts';
import type { Services } from '../../editor/session/services.ts';
import { UnfinishedOrders } from '../../editor/session/unfinishedOrders.ts';
import { uriOf } from '../../editor/projectUri.ts';
import type { SourceFile } from '../../orders/units/files/localeFile.ts';
import type { UnfinishedOrder } from '../../orders/model/order/unfinishedOrder.ts';
import { type Words, words } from '../../words/words.ts';
import type { OrderMemory } from '../order/runScope.ts';
import type { OrderScope } from '../scope/orderScope.ts';
import { severalFilesOf } from '../scope/scopePlan.ts';
import { orderOptionsOf, type WizardAnswers } from '../wizard/wizardAnswers.ts';

/** Ids of the orders that this window is placing, of which the rest can't be ordered yet. */
const placing = new Set<string>();

/** Returns the interrupted orders of the workspace, the newest first. Those that this window is placing are not. */
export function unfinishedOrdersOf({ extension }: Pick<Services, 'extension'>): readonly UnfinishedOrder[] {
  return new UnfinishedOrders(extension.workspaceState).all.filter(({ id }) => !placing.has(id));
}

/** Removes an order whose rest the user doesn’t want. */
export async function discardRest({ extension }: Pick<Services, 'extension'>, id: string): Promise<void> {
  const orders = new UnfinishedOrders(extension.workspaceState);
  await orders.forget(id);
  await orders.publish(placing);
}

/** Marks an order as offered, so that the user is notified of it only once. */
export async function markOffered({ extension }: Pick<Services, 'extension'>, order: UnfinishedOrder): Promise<void> {
  await new UnfinishedOrders(extension.workspaceState).store({ ...order, isOffered: true });
}

/** Offers *Order the Rest* in the palette if there is an unfinished order. */
export async function publishRests({ extension }: Pick<Services, 'extension'>): Promise<void> {
  await new UnfinishedOrders(extension.workspaceState).publish(placing);
}

/**
 * Returns the memory of an order of files: it is stored in the workspace’s state before anything is sent, and removed
 * once everything was placed, so that it is found after a crash, too. `continued` is the order of which this is the rest.
 */
export function orderMemory({ extension }: Pick<Services, 'extension'>, continued?: UnfinishedOrder): OrderMemory {
  const orders = new UnfinishedOrders(extension.workspaceState);
  const id = continued?.id ?? randomBytes(6).toString('hex');
  const forget = async (): Promise<void> => {
    placing.delete(id);
    await orders.forget(id);
    await orders.publish(placing);
  };
  return {
    notices: continued ? restLines(continued) : [],
    ...present({ answersFor: continued && ((scope: OrderScope) => answersOf(continued, scope)) }),
    begin: async (scope, answers, session) => {
      const order = unfinishedOrder(id, scope, answers, session);
      if (order === undefined) return;
      placing.add(id);
      await orders.store({ ...order, ...present({ hadSelection: continued?.hadSelection ?? order.hadSelection }) });
    },
    end: async (result) => {
      // False for an order that is not remembered, such as that of a selection.
      const wasPlacing = placing.delete(id);
      const mayBePlaced = result !== undefined && (result.placedJobs > 0 || result.stopped?.kind === 'unconfirmed');
      // An order of which nothing was placed is not continued, but repeated.
      const isUntouched = continued === undefined && !mayBePlaced;
      const isComplete = result !== undefined && result.stopped === undefined;
      if (isUntouched || isComplete || !wasPlacing) {
        await forget();
        return false;
      }
      await orders.publish(placing);
      return result !== undefined && result.notSent > 0;
    },
    forget,
  };
}

/** Returns what is stored of an order; undefined for a selection, which can’t be opened again. */
function unfinishedOrder(
  id: string,
  scope: OrderScope,
  answers: WizardAnswers,
  { context }: Session,
): UnfinishedOrder | undefined {
  if (scope.kind !== 'units' || scope.origin === undefined) return undefined;
  const { limit } = scope;
  const { targets, files = scope.sources, extra, sameAsSource, outdated } = answers;
  const excluded = scope.sources.filter((source) => !files.includes(source));
  return {
    id,
    at: context.clock.now(),
    origin: context.origin,
    uris: [...scope.origin],
    excluded: excluded.flatMap((source) => uriTextOf(source) ?? []),
    locales: [...targets],
    options: orderOptionsOf(answers),
    ...present({
      keys: limit?.kind === 'keys' ? limit.pattern.text : undefined,
      ofBranch: trueOrAbsent(limit?.kind === 'branch'),
      glossaryTitle: extra.glossary?.title,
      unusedForms: trueOrAbsent(extra.unusedForms),
      hadSelection: trueOrAbsent(sameAsSource.length + outdated.chosen.length > 0),
    }),
  };
}

/** Returns the answers of an unfinished order. Strings that were selected by name are not stored. */
function answersOf(order: UnfinishedOrder, scope: OrderScope): WizardAnswers {
  const { locales, options, excluded, glossaryTitle, unusedForms } = order;
  const { tier, autoApprove, comment, referenceId, attachments, glossaryId, ...otherOptions } = options;
  // Files are selected only in an order of several.
  const files = severalFilesOf(scope)?.filter((source) => !excluded.includes(uriTextOf(source) ?? ''));
  return {
    targets: locales,
    tier,
    autoApprove,
    extra: present({
      ...otherOptions,
      unusedForms,
      glossary: glossaryId === undefined ? undefined : { id: glossaryId, title: glossaryTitle ?? glossaryId },
    }),
    sameAsSource: [],
    outdated: { byLocale: new Map(), chosen: [] },
    ...present({ comment, referenceId, attachments, files }),
  };
}

function uriTextOf({ project, path }: SourceFile): string | undefined {
  return uriOf(project.id, path)?.toString();
}

/** Says how the rest of an order differs from it. */
function restLines({ hadSelection }: UnfinishedOrder): readonly Words[] {
  const lines = [
    words(l10n.t('This is the rest of an order. Strings that have changed since then are ordered as they are now.')),
  ];
  if (hadSelection === true)
    lines.push(
      words(l10n.t('Strings that you had selected by name are not included, except for missing and changed ones.')),
    );
  return lines;
}
