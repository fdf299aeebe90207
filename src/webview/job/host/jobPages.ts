import * as vscode from 'vscode';
import { jobUri } from '../../../editor/jobUri.ts';
import { parseJobUri } from '../../../editor/parseJobUri.ts';
import type { Services } from '../../../editor/session/services.ts';
import type { Session } from '../../../editor/session/session.ts';
import { JobPageHost, type PageCommands } from './jobPageHost.ts';

/** The job pages: custom editors, which VS Code opens, keeps, restores and closes. */
export class JobPages implements vscode.Disposable {
  readonly #services: Services;
  readonly #commands: PageCommands;
  readonly #pages = new Set<JobPageHost>();
  /** Earlier translations for pages that are about to open, which mark how theirs differ; by the page's URI. */
  readonly #previousTexts = new Map<string, string>();
  /** The URIs of pages that this window has opened for jobs in its list, and that VS Code has not shown yet. */
  readonly #openingUris = new Set<string>();

  constructor(services: Services, commands: PageCommands) {
    this.#services = services;
    this.#commands = commands;
  }

  /** Whether the user sees the page of any job. */
  get anyVisible(): boolean {
    return [...this.#pages].some((page) => page.isVisible);
  }

  /** Whether the user sees the page of a job. */
  isVisible({ account }: Session, jobId: string): boolean {
    return [...this.#pages].some((page) => page.isVisible && page.shows(account, jobId));
  }

  /**
   * Opens a job's page, as a preview tab if VS Code's settings say so; if it is already open, reveals it. Marks how the
   * translation differs from `previousText`, if given.
   */
  async open(
    { account }: Session,
    job: { readonly id: string; readonly title: string },
    previousText?: string,
  ): Promise<void> {
    // A page that was opened before the job got its id has another URI.
    const openPage = [...this.#pages].find((page) => page.shows(account, job.id));
    const uri = openPage?.uri ?? jobUri(account, job);
    if (previousText !== undefined) {
      if (openPage === undefined) this.#previousTexts.set(uri.toString(), previousText);
      else openPage.compareWith(previousText);
    }
    if (openPage === undefined) this.#openingUris.add(uri.toString());
    await vscode.commands.executeCommand('vscode.open', uri);
  }

  /** Fills the editor that VS Code has opened for a URI. */
  show(uri: vscode.Uri, panel: vscode.WebviewPanel): void {
    const address = parseJobUri(uri);
    if (address === undefined) {
      panel.dispose();
      return;
    }
    const page = new JobPageHost(
      { services: this.#services, commands: this.#commands, open: (session, job) => this.open(session, job) },
      panel,
      { uri, ...address },
    );
    const previousText = this.#previousTexts.get(uri.toString());
    this.#previousTexts.delete(uri.toString());
    if (previousText !== undefined) page.compareWith(previousText);
    this.#pages.add(page);
    panel.onDidDispose(() => {
      page.dispose();
      this.#pages.delete(page);
    });
    if (this.#openingUris.delete(uri.toString())) page.expectJob();
  }

  dispose(): void {
    for (const page of this.#pages) page.dispose();
  }
}
