import * as vscode from 'vscode';
import { plain } from './plain.ts';
import type { Words } from './words.ts';

export interface TreeRow {
  readonly label: Words;
  readonly description?: Words;
  readonly tooltip?: Words;
  /** The text that screen readers speak for the row. */
  readonly spoken: Words;
  readonly collapsible?: vscode.TreeItemCollapsibleState;
}

/** Returns a row of a tree. VS Code shows its texts as text. */
export function treeItem({ label, description, tooltip, spoken, collapsible }: TreeRow): vscode.TreeItem {
  const item = new vscode.TreeItem(plain(label), collapsible);
  if (description !== undefined) item.description = plain(description);
  if (tooltip !== undefined) item.tooltip = plain(tooltip);
  item.accessibilityInformation = { label: plain(spoken) };
  return item;
}

/** A tree view with the texts around its rows. */
export class ShownTree<T> {
  readonly view: vscode.TreeView<T>;

  constructor(viewId: string, treeDataProvider: vscode.TreeDataProvider<T>) {
    this.view = vscode.window.createTreeView(viewId, { treeDataProvider, showCollapseAll: true, canSelectMany: true });
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
