import type { LiveRegion } from '../../shared/page/liveRegion.ts';
import { fill } from '../../shared/page/pageText.ts';
import type { ReviewAction, ReviewResult, ReviewRow } from '../reviewMessages.ts';
import {
  dropChanged,
  nextDueIn,
  queueApproval,
  removeApproval,
  takeDue,
  undoMs,
  type ApprovalQueue,
} from './model/approvalQueue.ts';
import { cleanCandidates, dialogRows, type DialogActions, type OpenDialog } from './bulkDialog.ts';
import { RowActions, type RowStatus } from './model/rowActions.ts';
import { commentError, editorText, emptyRejection } from './rowEditor.ts';
import {
  withDrafts,
  type JobDrafts,
  type OpenEditor,
  type RejectDraft,
  type ReviewState,
} from './model/reviewState.ts';
import { actionLabel, type DialogKind, type ReviewView } from './reviewView.ts';
import type { ReviewStrings } from '../host/reviewStrings.ts';
import type { ReviewIntent } from '../reviewIntent.ts';

/** The parts of the page that sending actions needs. */
interface SenderPage {
  readonly strings: ReviewStrings;
  /** Approvals that an earlier load of the page did not send. */
  readonly notSent: readonly string[];
  readonly rowOf: (jobId: string) => ReviewRow | undefined;
  readonly post: (intent: ReviewIntent) => void;
  readonly region: LiveRegion;
  readonly changed: () => void;
  readonly state: () => ReviewState;
  readonly changeState: (patch: Partial<ReviewState>) => void;
  /** Moves the focus to the next row that waits for a decision. */
  readonly focusAfter: (jobId: string) => void;
  readonly focusList: () => void;
  readonly view: () => ReviewView;
}

/**
 * Sends the user's decisions. An approval by a single key waits for a few seconds; while the page is hidden, none is
 * sent, and those that waited are marked as not sent, so that nothing is approved that the user no longer sees.
 */
