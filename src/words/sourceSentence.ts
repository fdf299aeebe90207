import * as l10n from '@vscode/l10n';
import { readableId } from '../formats/kit/unitId.ts';
import type { ComparedUnit, SourceState } from '../orders/model/sourceState.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { sentences, words, type Words } from './words.ts';

/**
 * Says what has happened to the source of a unit since the order, and what that means; undefined if nothing can be said
 * that isn't shown elsewhere.
 */
export function sourceSentence({ unit, state }: ComparedUnit, job: TrackedJob): Words | undefined {
  switch (state.kind) {
    case 'same':
      return undefined;
    case 'changed':
      return changedSentence({ unit, state }, job);
    case 'moved':
      return movedSentence(unit, state);
    case 'ambiguous':
      return sentences(
        words(l10n.t('The source no longer has this key, and several other keys have its text.')),
        words(l10n.t('“Deliver Translation” asks which of them gets the translation.')),
      );
    case 'removed':
      if (unit.key === undefined) return words(l10n.t('{0} no longer contains this text.'), unit.file);
      return words(l10n.t('{0} no longer has “{1}”.'), unit.file, readableId(unit.key));
    case 'unknown':
      return unknownSentence(unit, state.why);
  }
}

function changedSentence({ unit, state }: ComparedUnit, job: TrackedJob): Words {
  const { status, delivery, document, sourceText } = job;
  let sentence = words(l10n.t('{0} has changed since the order.'), unit.file);
  if (unit.key !== undefined)
    sentence = words(l10n.t('The source of “{0}” has changed since the order.'), readableId(unit.key));
  const hasOnlyOtherBranchChanged = unit.branch !== undefined && state.kind === 'changed' && state.text === sourceText;
  if (hasOnlyOtherBranchChanged)
    return sentences(sentence, words(l10n.t('The part that this job translates is the same.')));
  if (delivery.kind === 'delivered') return sentences(sentence, outdatedSentence(document !== undefined));
  const advice = changeAdvice(status);
  return advice === undefined ? sentence : sentences(sentence, advice);
}

function outdatedSentence(isDocument: boolean): Words {
  if (isDocument) return words(l10n.t('The delivered translation is outdated.'));
  return words(l10n.t('The delivered translation is outdated: the next order of the file includes this string again.'));
}

function changeAdvice(status: string): Words | undefined {
  switch (status) {
    case 'available':
      return words(l10n.t('No translator has started yet, so you can cancel the job and order the new text.'));
    case 'pending':
    case 'revising':
    case 'hold':
    case 'rejected':
      return words(l10n.t('The translation will be of the earlier text unless you message the translator.'));
    case 'reviewable':
      return words(l10n.t('The translation is of the earlier text. Once approved, it’s delivered only if you agree.'));
    default:
      return undefined;
  }
}

function movedSentence({ key, file }: ComparedUnit['unit'], { to }: Extract<SourceState, { kind: 'moved' }>): Words {
  const names = [readableId(key ?? ''), readableId(to.key ?? '')];
  if (to.file === file) return words(l10n.t('“{0}” is now “{1}”. The translation will be delivered there.'), ...names);
  return words(l10n.t('“{0}” is now “{1}” in {2}. The translation will be delivered there.'), ...names, to.file);
}

function unknownSentence({ file }: ComparedUnit['unit'], why: 'closed' | 'missing' | 'unreadable'): Words | undefined {
  switch (why) {
    case 'closed':
      return undefined;
    case 'missing':
      return sentences(
        words(l10n.t('{0} doesn’t exist at the moment, perhaps because another branch is checked out.'), file),
        words(l10n.t('The job isn’t affected. The translation can be delivered when the file is back.')),
      );
    case 'unreadable':
      return words(l10n.t('{0} can’t be read at the moment, so it’s unknown whether the source has changed.'), file);
  }
}
