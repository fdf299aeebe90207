import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { LiveRegion } from '../../shared/page/liveRegion.ts';
import { fill, helpHint } from '../../shared/page/pageText.ts';
import type { ListState, ReviewMessage, ReviewRow, RowsMessage } from '../reviewMessages.ts';
import { announceChange } from './announceChange.ts';
import { bulkDialog, showDialog } from './bulkDialog.ts';
import { detailsPane } from './detailsPane.ts';
import { afterAction, focusAfterRemoval, idsBetween, moveFocus, nextWithFindings } from './model/listFocus.ts';
import { reviewGrid } from './reviewGrid.ts';
import { commandAtFocus, type KeyCommand } from './model/reviewKeys.ts';
import { parseReviewState, withoutGone, type OpenEditor, type ReviewState } from './model/reviewState.ts';
import { filterValues, reviewToolbar, type FilterValues } from './reviewToolbar.ts';
import { actionLabel, type ReviewView } from './reviewView.ts';
import type { VsCodeApi } from '../../shared/page/vscodeApi.ts';
import type { ReviewIntent } from '../reviewIntent.ts';
import { hasErrors } from './model/rowFilter.ts';
import { RowModel } from './model/rowModel.ts';
import { ReviewSender } from './reviewSender.ts';
import { ListWindow } from './listWindow.ts';
import { ViewReport } from './viewReport.ts';
import type { ReviewStrings } from '../host/reviewStrings.ts';
import { severityNotice } from '../../shared/page/severityNotice.ts';
import type { PageSnapshot } from '../../shared/pageSnapshot.ts';

/** How often the remaining times are shown anew, in milliseconds. */
const tickMs = 60_000;

/** The scroll position is stored when it has not changed for this time. */
const settledMs = 300;

/**
 * The page that reviews many translations. Its parts are functions of the rows and of what the user entered. The list has
 * the focus as a whole, as in VS Code, so that a row can leave the document while it is the active one.
 */
