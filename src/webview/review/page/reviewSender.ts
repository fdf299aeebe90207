import { present } from '../../../base/present.ts';
import type { LiveRegion } from '../../shared/page/liveRegion.ts';
import { fill } from '../../shared/page/pageText.ts';
import type { ReviewAction, ReviewResult, ReviewRow } from '../reviewMessages.ts';
import {
  withoutChanged,
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
  /** The jobs whose approvals an earlier load of the page did not send, because the page was left first. */
  readonly unsentIds: readonly string[];
  readonly rowOf: (jobId: string) => ReviewRow | undefined;
  readonly post: (intent: ReviewIntent) => void;
  readonly liveRegion: LiveRegion;
  /** Stores the state and renders the page again. */
  readonly update: () => void;
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
  /** The jobs whose approvals were not sent because the page was left first; the user can send them again. */
  readonly #unsentIds: Set<string>;
  #queue: ApprovalQueue = [];
  /** The ids of the queued approvals as the extension knows them, joined: '7,9'. */
  #reportedQueue = '';
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #dialog: OpenDialog | undefined;
  #formError: string | undefined;
  /** Increases when a status may have changed. */
  #version = 0;
  /** The last counts, with the rows and the version that they are for. */
  #lastCounts: { readonly rows: unknown; readonly version: number; readonly counts: ReviewView['counts'] } | undefined;

  constructor(page: SenderPage) {
    this.#page = page;
    this.#unsentIds = new Set(page.unsentIds);
  }

  get dialog(): OpenDialog | undefined {
    return this.#dialog;
  }

  get formError(): string | undefined {
    return this.#formError;
  }

  /** The ids of all jobs whose approvals are not sent. */
  get unsentJobIds(): readonly string[] {
    return [...this.#unsentIds, ...this.#queue.map(({ jobId }) => jobId)];
  }

  /** The id of the job whose approval was queued last. */
  get lastQueued(): string | undefined {
    return this.#queue.at(-1)?.jobId;
  }

  get dialogActions(): DialogActions {
    return {
      change: (patch) => {
        if (this.#dialog !== undefined) this.#dialog = { ...this.#dialog, ...patch };
        this.#formError = undefined;
        this.#update();
      },
      confirm: this.#confirmDialog,
      close: this.#closeDialog,
    };
  }

  /** Counts rows for the buttons; again only if the rows or their statuses have changed. */
  countsOf(listed: readonly ReviewRow[]): ReviewView['counts'] {
    const last = this.#lastCounts;
    if (last?.rows === listed && last.version === this.#version) return last.counts;
    const counts = {
      clean: cleanCandidates(listed).filter(({ id }) => this.statusOf(id) === undefined).length,
      unsentApprovals: listed.filter(({ id }) => this.statusOf(id)?.kind === 'notSent').length,
    };
    this.#lastCounts = { rows: listed, version: this.#version, counts };
    return counts;
  }

  statusOf(jobId: string): RowStatus | undefined {
    if (this.#queue.some((approval) => approval.jobId === jobId)) return { kind: 'queued' };
    const status = this.#actions.statusOf(jobId);
    if (status !== undefined) return status;
    if (this.#unsentIds.has(jobId)) return { kind: 'notSent' };
    return undefined;
  }

  /** Returns whether an approval of a job is queued or running. */
  isApproving(jobId: string): boolean {
    const status = this.statusOf(jobId);
    return status?.kind === 'queued' || (status?.kind === 'sending' && status.action === 'approve');
  }

  /** Approves a translation as its row shows it, unless it is undone in time. */
  queue(row: ReviewRow, override: boolean): void {
    this.#unsentIds.delete(row.id);
    this.#actions.clear(row.id);
    this.#queue = queueApproval(this.#queue, row, { now: Date.now(), override });
    const { liveRegion, strings } = this.#page;
    liveRegion.collect('queued', row.id, (jobIds) => {
      if (jobIds.length === 1) return fill(strings.approvedUndo, this.#titleOf(jobIds[0] ?? ''));
      return fill(strings.approvedSeveralUndo, jobIds.length);
    });
    this.#page.focusAfter(row.id);
    this.#page.focusList();
    this.#scheduleSending();
    this.#update();
  }

  /** Removes an approval from the queue. */
  undo(jobId: string): void {
    this.#queue = removeApproval(this.#queue, jobId);
    this.#page.liveRegion.forget('queued', jobId);
    this.#announce(fill(this.#page.strings.undone, this.#titleOf(jobId)));
    this.#scheduleSending();
    this.#update();
  }

  /** Asks whether to approve despite errors. */
  ask(jobId: string): void {
    this.#actions.ask(jobId);
    this.#announce(this.#page.strings.hasErrors);
    this.#update();
  }

  /** Ends that question. */
  back(jobId: string): void {
    this.#actions.clear(jobId);
    this.#update();
  }

  /** Called when the page is hidden: nothing that waits is sent. */
  leave(): void {
    for (const { jobId } of this.#queue) this.#unsentIds.add(jobId);
    this.#queue = [];
    clearTimeout(this.#sendTimer);
    this.#update();
  }

  /** Called when the page is shown again without having been unloaded. */
  comeBack(): void {
    this.#reportQueue();
  }

  /**
   * Sends the extension the queued approvals: it notifies the user of them if the page is left. `leave` doesn't call
   * this, so that the extension still has them.
   */
  #reportQueue(): void {
    const jobIds = this.#queue.map(({ jobId }) => jobId);
    const queueText = jobIds.join();
    if (queueText === this.#reportedQueue) return;
    this.#reportedQueue = queueText;
    this.#page.post({ type: 'queued', jobIds });
  }

  /** Removes approvals of translations that have changed since they were shown, and shows that as their failure. */
  dropChangedApprovals(): void {
    const { queue, changed } = withoutChanged(this.#queue, (id) => this.#page.rowOf(id));
    this.#queue = queue;
    const sentence = this.#page.strings.changedSinceApproved;
    for (const jobId of changed) {
      this.#actions.finish({ jobId, action: 'approve', sentence });
      this.#announceFailure(jobId, sentence);
    }
    this.#version += 1;
    this.#scheduleSending();
  }

  #update(): void {
    this.#version += 1;
    this.#page.update();
  }

  /** Sets the timer for the next queued approval. */
  #scheduleSending(): void {
    this.#reportQueue();
    clearTimeout(this.#sendTimer);
    const delay = nextDueIn(this.#queue, Date.now());
    if (delay === undefined) return;
    // A clock that was set back must not delay approvals for long.
    this.#sendTimer = setTimeout(this.#sendDue, Math.min(delay, undoMs));
  }

  readonly #sendDue = (): void => {
    const { due, waiting } = takeDue(this.#queue, Date.now());
    this.#queue = waiting;
    if (due.length > 0) {
      const jobIds = due.map(({ jobId }) => jobId);
      this.#actions.start(jobIds, { action: 'approve', drafts: {} });
      this.#page.post({ type: 'approve', items: due });
    }
    this.#scheduleSending();
    this.#update();
  };

  /** Sends the comment of an editor; its draft is kept until it has arrived. */
  send(editor: OpenEditor): void {
    const { jobId, action } = editor;
    const row = this.#page.rowOf(jobId);
    if (row === undefined || this.#actions.isRunning(jobId)) return;
    const { drafts } = this.#page.state();
    const comment = editorText(this.#page.state(), row, action);
    if (!this.#validate(comment)) {
      // After Retry, the editor is not open.
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

  /** Returns whether a comment can be sent. If not, the form shows why. */
  #validate(comment: string): boolean {
    this.#formError = commentError(comment, this.#page.strings);
    return this.#formError === undefined;
  }

  /** Sends a comment for each job. `rejection` has the comment, and the choices of a rejection if it is one. */
  #post(jobIds: readonly string[], action: Exclude<ReviewAction, 'approve'>, rejection: RejectDraft): void {
    const { comment } = rejection;
    const drafts: JobDrafts = action === 'reject' ? { reject: rejection } : { [action]: comment };
    for (const id of jobIds) this.#queue = removeApproval(this.#queue, id);
    this.#actions.start(jobIds, { action, drafts });
    if (action === 'revise') this.#page.post({ type: 'revise', jobIds, comment });
    else if (action === 'reject') this.#page.post({ type: 'reject', jobIds, ...rejection });
    else for (const jobId of jobIds) this.#page.post({ type: 'comment', jobId, comment });
    this.#announceSending(jobIds, action);
    this.#scheduleSending();
    this.#update();
  }

  /** Announces a moment later that actions are running, unless all have ended by then. */
  #announceSending(jobIds: readonly string[], action: ReviewAction): void {
    const { liveRegion, strings } = this.#page;
    for (const id of jobIds)
      liveRegion.collect(`sending ${action}`, id, (ids) => {
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
      const successSentence = ({ length }: readonly string[]): string =>
        length === 1 ? fill(strings.done, label) : fill(strings.doneSeveral, label, length);
      if (sentence === undefined) this.#page.liveRegion.collect(action, jobId, successSentence);
      else this.#announceFailure(jobId, sentence);
    }
    this.#update();
  }

  /** Announces failures that arrive together in one sentence: the first one, and how many there are. */
  #announceFailure(jobId: string, sentence: string): void {
    const { liveRegion, strings } = this.#page;
    liveRegion.collect('failed', jobId, ({ length }) => {
      const firstFailure = fill(strings.failed, this.#titleOf(jobId), sentence);
      if (length === 1) return firstFailure;
      return `${firstFailure} ${fill(strings.failedSeveral, length)}`;
    });
  }

  #announce(sentence: string): void {
    this.#page.liveRegion.announce(sentence);
  }

  #titleOf(jobId: string): string {
    return this.#page.rowOf(jobId)?.title ?? '';
  }

  /** Opens a dialog. One for clean translations first has the extension load their threads. */
  openDialog(kind: DialogKind): void {
    const { listed, state } = this.#page.view();
    const isIdle = ({ id }: ReviewRow): boolean => this.statusOf(id) === undefined;
    const unsentRows = listed.filter(({ id }) => this.statusOf(id)?.kind === 'notSent');
    let jobIds = state.selected;
    if (kind === 'clean') jobIds = cleanCandidates(listed.filter(isIdle)).map(({ id }) => id);
    else if (kind === 'unsentApprovals') jobIds = unsentRows.map(({ id }) => id);
    const remaining = kind === 'clean' ? jobIds.length : 0;
    this.#formError = undefined;
    const dialog = { kind, jobIds, comment: '', rejection: emptyRejection, remaining, failed: 0 };
    if (kind !== 'clean' && dialogRows(this.#page.view(), dialog).length === 0) {
      this.#announce(this.#page.strings.impossibleForAll);
      this.#update();
      return;
    }
    this.#dialog = dialog;
    if (kind === 'clean') this.#page.post({ type: 'check', jobIds });
    this.#update();
  }

  /** Notes how many of these threads are still to be loaded, and how many could not be. */
  setChecked({ remaining, failed }: { readonly remaining: number; readonly failed: number }): void {
    if (this.#dialog?.kind !== 'clean') return;
    const isComplete = this.#dialog.remaining > 0 && remaining === 0;
    this.#dialog = { ...this.#dialog, remaining, failed };
    if (isComplete) this.#page.liveRegion.collect('checked', '', () => this.#checkedListSentence());
  }

  /** Returns the sentence to announce when all threads are loaded; undefined if a new dialog waits for others. */
  #checkedListSentence(): string | undefined {
    const dialog = this.#dialog;
    if (dialog?.kind !== 'clean' || dialog.remaining > 0) return undefined;
    return fill(this.#page.strings.approveList, dialogRows(this.#page.view(), dialog).length);
  }

  readonly #closeDialog = (): void => {
    if (this.#dialog?.kind === 'clean') this.#page.post({ type: 'check', jobIds: [] });
    this.#dialog = undefined;
    this.#formError = undefined;
    this.#update();
  };

  readonly #confirmDialog = (): void => {
    const dialog = this.#dialog;
    if (dialog === undefined) return;
    const rows = dialogRows(this.#page.view(), dialog);
    const jobIds = rows.map(({ id }) => id);
    const { kind, comment } = dialog;
    if (kind === 'revise' || kind === 'reject') {
      if (!this.#validate(comment)) {
        this.#update();
        return;
      }
      this.#post(jobIds, kind, { ...dialog.rejection, comment });
    } else {
      const items = rows.map(({ id, hash }) => ({ jobId: id, override: false, ...present({ hash }) }));
      for (const id of jobIds) this.#unsentIds.delete(id);
      this.#actions.start(jobIds, { action: 'approve', drafts: {} });
      this.#page.post({ type: 'approve', items });
      this.#announceSending(jobIds, 'approve');
    }
    this.#page.changeState({ selected: [] });
    this.#closeDialog();
  };
}
