import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { LiveRegion } from '../../shared/page/liveRegion.ts';
import { fill, helpHint } from '../../shared/page/pageText.ts';
import type { ListState, ReviewMessage, ReviewRow, RowsMessage } from '../reviewMessages.ts';
import { announceChange } from './announceChange.ts';
import { bulkDialog, showDialog } from './bulkDialog.ts';
import { detailsPane } from './detailsPane.ts';
import { focusAfterAction, focusAfterRemoval, idsBetween, moveFocus, nextWithFindings } from './model/listFocus.ts';
import { reviewGrid } from './reviewGrid.ts';
import { commandAtFocus, type KeyCommand } from './model/reviewKeys.ts';
import { parseReviewState, withoutGone, type OpenEditor, type ReviewState } from './model/reviewState.ts';
import { filterValues, reviewToolbar, type FilterValues } from './reviewToolbar.ts';
import { actionLabel, type ReviewView } from './reviewView.ts';
import type { VsCodeApi } from '../../shared/page/vscodeApi.ts';
import type { ReviewIntent } from '../reviewIntent.ts';
import { isUndecided } from './model/rowActions.ts';
import { hasErrors } from './model/rowFilter.ts';
import { RowModel } from './model/rowModel.ts';
import { ReviewSender } from './reviewSender.ts';
import { ListWindow } from './listWindow.ts';
import { ViewReport } from './viewReport.ts';
import type { ReviewStrings } from '../host/reviewStrings.ts';
import { severityNotice } from '../../shared/page/severityNotice.ts';
import type { PageSnapshot } from '../../shared/pageSnapshot.ts';

/** How often the remaining times are updated, in milliseconds. */
const tickMs = 60_000;

/** The scroll position is stored when it has not changed for this time, in milliseconds. */
const settledMs = 300;

/**
 * The page that reviews many translations. Its parts are functions of the rows and of what the user entered. The list
 * has the focus as a whole, as in VS Code, so that a row can leave the document while it is the active one.
 */
