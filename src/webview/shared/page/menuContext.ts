/**
 * The context menus of the pages, which VS Code shows. An element's `data-vscode-context` is JSON: the manifest's
 * clauses of `webview/context` refer to its members, and the commands get all of it as their argument.
 */

/** A job as commands expect it in their argument. */
interface MenuJob {
  readonly jobId: string;
  /** Identifies the translation that the user sees. */
  readonly translationHash?: string;
}

/** The context of a row of the review page, or of the job page. */
export interface MenuContext extends MenuJob {
  readonly webviewSection: 'row' | 'job';
  /** All selected jobs, if the row is one of several selected ones: commands then concern all of them. */
  readonly jobs?: readonly MenuJob[];
  readonly canApprove?: boolean;
  readonly canRevise?: boolean;
  readonly canReject?: boolean;
  readonly canCancel?: boolean;
}

/** Returns the value of `data-vscode-context`. */
export function menuContext(context: MenuContext): string {
  return JSON.stringify({ ...context, preventDefaultContextMenuItems: true });
}

/** `data-vscode-context` of a text field: its menu has only Cut, Copy and Paste. */
export const textFieldMenu = JSON.stringify({ webviewSection: 'text', preventDefaultContextMenuItems: false });

/**
 * Adds Cut, Copy and Paste to the menus of a page while text is selected on it. VS Code reads the context after this,
 * when the event reaches the document.
 */
export function keepCopyInMenus(): void {
  document.addEventListener(
    'contextmenu',
    ({ target }) => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-vscode-context]') : null;
      const json = element?.dataset['vscodeContext'];
      if (element === null || json === undefined || json === textFieldMenu) return;
      const context = JSON.parse(json) as Readonly<Record<string, unknown>>;
      const isTextSelected = document.getSelection()?.isCollapsed === false;
      const menu = { ...context, preventDefaultContextMenuItems: !isTextSelected };
      element.dataset['vscodeContext'] = JSON.stringify(menu);
    },
    { capture: true },
  );
}
