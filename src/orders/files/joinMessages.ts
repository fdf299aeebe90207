import type { Unit } from '../../formats/format.ts';
import { joinIcu } from '../../placeholders/icu/icuBranches.ts';
import { hashText } from '../model/hash.ts';
import { openMessage } from './openMessage.ts';
import { sourceUnitOf } from '../model/sourceUnit.ts';
import type { HoldReason } from '../model/trackedJob.ts';
import type { UnitRef } from '../model/unitRef.ts';

/** An approved translation of one branch of an ICU message. */
export interface BranchText {
  readonly jobId: string;
  readonly unit: UnitRef & { readonly key: string; readonly branch: string };
  readonly text: string;
  /** Deliver although the source changed since the order. */
  readonly force: boolean;
}

/** A message with the translations of all its branches. */
export interface JoinedMessage<Branch> {
  readonly key: string;
  readonly text: string;
  readonly branches: readonly Branch[];
}

export interface JoinedMessages<Branch> {
  readonly messages: readonly JoinedMessage<Branch>[];
  readonly held: readonly { readonly branch: Branch; readonly reason: HoldReason }[];
}

/**
 * Puts the translated branches of one file's messages together. A message is whole or not written: its branches wait for
 * one another, and a text that would break the syntax holds them all.
 */
export function joinMessages<Branch extends BranchText>(
  branches: readonly Branch[],
  sources: ReadonlyMap<string, Unit>,
  targetLocale: string,
): JoinedMessages<Branch> {
  const byKey = new Map<string, Branch[]>();
  for (const branch of branches) byKey.set(branch.unit.key, [...(byKey.get(branch.unit.key) ?? []), branch]);
  const messages: JoinedMessage<Branch>[] = [];
  const held: { readonly branch: Branch; readonly reason: HoldReason }[] = [];
  for (const [key, ofMessage] of byKey) {
    const source = sourceUnitOf(sources, key);
    const hash = source === undefined ? undefined : hashText(source.text);
    const current = ofMessage.filter(({ unit }) => unit.sourceHash === hash);
    // What is forced was ordered from another text, whose form it must have all the same.
    const used = current.length === 0 && ofMessage.some(({ force }) => force) ? ofMessage : current;
    held.push(
      ...ofMessage
        .filter((branch) => !used.includes(branch))
        .map((branch) => ({ branch, reason: source === undefined ? 'unit-gone' : 'source-changed' }) as const),
    );
    if (source === undefined || used.length === 0) continue;
    const joined = joinMessage(source.text, targetLocale, new Map(used.map(({ unit, text }) => [unit.branch, text])));
    if (typeof joined === 'string') messages.push({ key, text: joined, branches: used });
    else
      held.push(
        ...used.map((branch) => ({ branch, reason: used === current ? joined.reason : 'source-changed' }) as const),
      );
  }
  return { messages, held };
}

function joinMessage(
  source: string,
  targetLocale: string,
  texts: ReadonlyMap<string, string>,
): string | { readonly reason: HoldReason } {
  const opened = openMessage(source, targetLocale);
  if (opened === undefined) return { reason: 'source-changed' };
  if (opened.branches.some(({ id, isWordless }) => !isWordless && !texts.has(id)))
    return { reason: 'waits-for-branches' };
  return joinIcu(opened, texts) ?? { reason: 'problems' };
}