export class TranslationReview extends LitElement {
  readonly #api: VsCodeApi<ReviewIntent, ReviewState>;
  readonly #strings: ReviewStrings;
  readonly #model = new RowModel();
  readonly #sender: ReviewSender;
  readonly #report: ViewReport;
  readonly #update = (): void => {
    this.requestUpdate();
  };
  readonly #window = new ListWindow(this.#update);
  /** From this width on, the details are next to the list. */
  readonly #wide = matchMedia('(width >= 1000px)');
  #state: ReviewState;
  #values: FilterValues & { readonly version: number } = { version: 0, locale: [], file: [], order: [] };
  #detail: PageSnapshot | undefined;
  #anchor: string | undefined;
  #listState: ListState = { type: 'state', loading: true };
  readonly #region = new LiveRegion();
  #hadFocus = false;
  #isRestored = false;
  #scrollTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: VsCodeApi<ReviewIntent, ReviewState>, strings: ReviewStrings) {
    super();
    this.#api = api;
    this.#strings = strings;
    this.#state = parseReviewState(api.getState());
    this.#report = new ViewReport(api);
    this.#sender = new ReviewSender({
      strings,
      notSent: this.#state.queued,
      rowOf: (id) => this.#model.rows.get(id),
      post: (intent) => {
        api.postMessage(intent);
      },
      region: this.#region,
      changed: () => {
        this.#save();
        this.requestUpdate();
      },
      state: () => this.#state,
      changeState: (patch) => {
        this.#change(patch);
      },
      focusAfter: (jobId) => {
        this.#focusRow(afterAction(this.#model.ids, jobId, (id) => this.#isOpen(id)));
      },
      focusList: () => {
        this.#focusList();
      },
      view: () => this.#view(),
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', (event) => {
      this.#onKeyDown(event);
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.#sender.leave();
      else this.#sender.comeBack();
    });
    this.#wide.addEventListener('change', () => {
      this.requestUpdate();
    });
    setInterval(() => {
      this.#list();
    }, tickMs);
  }

  /** Takes a message of the extension. */
  receive(message: ReviewMessage): void {
    switch (message.type) {
      case 'rows':
        this.#takeRows(message);
        break;
      case 'results':
        this.#sender.finish(message.results);
        break;
      case 'scope':
        this.#change({ scope: message.jobIds });
        break;
      case 'checked':
        this.#sender.setChecked(message);
        break;
      case 'snapshot':
        this.#detail = message;
        break;
      case 'state': {
        const { loading: wasLoading, notice } = this.#listState;
        if (message.notice !== undefined && message.notice !== notice) this.#region.announce(message.notice);
        this.#listState = message;
        if (wasLoading && !message.loading) {
          this.#list();
          this.#forgetGone();
        }
      }
    }
    this.requestUpdate();
  }

  #takeRows(message: RowsMessage): void {
    const isChanged = this.#model.store(message, this.#state.filter, (id) => this.#sender.isWaiting(id));
    this.#sender.dropChanged();
    // The first portion is shown at once, the others together: each list is sorted anew.
    if (isChanged && (message.reset || this.#model.isComplete)) this.#list();
    this.#forgetGone();
  }

  /** While the jobs are being loaded, or after that has failed, a missing row may still come. */
  #forgetGone(): void {
    if (!this.#model.isComplete || this.#listState.loading || this.#listState.notice !== undefined) return;
    const state = withoutGone(this.#state, this.#model.rows);
    if (state !== this.#state) this.#change(state);
  }

  /** Makes the list again. If the focused row is no longer listed, the next one gets the focus. */
  #list(): void {
    const idsBefore = this.#model.ids;
    this.#model.list(this.#state, Date.now());
    const { ids } = this.#model;
    const focused = focusAfterRemoval(idsBefore, ids, this.#state.focused) ?? ids[0];
    // Until all rows have arrived, the focused one may be among the others.
    const mayMove = this.#model.isComplete && (!this.#listState.loading || this.#state.focused === undefined);
    if (mayMove && focused !== this.#state.focused) this.#state = { ...this.#state, focused };
    this.#window.setIds(ids, this.#state.focused);
    this.requestUpdate();
  }

  /** Renders into the document itself, so that the style sheets, labels and ids apply to all elements. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    this.#hadFocus = this.contains(document.activeElement);
    if (this.#values.version !== this.#model.version)
      this.#values = { version: this.#model.version, ...filterValues(this.#model.rows) };
  }

  protected override updated(): void {
    const list = this.querySelector<HTMLElement>('.list');
    if (list !== null) {
      this.#window.measure(list);
      if (!this.#isRestored && this.#model.isComplete && this.#model.ids.length > 0) {
        this.#isRestored = true;
        this.#window.restore(list, this.#state.top);
        if (document.hasFocus() && !this.#hadFocus) this.#focusList();
      }
    }
    const dialog = this.querySelector('dialog');
    this.#region.moveTo(dialog ?? document.body);
    if (dialog !== null && !dialog.open) showDialog(dialog);
    // A removed element takes the focus with it; a focus outside the page is not moved.
    if (this.#hadFocus && document.hasFocus() && !this.contains(document.activeElement)) this.#focusList();
    const { focused, hasDetails } = this.#state;
    this.#report.send(hasDetails ? focused : undefined, this.#window.visible(this.#model.ids));
    if (this.#isRestored) this.#keepPlace();
  }

  protected override render(): TemplateResult {
    const view = this.#view();
    const focused = this.#focusedRow();
    const isBeside = this.#state.hasDetails && this.#wide.matches;
    const { dialog } = this.#sender;
    return html`<main class="review" aria-busy=${this.#listState.loading ? 'true' : 'false'}>
      ${reviewToolbar(view, this.#values, this.#listState.loading)}
      ${
        this.#listState.notice === undefined
          ? nothing
          : html`<p class="notice warning">${severityNotice(view.strings, 'warning', this.#listState.notice)}</p>`
      }
      <div class="panes ${isBeside ? 'beside' : ''}">
        ${reviewGrid(view, {
          part: this.#window.current,
          hasInnerDetails: this.#state.hasDetails && !this.#wide.matches,
          isLoading: this.#listState.loading,
          empty: this.#listState.empty,
          onScroll: this.#update,
        })}
        ${isBeside && focused !== undefined ? detailsPane(view, focused) : nothing}
      </div>
      <p class="hint keys">${this.#strings.keys} · ${helpHint(this.#strings.helpHint)}</p>
      ${dialog === undefined ? nothing : bulkDialog(view, dialog, this.#sender.dialogActions)}
    </main>`;
  }

  #view(): ReviewView {
    const row = this.#focusedRow();
    const detail = this.#detail?.jobId === row?.id ? this.#detail : undefined;
    return {
      strings: this.#strings,
      state: this.#state,
      listed: this.#model.listed,
      counts: this.#sender.countsOf(this.#model.listed),
      rows: this.#model.rows,
      localeNames: this.#model.localeNames,
      now: Date.now(),
      detail,
      formError: this.#sender.formError,
      statusOf: (id) => this.#sender.statusOf(id),
      change: (patch) => {
        this.#change(patch);
      },
      focusRow: (id) => {
        this.#anchor = id;
        this.#focusRow(id, false);
      },
      toggle: (id) => {
        this.#toggle(id);
      },
      approve: (id, override) => {
        this.#approve(id, override);
      },
      undo: (id) => {
        this.#undo(id);
      },
      back: (id) => {
        this.#sender.back(id);
        this.#focusList();
      },
      retry: (id) => {
        const status = this.#sender.statusOf(id);
        if (status?.kind !== 'failed') return;
        if (status.action === 'approve') this.#approve(id);
        else this.#sender.send({ jobId: id, action: status.action });
      },
      openEditor: (editor) => {
        void this.#openEditor(editor);
      },
      closeEditor: () => {
        this.#sender.closeEditor();
        this.#focusList();
      },
      sendEditor: (editor) => {
        this.#sender.send(editor);
      },
      openDialog: (kind) => {
        this.#sender.openDialog(kind);
      },
      toggleDetails: (id) => {
        this.#focusRow(id, false);
        this.#change({ hasDetails: !this.#state.hasDetails });
      },
      open: (type, jobId) => {
        this.#api.postMessage({ type, jobId });
      },
      refresh: () => {
        this.#api.postMessage({ type: 'refresh' });
      },
    };
  }

  #isOpen(id: string): boolean {
    const kind = this.#sender.statusOf(id)?.kind;
    return kind !== 'queued' && kind !== 'sending';
  }

  #focusedRow(): ReviewRow | undefined {
    const { focused } = this.#state;
    if (focused === undefined) return undefined;
    return this.#model.rows.get(focused);
  }

  #change(patch: Partial<ReviewState>): void {
    const stateBefore = this.#state;
    this.#state = { ...stateBefore, ...patch };
    this.#save();
    if ('filter' in patch || 'sorting' in patch || 'scope' in patch) this.#list();
    announceChange(this.#region, stateBefore, () => this.#view());
    this.requestUpdate();
  }

  #save(): void {
    this.#api.setState({ ...this.#state, queued: this.#sender.unsent });
  }

  #onKeyDown(event: KeyboardEvent): void {
    const command = this.#sender.dialog === undefined ? commandAtFocus(event) : undefined;
    if (command === undefined) return;
    event.preventDefault();
    if (command.kind === 'toList') this.#focusList();
    else this.#run(command);
  }

  #run(command: KeyCommand): void {
    const { focused, selected } = this.#state;
    if (command.kind === 'move') {
      this.#move(command.by, command.extend);
      return;
    }
    const hasSelection = selected.length > 0;
    switch (command.kind) {
      case 'approve':
        if (hasSelection) this.#sender.openDialog('selected');
        else if (focused !== undefined) this.#approve(focused);
        break;
      case 'revise':
      case 'reject':
        if (hasSelection) this.#sender.openDialog(command.kind);
        else if (focused !== undefined) void this.#openEditor({ jobId: focused, action: command.kind });
        break;
      case 'comment':
        if (focused !== undefined) void this.#openEditor({ jobId: focused, action: 'comment' });
        break;
      case 'openFile':
        if (focused !== undefined) this.#api.postMessage({ type: 'openFile', jobId: focused });
        break;
      case 'details':
        this.#change({ hasDetails: !this.#state.hasDetails });
        break;
      case 'next': {
        const next = nextWithFindings(this.#model.listed, focused);
        if (next !== undefined) this.#focusRow(next);
        break;
      }
      case 'undo': {
        const last = this.#sender.lastQueued;
        if (last !== undefined) this.#undo(last);
        break;
      }
      case 'filter':
        this.querySelector<HTMLElement>('#filter-text')?.focus();
        break;
      case 'select':
        if (focused !== undefined) this.#toggle(focused);
        break;
      case 'selectAll':
        this.#change({ selected: this.#model.ids });
        break;
      case 'escape':
        if (hasSelection) this.#change({ selected: [] });
        else this.#change({ hasDetails: false });
    }
  }

  #move(by: number, extend: boolean): void {
    const { ids } = this.#model;
    const { focused } = this.#state;
    const nextId = moveFocus(ids, focused, by);
    if (nextId === undefined) return;
    if (extend) {
      this.#anchor ??= focused ?? nextId;
      this.#change({ selected: idsBetween(ids, this.#anchor, nextId) });
    } else this.#anchor = undefined;
    this.#focusRow(nextId);
  }

  #toggle(id: string): void {
    const { selected } = this.#state;
    this.#anchor = id;
    const others = selected.filter((selectedId) => selectedId !== id);
    this.#change({ selected: selected.includes(id) ? others : [...selected, id] });
  }

  #approve(id: string, override = false): void {
    const row = this.#model.rows.get(id);
    if (row === undefined || !this.#isOpen(id)) return;
    const isRead = this.#state.hasDetails && this.#detail?.jobId === id && this.#detail.translationHash === row.hash;
    if (row.truncated === true && !isRead) {
      this.#region.announce(this.#strings.readFirst);
      this.#change({ hasDetails: true });
    } else if (!row.actions.includes('approve')) this.#region.announce(fill(this.#strings.cannot, row.title));
    else if (hasErrors(row) && !override) this.#sender.ask(id);
    else this.#sender.queue(row, override);
  }

  #undo(id: string): void {
    this.#sender.undo(id);
    this.#focusRow(id);
    this.#focusList();
  }

  async #openEditor(editor: OpenEditor): Promise<void> {
    const row = this.#model.rows.get(editor.jobId);
    if (row === undefined || !this.#isOpen(row.id)) return;
    if (!row.actions.includes(editor.action)) {
      const what = fill(this.#strings.labeled, row.title, actionLabel(this.#strings, editor.action));
      this.#region.announce(fill(this.#strings.cannot, what));
      return;
    }
    this.#sender.clearFormError();
    this.#focusRow(editor.jobId);
    this.#change({ editor });
    await this.updateComplete;
    const field = this.querySelector<HTMLTextAreaElement>('#editor-text');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }

  #focusRow(id: string, scroll = true): void {
    if (this.#state.focused !== id) this.#change({ focused: id });
    const list = this.querySelector<HTMLElement>('.list');
    if (scroll && list !== null) this.#window.reveal(list, id);
  }

  #keepPlace(): void {
    const [place, top] = [this.#window.place, this.#state.top];
    if (place?.jobId === top?.jobId && place?.offset === top?.offset) return;
    clearTimeout(this.#scrollTimer);
    this.#scrollTimer = setTimeout(() => {
      this.#state = { ...this.#state, top: this.#window.place };
      this.#save();
    }, settledMs);
  }

  #focusList(): void {
    this.querySelector<HTMLElement>('.list')?.focus({ preventScroll: true });
  }
}

customElements.define('human-translation-review', TranslationReview);
