import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { present } from '../../base/present.ts';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';
import { ExpectedRows } from './expectedRows.ts';

export interface TreeRow {
  readonly label: Words;
  readonly description?: Words;
  /** The text that screen readers speak for the row. */
  readonly spoken: Words;
  readonly collapsible?: vscode.TreeItemCollapsibleState;
}

/** Returns a row of a tree. VS Code shows its texts as text. */
export function treeItem({ label, description, spoken, collapsible }: TreeRow): vscode.TreeItem {
  const item = new vscode.TreeItem(plain(label), collapsible);
  if (description !== undefined) item.description = plain(description);
  item.accessibilityInformation = { label: plain(spoken) };
  return item;
}

/** Adds a tooltip to a row and returns the row. It is plain text, because Markdown could contain links. */
export function withTooltip(item: vscode.TreeItem, tooltip: Words): vscode.TreeItem {
  item.tooltip = plain(tooltip);
  return item;
}

/** The rows of a tree. A row that may be expanded has an id. */
export interface TreeRows<T> {
  readonly onDidChangeTreeData: vscode.Event<T[] | undefined>;
  getTreeItem(row: T): vscode.TreeItem;
  getChildren(row?: T): T[];
  getParent?(row: T): T | undefined;
  resolveTreeItem?(item: vscode.TreeItem, row: T): Promise<vscode.TreeItem>;
}

/** VS Code asks for all rows within this time. */
const checkDelayMs = 1000;

/** The most refreshes in a row because VS Code lost rows. */
const maxRepeats = 3;

/**
 * A tree view with its badge, description and message.
 *
 * A refresh that reaches VS Code while it creates a tree may leave the outermost rows from before the refresh, and
 * nothing below them (seen in 1.139). So no change is reported before VS Code first asks for rows, and the tree is
 * refreshed again if VS Code doesn't ask for what is below an expanded row.
 */
export class ShownTree<T> implements Disposable {
  readonly view: vscode.TreeView<T>;
  readonly #rows: TreeRows<T>;
  readonly #changed = new vscode.EventEmitter<T[] | undefined>();
  readonly #expected = new ExpectedRows();
  readonly #subscriptions: readonly Disposable[];
  /** Whether VS Code has requested the outermost rows. */
  #wasRequested = false;
  #repeats = 0;
  #checkTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(viewId: string, rows: TreeRows<T>, { canSelectMany }: { readonly canSelectMany: boolean }) {
    this.#rows = rows;
    this.view = vscode.window.createTreeView(viewId, {
      treeDataProvider: this.#provider(),
      showCollapseAll: true,
      canSelectMany,
    });
    const idOf = (row: T): string => rows.getTreeItem(row).id ?? '';
    this.#subscriptions = [
      this.view,
      this.#changed,
      rows.onDidChangeTreeData((changedRows) => {
        if (this.#wasRequested) this.#changed.fire(changedRows);
      }),
      this.view.onDidCollapseElement(({ element }) => {
        this.#expected.noteCollapse(idOf(element));
      }),
      this.view.onDidExpandElement(({ element }) => {
        this.#expected.noteExpand(idOf(element));
      }),
      this.view.onDidChangeVisibility(() => {
        this.#checkLater();
      }),
    ];
  }

  #provider(): vscode.TreeDataProvider<T> {
    const rows = this.#rows;
    return {
      onDidChangeTreeData: this.#changed.event,
      getTreeItem: (row) => {
        const item = rows.getTreeItem(row);
        this.#expected.noteRow(item.id ?? '', item.collapsibleState === vscode.TreeItemCollapsibleState.Expanded);
        return item;
      },
      getChildren: (row) => {
        if (row === undefined) {
          this.#wasRequested = true;
          this.#expected.noteStart();
          this.#checkLater();
        } else this.#expected.noteRequest(rows.getTreeItem(row).id ?? '');
        return rows.getChildren(row);
      },
      ...present({ getParent: rows.getParent?.bind(rows), resolveTreeItem: rows.resolveTreeItem?.bind(rows) }),
    };
  }

  #checkLater(): void {
    clearTimeout(this.#checkTimer);
    this.#checkTimer = setTimeout(() => {
      if (!this.#expected.areMissing) this.#repeats = 0;
      else if (this.view.visible && this.#repeats < maxRepeats) {
        this.#repeats += 1;
        this.#changed.fire(undefined);
      }
    }, checkDelayMs);
  }

  show({
    badge,
    description,
    message,
  }: {
    readonly badge?: { readonly value: number; readonly tooltip: Words };
    readonly description?: Words;
    readonly message?: Words;
  }): void {
    this.view.badge = badge && { value: badge.value, tooltip: plain(badge.tooltip) };
    this.view.description = description === undefined ? '' : plain(description);
    this.view.message = message === undefined ? '' : plain(message);
  }

  dispose(): void {
    clearTimeout(this.#checkTimer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