export class ReviewSender {
  readonly #page: SenderPage;
  readonly #actions = new RowActions();
  readonly #notSent: Set<string>;
  #queue: ApprovalQueue = [];
  #reported = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dialog: OpenDialog | undefined;
  #formError: string | undefined;
  /** Increases when a status may have changed. */
  #version = 0;
  #counts: ReviewView['counts'] & { readonly of: unknown; readonly version: number } = {
    clean: 0,
    notSent: 0,
    of: undefined,
    version: 0,
  };

  constructor(page: SenderPage) {
    this.#page = page;
    this.#notSent = new Set(page.notSent);
  }

  get dialog(): OpenDialog | undefined {
    return this.#dialog;
  }

  get formError(): string | undefined {
    return this.#formError;
  }

  /** The ids of all approvals that are not sent. */
  get unsent(): readonly string[] {
    return [...this.#notSent, ...this.#queue.map(({ jobId }) => jobId)];
  }

  get lastQueued(): string | undefined {
    return this.#queue.at(-1)?.jobId;
  }

  get dialogActions(): DialogActions {
    return {
      change: (patch) => {
        if (this.#dialog !== undefined) this.#dialog = { ...this.#dialog, ...patch };
        this.#formError = undefined;
        this.#changed();
      },
      confirm: () => {
        this.#confirmDialog();
      },
      close: () => {
        this.#closeDialog();
      },
    };
  }

  /** Counts rows for the buttons; again only if the rows or their statuses have changed. */
  countsOf(listed: readonly ReviewRow[]): ReviewView['counts'] {
    const { clean, notSent, of, version } = this.#counts;
    if (of === listed && version === this.#version) return { clean, notSent };
    const counts = {
      clean: cleanCandidates(listed).filter(({ id }) => this.statusOf(id) === undefined).length,
      notSent: listed.filter(({ id }) => this.statusOf(id)?.kind === 'notSent').length,
    };
    this.#counts = { ...counts, of: listed, version: this.#version };
    return counts;
  }

  statusOf(jobId: string): RowStatus | undefined {
    if (this.#queue.some((item) => item.jobId === jobId)) return { kind: 'queued' };
    const status = this.#actions.statusOf(jobId);
    if (status !== undefined) return status;
    if (this.#notSent.has(jobId)) return { kind: 'notSent' };
    return undefined;
  }

  /** Returns whether an approval of a job is queued or running. */
  isWaiting(jobId: string): boolean {
    const status = this.statusOf(jobId);
    return status?.kind === 'queued' || (status?.kind === 'sending' && status.action === 'approve');
  }

  /** Approves a translation as its row shows it, unless it is undone in time. */
  queue(row: ReviewRow, override: boolean): void {
    this.#notSent.delete(row.id);
    this.#actions.clear(row.id);
    this.#queue = queueApproval(this.#queue, row, { now: Date.now(), override });
    const { region, strings } = this.#page;
    region.collect('queued', row.id, (jobIds) => {
      if (jobIds.length === 1) return fill(strings.approvedUndo, this.#titleOf(jobIds[0] ?? ''));
      return fill(strings.approvedSeveralUndo, jobIds.length);
    });
    this.#page.focusAfter(row.id);
    this.#page.focusList();
    this.#wait();
    this.#changed();
  }

  undo(jobId: string): void {
    this.#queue = removeApproval(this.#queue, jobId);
    this.#page.region.forget('queued', jobId);
    this.#announce(fill(this.#page.strings.undone, this.#titleOf(jobId)));
    this.#wait();
    this.#changed();
  }

  ask(jobId: string): void {
    this.#actions.ask(jobId);
    this.#announce(this.#page.strings.hasErrors);
    this.#changed();
  }

  back(jobId: string): void {
    this.#actions.clear(jobId);
    this.#changed();
  }

  /** Called when the page is hidden: nothing that waits is sent. */
  leave(): void {
    for (const { jobId } of this.#queue) this.#notSent.add(jobId);
    this.#queue = [];
    clearTimeout(this.#timer);
    this.#changed();
  }

  /** Called when the page is shown again without having been unloaded. */
  comeBack(): void {
    this.#reportQueue();
  }

  /** Tells the extension what it would have to report if the page is left now; so not while it is being left. */
  #reportQueue(): void {
    const jobIds = this.#queue.map(({ jobId }) => jobId);
    const report = jobIds.join();
    if (report === this.#reported) return;
    this.#reported = report;
    this.#page.post({ type: 'queued', jobIds });
  }

  /** Takes back approvals of translations that have changed since they were shown. */
  dropChanged(): void {
    const { queue, changed } = dropChanged(this.#queue, (id) => this.#page.rowOf(id));
    this.#queue = queue;
    const sentence = this.#page.strings.changedSinceApproved;
    for (const jobId of changed) {
      this.#actions.finish({ jobId, action: 'approve', sentence });
      this.#announceFailure(jobId, sentence);
    }
    this.#version += 1;
    this.#wait();
  }

  #changed(): void {
    this.#version += 1;
    this.#page.changed();
  }

  #wait(): void {
    this.#reportQueue();
    clearTimeout(this.#timer);
    const delay = nextDueIn(this.#queue, Date.now());
    if (delay === undefined) return;
    // A clock that was set back must not delay approvals for long.
    this.#timer = setTimeout(
      () => {
        this.#sendDue();
      },
      Math.min(delay, undoMs),
    );
  }

  #sendDue(): void {
    const { due, waiting } = takeDue(this.#queue, Date.now());
    this.#queue = waiting;
    if (due.length > 0) {
      this.#actions.start(
        due.map(({ jobId }) => jobId),
        { action: 'approve', drafts: {} },
      );
      this.#page.post({ type: 'approve', items: due });
    }
    this.#wait();
    this.#changed();
  }

  /** Sends the comment of an editor; its draft is kept until it has arrived. */
  send(editor: OpenEditor): void {
    const { jobId, action } = editor;
    const row = this.#page.rowOf(jobId);
    if (row === undefined || this.#actions.isRunning(jobId)) return;
    const { drafts } = this.#page.state();
    const comment = editorText(this.#page.state(), row, action);
    if (!this.#isValid(comment)) {
      this.#page.changeState({ editor });
      return;
    }
    const rejection = { ...(drafts[jobId]?.reject ?? emptyRejection), comment };
    this.#post([jobId], action, rejection);
    this.#page.changeState({ editor: undefined });
    if (action !== 'comment') this.#page.focusAfter(jobId);
    this.#page.focusList();
  }

  closeEditor(): void {
    this.#formError = undefined;
    this.#page.changeState({ editor: undefined });
  }

  clearFormError(): void {
    this.#formError = undefined;
  }

  #isValid(comment: string): boolean {
    this.#formError = commentError(comment, this.#page.strings);
    return this.#formError === undefined;
  }

  #post(jobIds: readonly string[], action: Exclude<ReviewAction, 'approve'>, rejection: RejectDraft): void {
    const { comment } = rejection;
    const drafts: JobDrafts = action === 'reject' ? { reject: rejection } : { [action]: comment };
    for (const id of jobIds) this.#queue = removeApproval(this.#queue, id);
    this.#actions.start(jobIds, { action, drafts });
    if (action === 'revise') this.#page.post({ type: 'revise', jobIds, comment });
    else if (action === 'reject') this.#page.post({ type: 'reject', jobIds, ...rejection });
    else for (const jobId of jobIds) this.#page.post({ type: 'comment', jobId, comment });
    this.#announceSending(jobIds, action);
    this.#wait();
    this.#changed();
  }

  /** Announces that actions are running, unless all have ended until then. An open dialog has closed by then. */
  #announceSending(jobIds: readonly string[], action: ReviewAction): void {
    const { region, strings } = this.#page;
    for (const id of jobIds)
      region.collect(`sending ${action}`, id, (ids) => {
        if (!ids.some((jobId) => this.#actions.isRunning(jobId))) return undefined;
        return fill(strings.labeled, actionLabel(strings, action), strings.sending);
      });
  }

  /** Ends actions. The text of a failed one becomes a draft of its job. */
  finish(results: readonly ReviewResult[]): void {
    let { drafts } = this.#page.state();
    for (const result of results) {
      const sent = this.#actions.finish(result);
      if (result.action === 'approve') continue;
      if (result.sentence === undefined) drafts = withDrafts(drafts, result.jobId, { [result.action]: undefined });
      else if (sent !== undefined) drafts = withDrafts(drafts, result.jobId, sent.drafts);
    }
    this.#page.changeState({ drafts });
    const { strings } = this.#page;
    for (const { jobId, action, sentence } of results) {
      const label = actionLabel(strings, action);
      if (sentence === undefined)
        this.#page.region.collect(action, jobId, ({ length }) =>
          length === 1 ? fill(strings.done, label) : fill(strings.doneSeveral, label, length),
        );
      else this.#announceFailure(jobId, sentence);
    }
    this.#changed();
  }

  /** Announces failures that come together by the first one, and how many there are. */
  #announceFailure(jobId: string, sentence: string): void {
    const { region, strings } = this.#page;
    region.collect('failed', jobId, ({ length }) => {
      const first = fill(strings.failed, this.#titleOf(jobId), sentence);
      if (length === 1) return first;
      return `${first} ${fill(strings.failedSeveral, length)}`;
    });
  }

  #announce(sentence: string): void {
    this.#page.region.announce(sentence);
  }

  #titleOf(jobId: string): string {
    return this.#page.rowOf(jobId)?.title ?? '';
  }

  openDialog(kind: DialogKind): void {
    const { listed, state } = this.#page.view();
    const isIdle = ({ id }: ReviewRow): boolean => this.statusOf(id) === undefined;
    const jobIds = {
      clean: () => cleanCandidates(listed.filter(isIdle)).map(({ id }) => id),
      notSent: () => listed.map(({ id }) => id).filter((id) => this.statusOf(id)?.kind === 'notSent'),
      selected: () => state.selected,
      revise: () => state.selected,
      reject: () => state.selected,
    }[kind]();
    const remaining = kind === 'clean' ? jobIds.length : 0;
    this.#formError = undefined;
    const dialog = { kind, jobIds, comment: '', rejection: emptyRejection, remaining, failed: 0 };
    if (kind !== 'clean' && dialogRows(this.#page.view(), dialog).length === 0) {
      this.#announce(this.#page.strings.cannotForAll);
      this.#changed();
      return;
    }
    this.#dialog = dialog;
    if (kind === 'clean') this.#page.post({ type: 'check', jobIds });
    this.#changed();
  }

  setChecked({ remaining, failed }: { readonly remaining: number; readonly failed: number }): void {
    if (this.#dialog?.kind !== 'clean') return;
    const isComplete = this.#dialog.remaining > 0 && remaining === 0;
    this.#dialog = { ...this.#dialog, remaining, failed };
    if (isComplete) this.#page.region.collect('checked', '', () => this.#completeList());
  }

  /**
   * Returns what is announced about the list of clean translations; undefined if it isn't complete: the first message
   * may be about an earlier list.
   */
  #completeList(): string | undefined {
    const dialog = this.#dialog;
    if (dialog?.kind !== 'clean' || dialog.remaining > 0) return undefined;
    return fill(this.#page.strings.approveList, dialogRows(this.#page.view(), dialog).length);
  }

  #closeDialog(): void {
    if (this.#dialog?.kind === 'clean') this.#page.post({ type: 'check', jobIds: [] });
    this.#dialog = undefined;
    this.#formError = undefined;
    this.#changed();
  }

  #confirmDialog(): void {
    const dialog = this.#dialog;
    if (dialog === undefined) return;
    const rows = dialogRows(this.#page.view(), dialog);
    const jobIds = rows.map(({ id }) => id);
    const { kind, comment } = dialog;
    if (kind === 'revise' || kind === 'reject') {
      if (!this.#isValid(comment)) {
        this.#changed();
        return;
      }
      this.#post(jobIds, kind, { ...dialog.rejection, comment });
    } else {
      const items = rows.map(({ id, hash }) => ({
        jobId: id,
        override: false,
        ...(hash === undefined ? {} : { hash }),
      }));
      for (const id of jobIds) this.#notSent.delete(id);
      this.#actions.start(jobIds, { action: 'approve', drafts: {} });
      this.#page.post({ type: 'approve', items });
      this.#announceSending(jobIds, 'approve');
    }
    this.#page.changeState({ selected: [] });
    this.#closeDialog();
  }
}
