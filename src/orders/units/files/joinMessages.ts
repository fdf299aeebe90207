import type { Unit } from '../../../formats/format.ts';
import { hashText } from '../../model/hash.ts';
import { splitsOfOrder, type MessageTarget } from './splitMessage.ts';
import { sourceUnitOf } from '../../model/sourceUnit.ts';
import type { HoldReason } from '../../model/trackedJob.ts';
import type { UnitRef } from '../../model/unitRef.ts';

/** An approved translation of one branch of a message. */
export interface BranchText {
  readonly jobId: string;
  readonly unit: UnitRef & { readonly key: string; readonly branch: string };
  readonly text: string;
  /** True to deliver although the source has changed since the order. */
  readonly force: boolean;
}

/** A message with the translations of all its branches. */
export interface JoinedMessage<Branch> {
  readonly key: string;
  readonly text: string;
  readonly branches: readonly Branch[];
}

/** The result of joining: complete messages, and branches that are held, with the reason. */
export interface JoinedMessages<Branch> {
  readonly messages: readonly JoinedMessage<Branch>[];
  readonly held: readonly { readonly branch: Branch; readonly reason: HoldReason }[];
}

/**
 * Joins the translated branches of one file's messages. A message is written as a whole or not at all: its branches
 * wait for one another, and a translation that would break the syntax holds all of them.
 */
export function joinMessages<Branch extends BranchText>(
  branches: readonly Branch[],
  sources: ReadonlyMap<string, Unit>,
  target: MessageTarget,
): JoinedMessages<Branch> {
  const byKey = new Map<string, Branch[]>();
  for (const branch of branches) byKey.set(branch.unit.key, [...(byKey.get(branch.unit.key) ?? []), branch]);
  const messages: JoinedMessage<Branch>[] = [];
  const held: { readonly branch: Branch; readonly reason: HoldReason }[] = [];
  for (const [key, ofMessage] of byKey) {
    const source = sourceUnitOf(sources, key);
    const hash = source === undefined ? undefined : hashText(source.text);
    const current = ofMessage.filter(({ unit }) => unit.sourceHash === hash);
    // Forced branches were ordered from an older source text, but must still have the branches of the current one.
    const used = current.length === 0 && ofMessage.some(({ force }) => force) ? ofMessage : current;
    held.push(
      ...ofMessage
        .filter((branch) => !used.includes(branch))
        .map((branch) => ({ branch, reason: source === undefined ? 'unit-gone' : 'source-changed' }) as const),
    );
    if (source === undefined || used.length === 0) continue;
    const joined = joinMessage(source, target, new Map(used.map(({ unit, text }) => [unit.branch, text])));
    if (typeof joined === 'string') messages.push({ key, text: joined, branches: used });
    else
      held.push(
        ...used.map((branch) => ({ branch, reason: used === current ? joined.reason : 'source-changed' }) as const),
      );
  }
  return { messages, held };
}

function joinMessage(
  source: Unit,
  target: MessageTarget,
  texts: ReadonlyMap<string, string>,
): string | { readonly reason: HoldReason } {
  const splits = splitsOfOrder(source, target, texts.keys());
  if (splits.length === 0) return { reason: 'source-changed' };
  const complete = splits.filter(({ branches }) => branches.every(({ id, isWordless }) => isWordless || texts.has(id)));
  if (complete.length === 0) return { reason: 'waits-for-branches' };
  return complete[0]?.join(texts) ?? { reason: 'problems' };
}
