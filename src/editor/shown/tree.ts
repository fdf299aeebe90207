import * as vscode from 'vscode';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';

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

/** A tree view with its badge, description and message. */
export class ShownTree<T> {
  readonly view: vscode.TreeView<T>;

  constructor(
    viewId: string,
    treeDataProvider: vscode.TreeDataProvider<T>,
    { canSelectMany }: { readonly canSelectMany: boolean },
  ) {
    this.view = vscode.window.createTreeView(viewId, { treeDataProvider, showCollapseAll: true, canSelectMany });
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
    this.view.badge = badge === undefined ? undefined : { value: badge.value, tooltip: plain(badge.tooltip) };
    this.view.description = description === undefined ? '' : plain(description);
    this.view.message = message === undefined ? '' : plain(message);
  }
}
