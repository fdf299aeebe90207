import type * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { reviewPageType } from '../../../editor/commandIds.ts';
import type { Services } from '../../../editor/session/services.ts';
import { openPanel } from '../../../editor/shown/inEditors.ts';
import { setPanelIcon } from '../../../editor/shown/newerApi.ts';
import { words } from '../../../words/words.ts';
import { showDocument } from '../../shared/host/showDocument.ts';
import { ReviewHost } from './reviewHost.ts';
import { reviewIntent } from '../reviewIntent.ts';
import { parseIntent } from '../../shared/host/parseIntent.ts';
import { reviewStrings } from './reviewStrings.ts';

/** The review page of a window; at most one. */
export class ReviewPages implements vscode.Disposable {
  readonly #services: Services;
  #open: { readonly panel: vscode.WebviewPanel; readonly host: ReviewHost } | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  get anyVisible(): boolean {
    return this.#open?.panel.visible === true;
  }

  /** Shows the page with these jobs only, or with all translations to review. */
  open(jobIds?: readonly string[]): void {
    if (this.#open === undefined) this.restore(openPanel(reviewPageType, words(l10n.t('Review Translations'))));
    else this.#open.panel.reveal();
    this.#open?.host.setScope(jobIds);
  }

  /** Shows the page in a new panel, or in one that VS Code restored after a restart. */
  restore(panel: vscode.WebviewPanel): void {
    if (this.#open !== undefined) {
      panel.dispose();
      return;
    }
    const { extensionUri } = this.#services.extension;
    setPanelIcon(panel, 'checklist', extensionUri);
    const host = new ReviewHost(this.#services, {
      isVisible: () => panel.visible,
      post: (message) => panel.webview.postMessage(message),
    });
    this.#open = { panel, host };
    panel.webview.onDidReceiveMessage((message: unknown) => {
      const intent = parseIntent(reviewIntent, message);
      if (intent !== undefined) void host.receive(intent);
    });
    panel.onDidChangeViewState(() => {
      host.followVisibility();
    });
    panel.onDidDispose(() => {
      host.reportNotSent();
      host.dispose();
      this.#open = undefined;
    });
    showDocument(panel.webview, extensionUri, {
      script: 'reviewPage.js',
      style: 'review.css',
      strings: reviewStrings(),
    });
  }

  dispose(): void {
    this.#open?.host.dispose();
  }
}
