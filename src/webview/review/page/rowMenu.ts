import { menuContext } from '../../shared/page/menuContext.ts';
import type { ReviewRow } from '../reviewMessages.ts';
import type { ReviewView } from './reviewView.ts';

/** The most selected rows that a menu acts on; the keys of the page act on any number. */
const maxSelected = 100;

/** Returns what the context menu of a row acts on, and with which actions, for `data-vscode-context`. */
export function rowMenu(view: ReviewView, row: ReviewRow): string {
  const { selected } = view.state;
  const isForOneRow = selected.length < 2 || !selected.includes(row.id);
  const severalIds = selected.length > maxSelected ? [] : selected;
  const ids = isForOneRow ? [row.id] : severalIds;
  const openRows = ids.flatMap((id) => view.rows.get(id) ?? []).filter(({ id }) => isOpen(view, id));
  const can = (action: 'approve' | 'revise' | 'reject'): boolean =>
    openRows.some(({ actions }) => actions.includes(action));
  return menuContext({
    webviewSection: 'row',
    ...menuJob(row),
    ...(isForOneRow ? {} : { jobs: openRows.map(menuJob) }),
    // A text that is not shown whole must be read in the details first.
    canApprove: can('approve') && !openRows.some(({ truncated }) => truncated === true),
    canRevise: can('revise'),
    canReject: can('reject'),
  });
}

function isOpen(view: ReviewView, jobId: string): boolean {
  const kind = view.statusOf(jobId)?.kind;
  return kind !== 'queued' && kind !== 'sending';
}

function menuJob({ id, hash }: ReviewRow): { readonly jobId: string; readonly translationHash?: string } {
  if (hash === undefined) return { jobId: id };
  return { jobId: id, translationHash: hash };
}

/**
 * Opens the menu of the focused row when it is requested by keyboard: the list has the focus for all of its rows, so
 * the event concerns the list.
 */
export function onListMenu(event: MouseEvent): void {
  const { target, currentTarget: list } = event;
  // On a Mac, a click with the Control key opens a menu.
  const isByMouse = event.button === 2 || event.ctrlKey;
  if (isByMouse || target !== list || !(list instanceof HTMLElement)) return;
  const row = list.querySelector('.review-row.focused');
  if (row === null) return;
  event.preventDefault();
  event.stopPropagation();
  const { left, top, bottom } = row.getBoundingClientRect();
  const area = list.getBoundingClientRect();
  const clientY = Math.min(Math.max((top + bottom) / 2, area.top), area.bottom);
  row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 20, clientY }));
}