export class TranslationReview extends LitElement {
  readonly #api: VsCodeApi<ReviewIntent, ReviewState>;
  readonly #strings: ReviewStrings;
  readonly #model = new RowModel();
  readonly #sender: ReviewSender;
  readonly #viewReport: ViewReport;
  readonly #renderAgain = (): void => {
    this.requestUpdate();
  };
  readonly #listWindow = new ListWindow(this.#renderAgain);
  /** On a wide screen, the details are next to the list; on others, they are inside the focused row. */
  readonly #wideScreen = matchMedia('(width >= 1000px)');
  #state: ReviewState;
  /** The values of the filters, and the version of the rows that they were collected from. */
  #filterValues: FilterValues & { readonly version: number } = { version: 0, locale: [], file: [], order: [] };
  /** The last details that have arrived, of whichever job. */
  #details: PageSnapshot | undefined;
  /** The id of the row at which a selection by Shift begins. */
  #selectionStart: string | undefined;
  #listState: ListState = { type: 'state', loading: true };
  readonly #liveRegion = new LiveRegion();
  #hadFocus = false;
  #isScrollRestored = false;
  #scrollTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: VsCodeApi<ReviewIntent, ReviewState>, strings: ReviewStrings) {
    super();
    this.#api = api;
    this.#strings = strings;
    this.#state = parseReviewState(api.getState());
    this.#viewReport = new ViewReport(api);
    this.#sender = new ReviewSender({
      strings,
      unsentIds: this.#state.queued,
      rowOf: (id) => this.#model.rows.get(id),
      post: (intent) => {
        api.postMessage(intent);
      },
      liveRegion: this.#liveRegion,
      update: () => {
        this.#save();
        this.requestUpdate();
      },
      state: () => this.#state,
      changeState: this.#change,
      focusAfter: (jobId) => {
        this.#focusRow(focusAfterAction(this.#model.ids, jobId, (id) => this.#isUndecided(id)));
      },
      focusList: this.#focusList,
      view: () => this.#view(),
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#onKeyDown);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.#sender.leave();
      else this.#sender.comeBack();
    });
    this.#wideScreen.addEventListener('change', this.#renderAgain);
    setInterval(this.#updateList, tickMs);
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
        this.#details = message;
        break;
      case 'state':
        this.#takeListState(message);
    }
    this.requestUpdate();
  }

  #takeListState(listState: ListState): void {
    const { loading: wasLoading, notice: noticeBefore } = this.#listState;
    const { loading, notice } = listState;
    if (notice !== undefined && notice !== noticeBefore) this.#liveRegion.announce(notice);
    this.#listState = listState;
    if (!wasLoading || loading) return;
    this.#updateList();
    this.#forgetGone();
  }

  #takeRows(message: RowsMessage): void {
    const isChanged = this.#model.store(message, this.#state.filter, (id) => this.#sender.isApproving(id));
    this.#sender.dropChangedApprovals();
    // The first portion is shown at once, the others together, because each update sorts the whole list.
    if (isChanged && (message.reset || this.#model.isComplete)) this.#updateList();
    this.#forgetGone();
  }

  /** Forgets the selection and the editor of rows that are gone. */
  #forgetGone(): void {
    const { loading, notice } = this.#listState;
    // While the jobs are being loaded, or after that has failed, a missing row may still arrive.
    if (!this.#model.isComplete || loading || notice !== undefined) return;
    const state = withoutGone(this.#state, this.#model.rows);
    if (state !== this.#state) this.#change(state);
  }

  /** Makes the list again. If the focused row is no longer listed, the next one gets the focus. */
  readonly #updateList = (): void => {
    const idsBefore = this.#model.ids;
    this.#model.list(this.#state, Date.now());
    const { ids } = this.#model;
    const focused = focusAfterRemoval(idsBefore, ids, this.#state.focused) ?? ids[0];
    // As long as rows are missing, the focused one may be among them.
    const mayFocusedRowArrive = this.#listState.loading && this.#state.focused !== undefined;
    const mayMoveFocus = this.#model.isComplete && !mayFocusedRowArrive;
    if (mayMoveFocus && focused !== this.#state.focused) this.#state = { ...this.#state, focused };
    this.#listWindow.setIds(ids, this.#state.focused);
    this.requestUpdate();
  };

  /** Renders into the document itself, so that the style sheets, labels and ids apply to all elements. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    this.#hadFocus = this.contains(document.activeElement);
    if (this.#filterValues.version !== this.#model.version)
      this.#filterValues = { version: this.#model.version, ...filterValues(this.#model.rows) };
  }

  protected override updated(): void {
    const list = this.querySelector<HTMLElement>('.list');
    if (list !== null) {
      this.#listWindow.measure(list);
      this.#restoreScroll(list);
    }
    const dialog = this.querySelector('dialog');
    this.#liveRegion.moveTo(dialog ?? document.body);
    if (dialog !== null && !dialog.open) showDialog(dialog);
    // A removed element takes the focus with it; a focus outside the page is not moved.
    if (this.#hadFocus && document.hasFocus() && !this.contains(document.activeElement)) this.#focusList();
    const { focused, hasDetails } = this.#state;
    this.#viewReport.send(hasDetails ? focused : undefined, this.#listWindow.idsInView(this.#model.ids));
    if (this.#isScrollRestored) this.#storeScrollAnchor();
  }

  /** Scrolls, once the first rows are complete, to where the page was when it was left. */
  #restoreScroll(list: HTMLElement): void {
    if (this.#isScrollRestored || !this.#model.isComplete || this.#model.ids.length === 0) return;
    this.#isScrollRestored = true;
    this.#listWindow.restore(list, this.#state.top);
    if (document.hasFocus() && !this.#hadFocus) this.#focusList();
  }

  protected override render(): TemplateResult {
    const view = this.#view();
    const focused = this.#focusedRow();
    const hasSideDetails = this.#state.hasDetails && this.#wideScreen.matches;
    const { dialog } = this.#sender;
    const { loading, notice, empty } = this.#listState;
    const noticeParagraph =
      notice === undefined
        ? nothing
        : html`<p class="notice warning">${severityNotice(view.strings, 'warning', notice)}</p>`;
    return html`<main class="review" aria-busy=${loading ? 'true' : 'false'}>
      ${reviewToolbar(view, this.#filterValues, loading)} ${noticeParagraph}
      <div class="panes ${hasSideDetails ? 'beside' : ''}">
        ${reviewGrid(view, {
          renderedRange: this.#listWindow.current,
          hasInnerDetails: this.#state.hasDetails && !this.#wideScreen.matches,
          isLoading: loading,
          empty,
          onScroll: this.#renderAgain,
        })}
        ${hasSideDetails && focused !== undefined ? detailsPane(view, focused) : nothing}
      </div>
      <p class="hint keys">${this.#strings.keyHelp} · ${helpHint(this.#strings.helpHint)}</p>
      ${dialog === undefined ? nothing : bulkDialog(view, dialog, this.#sender.dialogActions)}
    </main>`;
  }

  #view(): ReviewView {
    const row = this.#focusedRow();
    // The details of another row may have arrived last.
    const detail = this.#details?.jobId === row?.id ? this.#details : undefined;
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
      change: this.#change,
      focusRow: (id) => {
        this.#selectionStart = id;
        this.#focusRow(id, false);
      },
      toggle: this.#toggle,
      approve: this.#approve,
      undo: this.#undo,
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

  #isUndecided(id: string): boolean {
    return isUndecided(this.#sender.statusOf(id));
  }

  #focusedRow(): ReviewRow | undefined {
    const { focused } = this.#state;
    if (focused === undefined) return undefined;
    return this.#model.rows.get(focused);
  }

  readonly #change = (patch: Partial<ReviewState>): void => {
    const stateBefore = this.#state;
    this.#state = { ...stateBefore, ...patch };
    this.#save();
    if ('filter' in patch || 'sorting' in patch || 'scope' in patch) this.#updateList();
    announceChange(this.#liveRegion, stateBefore, () => this.#view());
    this.requestUpdate();
  };

  #save(): void {
    this.#api.setState({ ...this.#state, queued: this.#sender.unsentJobIds });
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const command = this.#sender.dialog === undefined ? commandAtFocus(event) : undefined;
    if (command === undefined) return;
    event.preventDefault();
    if (command.kind === 'toList') this.#focusList();
    else this.#run(command);
  };

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
        const nextId = nextWithFindings(this.#model.listed, focused);
        if (nextId !== undefined) this.#focusRow(nextId);
        break;
      }
      case 'undo': {
        const { lastQueued } = this.#sender;
        if (lastQueued !== undefined) this.#undo(lastQueued);
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

  #move(distance: number, extend: boolean): void {
    const { ids } = this.#model;
    const { focused } = this.#state;
    const nextId = moveFocus(ids, focused, distance);
    if (nextId === undefined) return;
    if (extend) {
      this.#selectionStart ??= focused ?? nextId;
      this.#change({ selected: idsBetween(ids, this.#selectionStart, nextId) });
    } else this.#selectionStart = undefined;
    this.#focusRow(nextId);
  }

  readonly #toggle = (id: string): void => {
    const { selected } = this.#state;
    this.#selectionStart = id;
    const otherIds = selected.filter((selectedId) => selectedId !== id);
    const isSelected = otherIds.length < selected.length;
    this.#change({ selected: isSelected ? otherIds : [...selected, id] });
  };

  readonly #approve = (id: string, override = false): void => {
    const row = this.#model.rows.get(id);
    if (row === undefined || !this.#isUndecided(id)) return;
    // A truncated text is read in the details.
    const areDetailsCurrent = this.#details?.jobId === id && this.#details.translationHash === row.hash;
    const isWholeTextShown = row.truncated !== true || (this.#state.hasDetails && areDetailsCurrent);
    if (!isWholeTextShown) {
      this.#liveRegion.announce(this.#strings.readFirst);
      this.#change({ hasDetails: true });
    } else if (!row.actions.includes('approve')) this.#liveRegion.announce(fill(this.#strings.impossible, row.title));
    else if (hasErrors(row) && !override) this.#sender.ask(id);
    else this.#sender.queue(row, override);
  };

  readonly #undo = (id: string): void => {
    this.#sender.undo(id);
    this.#focusRow(id);
    this.#focusList();
  };

  async #openEditor(editor: OpenEditor): Promise<void> {
    const row = this.#model.rows.get(editor.jobId);
    if (row === undefined || !this.#isUndecided(row.id)) return;
    if (!row.actions.includes(editor.action)) {
      const titleAndAction = fill(this.#strings.labeled, row.title, actionLabel(this.#strings, editor.action));
      this.#liveRegion.announce(fill(this.#strings.impossible, titleAndAction));
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

  #focusRow(id: string, scrolls = true): void {
    if (this.#state.focused !== id) this.#change({ focused: id });
    const list = this.querySelector<HTMLElement>('.list');
    if (scrolls && list !== null) this.#listWindow.reveal(list, id);
  }

  /** Stores the scroll position once it stays the same for a moment. */
  #storeScrollAnchor(): void {
    const { anchor } = this.#listWindow;
    const { top: storedAnchor } = this.#state;
    if (anchor?.jobId === storedAnchor?.jobId && anchor?.offset === storedAnchor?.offset) return;
    clearTimeout(this.#scrollTimer);
    this.#scrollTimer = setTimeout(() => {
      this.#state = { ...this.#state, top: this.#listWindow.anchor };
      this.#save();
    }, settledMs);
  }

  readonly #focusList = (): void => {
    this.querySelector<HTMLElement>('.list')?.focus({ preventScroll: true });
  };
}

customElements.define('human-translation-review', TranslationReview);
