import type { Unit } from '../../../formats/format.ts';
import { splitsOfOrder, type MessageTarget } from './splitMessage.ts';
import { sourceUnitOf, unitAsOrdered } from '../../model/sourceUnit.ts';
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
  sourceUnits: ReadonlyMap<string, Unit>,
  target: MessageTarget,
): JoinedMessages<Branch> {
  const messages: JoinedMessage<Branch>[] = [];
  const held: { readonly branch: Branch; readonly reason: HoldReason }[] = [];
  const branchesByKey = Map.groupBy(branches, ({ unit }) => unit.key);
  for (const [key, branchesOfMessage] of branchesByKey) {
    const sourceUnit = sourceUnitOf(sourceUnits, key);
    const ordered = branchesOfMessage.flatMap((branch) => {
      const orderedUnit = sourceUnit && unitAsOrdered(sourceUnit, branch.unit.sourceHash);
      return orderedUnit === undefined ? [] : [{ branch, text: orderedUnit.text, orderedUnit }];
    });
    // Of a text that earlier versions read otherwise, only the branches of one reading are joined: today's, if there are any.
    const readText = ordered.find(({ text }) => text === sourceUnit?.text)?.text ?? ordered[0]?.text;
    const ofReading = ordered.filter(({ text }) => text === readText);
    const upToDate = ofReading.map(({ branch }) => branch);
    // Forced branches were ordered from an older source text, but must still have the branches of the current one.
    const usesOutdated = upToDate.length === 0 && branchesOfMessage.some(({ force }) => force);
    const used = usesOutdated ? branchesOfMessage : upToDate;
    const whyNotUsed = sourceUnit === undefined ? 'unit-gone' : 'source-changed';
    for (const branch of branchesOfMessage) if (!used.includes(branch)) held.push({ branch, reason: whyNotUsed });
    if (sourceUnit === undefined || used.length === 0) continue;

    const unitToJoin = ofReading[0]?.orderedUnit ?? sourceUnit;
    const joined = joinMessage(unitToJoin, target, new Map(used.map(({ unit, text }) => [unit.branch, text])));
    if (typeof joined === 'string') messages.push({ key, text: joined, branches: used });
    else {
      // The texts of an older source may be for other branches than today's.
      const reason = usesOutdated ? 'source-changed' : joined.reason;
      held.push(...used.map((branch) => ({ branch, reason })));
    }
  }
  return { messages, held };
}

/** Returns the message with these texts of its branches, by branch id; or why it can't be joined. */
function joinMessage(
  sourceUnit: Unit,
  target: MessageTarget,
  texts: ReadonlyMap<string, string>,
): string | { readonly reason: HoldReason } {
  const splits = splitsOfOrder(sourceUnit, target, texts.keys());
  if (splits.length === 0) return { reason: 'source-changed' };
  const fullSplit = splits.find(({ branches }) => branches.every(({ id, isWordless }) => isWordless || texts.has(id)));
  if (fullSplit === undefined) return { reason: 'waits-for-branches' };
  return fullSplit.join(texts) ?? { reason: 'problems' };
}
