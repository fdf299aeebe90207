import { present } from '../../../base/present.ts';
import { menuContext } from '../../shared/page/menuContext.ts';
import type { ReviewRow } from '../reviewMessages.ts';
import { isUndecided } from './model/rowActions.ts';
import type { ReviewView } from './reviewView.ts';

/** The most selected rows that a menu acts on; the keys of the page act on any number. */
const maxSelected = 100;

/** How far from the left edge of a row its menu opens by keyboard, in pixels. */
const menuIndentPx = 20;

/** Returns what the context menu of a row acts on, and with which actions, for `data-vscode-context`. */
export function rowMenu(view: ReviewView, row: ReviewRow): string {
  const { selected } = view.state;
  const isForOneRow = selected.length < 2 || !selected.includes(row.id);
  // A menu for too many rows has no actions.
  const selectedIds = selected.length > maxSelected ? [] : selected;
  const ids = isForOneRow ? [row.id] : selectedIds;
  const undecidedIds = ids.filter((id) => isUndecided(view.statusOf(id)));
  const rows = undecidedIds.flatMap((id) => view.rows.get(id) ?? []);
  const can = (action: 'approve' | 'revise' | 'reject'): boolean =>
    rows.some(({ actions }) => actions.includes(action));
  return menuContext({
    webviewSection: 'row',
    ...menuJob(row),
    ...(isForOneRow ? {} : { jobs: rows.map(menuJob) }),
    // A text that is not shown whole must be read in the details first.
    canApprove: can('approve') && !rows.some(({ truncated }) => truncated === true),
    canRevise: can('revise'),
    canReject: can('reject'),
  });
}

function menuJob({ id, hash }: ReviewRow): { readonly jobId: string; readonly translationHash?: string } {
  return { jobId: id, ...present({ translationHash: hash }) };
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
  const listArea = list.getBoundingClientRect();
  const clientX = left + menuIndentPx;
  // The middle of the row, or the nearest point in view.
  const clientY = Math.min(Math.max((top + bottom) / 2, listArea.top), listArea.bottom);
  row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY }));
}
