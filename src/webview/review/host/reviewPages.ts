import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { reviewPageType } from '../../../editor/commandIds.ts';
import type { Services } from '../../../editor/session/services.ts';
import { openPanel } from '../../../editor/shown/inEditors.ts';
import { words } from '../../../words/words.ts';
import { ReviewHost } from './reviewHost.ts';

/** The review page of a window; at most one. */
export class ReviewPages implements vscode.Disposable {
  readonly #services: Services;
  #page: ReviewHost | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Whether the user sees the page. */
  get anyVisible(): boolean {
    return this.#page?.isVisible === true;
  }

  /** Shows the page with these jobs only, or with all translations to review. */
  open(jobIds?: readonly string[]): void {
    if (this.#page === undefined) this.restore(openPanel(reviewPageType, words(l10n.t('Review Translations'))));
    else this.#page.reveal();
    this.#page?.setScope(jobIds);
  }

  /** Shows the page in a new panel, or in one that VS Code restored after a restart. */
  restore(panel: vscode.WebviewPanel): void {
    if (this.#page !== undefined) {
      panel.dispose();
      return;
    }
    const page = new ReviewHost(this.#services, panel);
    this.#page = page;
    panel.onDidDispose(() => {
      page.reportNotSent();
      page.dispose();
      this.#page = undefined;
    });
  }

  dispose(): void {
    this.#page?.dispose();
  }
}
