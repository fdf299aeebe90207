import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { errorMessage } from './base/errorMessage.ts';
import type { ToolActions } from './agents/toolActions.ts';
import type { ToolName } from './agents/toolNames.ts';
import type { Disposable } from './base/disposable.ts';
import { commandTable, pageCommands, type Run } from './commandTable.ts';
import { contextKeys, type CommandId } from './editor/commandIds.ts';
import { usesSandbox } from './editor/session/connection.ts';
import { CredentialStore } from './editor/session/credentialStore.ts';
import { LocaleFileContext } from './editor/workspace/localeFileContext.ts';
import { Messages } from './editor/messages.ts';
import { onGitError } from './editor/workspace/gitOfFolder.ts';
import { hasJournal, hasOpenJobs } from './editor/session/journalMarkers.ts';
import { runCommand } from './editor/runCommand.ts';
import { NotificationQueue } from './editor/notificationQueue.ts';
import type { Services } from './editor/session/services.ts';
import type { Session } from './editor/session/session.ts';
import { OtherServices } from './editor/session/otherServices.ts';
import { SessionHost } from './editor/session/sessionHost.ts';
import { openedSampleKey } from './editor/openedSampleKey.ts';
import { readSettings } from './editor/settings.ts';
import { unfinishedOrdersKey } from './editor/unfinishedOrdersKey.ts';
import { setDisplayLanguage } from './words/formatting.ts';
import { AccountTree } from './views/accountTree.ts';
import { JobsTree } from './views/jobsTree.ts';
import { StatusBar } from './views/statusBar.ts';
import { WalkthroughProgress } from './views/walkthroughProgress.ts';
import type { JobPages } from './webview/job/host/jobPages.ts';
import type { ReviewPages } from './webview/review/host/reviewPages.ts';

/**
 * The composition root: builds, wires and registers everything that `extension.ts` does not have to register during
 * activation. The client, the parsers, the commands' own code and the pages are loaded when they are first needed.
 */
export class Application implements Disposable {
  readonly #sessions: SessionHost;
  readonly #otherServices: OtherServices;
  readonly #messages = new Messages();
  readonly #notifications = new NotificationQueue();
  readonly #services: Services;
  readonly #commands: Readonly<Record<CommandId, Run>>;
  readonly #subscriptions: Disposable[] = [];
  #jobPages: JobPages | undefined;
  #reviewPages: ReviewPages | undefined;
  #isClosed = false;

  constructor(context: vscode.ExtensionContext) {
    this.#useLanguage();

    this.#own(this.#messages);
    const log = this.#log;
    const credentials = new CredentialStore(context, process.env, log);
    this.#sessions = this.#own(new SessionHost(context, credentials, log));
    const localeFiles = this.#own(new LocaleFileContext(log));
    this.#otherServices = this.#own(
      new OtherServices({ extension: context, sessions: this.#sessions, credentials, log }),
    );
    const services: Services = {
      extension: context,
      sessions: this.#sessions,
      otherServices: this.#otherServices,
      credentials,
      messages: this.#messages,
      notifications: this.#notifications,
      localeFiles,
    };
    this.#services = services;

    const journals = vscode.Uri.joinPath(context.globalStorageUri, 'journals').fsPath;
    const tree = this.#own(
      new JobsTree({
        sessions: this.#sessions,
        otherServices: this.#otherServices,
        workspaceState: context.workspaceState,
        onShown: () => {
          showJobs(services, journals).catch((error: unknown) => {
            log(`The jobs could not be shown: ${String(error)}`);
          });
        },
      }),
    );
    const account = this.#own(new AccountTree(this.#sessions, log));
    this.#own(new StatusBar(this.#sessions, this.#otherServices));
    this.#own(new WalkthroughProgress(this.#sessions));
    this.#sessions.isVisible = () =>
      tree.visible || this.#jobPages?.anyVisible === true || this.#reviewPages?.anyVisible === true;
    this.#commands = commandTable(
      services,
      { tree, account },
      { loadPages: () => this.#loadJobPages(), loadReviewPages: () => this.#loadReviewPages() },
    );

    this.#own(warnOnce(this.#messages));
    this.#showWhetherSandbox();
    this.#own(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('humanTranslation.baseUrl')) this.#showWhetherSandbox();
      }),
    );
    this.#annotate(localeFiles);
    this.#followSessions(context);
    void resume(services, journals);
    this.#own(vscode.workspace.onDidGrantWorkspaceTrust(() => void offerRest(services)));
    void offerRest(services);
    void showOpenedSample(services);
  }

  /** Runs a command; its errors are shown (see `runCommand`). */
  async run(id: CommandId, args: readonly unknown[]): Promise<void> {
    await runCommand(this.#messages, id, this.#commands[id], args);
  }

  /** Fills the editor of a job page. */
  async showJobPage(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<void> {
    (await this.#loadJobPages()).show(uri, panel);
  }

  /** Fills a review page that was open when its window was closed. */
  async restoreReviewPage(panel: vscode.WebviewPanel): Promise<void> {
    (await this.#loadReviewPages()).restore(panel);
  }

  /** Returns the messages of a call of a language model's tool. */
  async prepareTool(name: ToolName, input: unknown): Promise<vscode.PreparedToolInvocation> {
    return (await import('./agents/prepareTool.ts')).prepareTool(name, input);
  }

  /** Returns the answer of a language model's tool. */
  async runTool(name: ToolName, input: unknown, token: vscode.CancellationToken): Promise<string> {
    const { runTool } = await import('./agents/runTool.ts');
    const actions: ToolActions = {
      order: async (request) =>
        (await import('./commands/project/runProject.ts')).orderRequested(this.#services, request),
      review: async (jobIds) => {
        (await this.#loadReviewPages()).open(jobIds);
      },
    };
    return await runTool(name, input, { services: this.#services, actions, token });
  }

  /** Closes the session: the response to an order that is being sent still reaches the journal. */
  async close(): Promise<void> {
    await Promise.all([this.#sessions.close(), this.#otherServices.close()]);
  }

  dispose(): void {
    this.#isClosed = true;
    for (const subscription of this.#subscriptions.toReversed()) subscription.dispose();
  }

  readonly #log = (line: string): void => {
    this.#messages.log(line);
  };

  /** Numbers, lists and directions are written as the sentences around them: in English if there is no translation. */
  #useLanguage(): void {
    const { language } = vscode.env;
    const isTranslated = vscode.l10n.bundle !== undefined || /^en\b/iu.test(language);
    if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
    setDisplayLanguage(isTranslated ? language : 'en');
  }

  #own<T extends Disposable>(disposable: T): T {
    if (this.#isClosed) disposable.dispose();
    else this.#subscriptions.push(disposable);
    return disposable;
  }

  async #loadJobPages(): Promise<JobPages> {
    const { JobPages } = await import('./webview/job/host/jobPages.ts');
    this.#jobPages ??= this.#own(new JobPages(this.#services, pageCommands(this.#services)));
    return this.#jobPages;
  }

  async #loadReviewPages(): Promise<ReviewPages> {
    const { ReviewPages } = await import('./webview/review/host/reviewPages.ts');
    this.#reviewPages ??= this.#own(new ReviewPages(this.#services));
    return this.#reviewPages;
  }

  #showWhetherSandbox(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.sandbox, usesSandbox());
  }

  /** Annotates the editors of locale files. Windows without such files load nothing for it. */
  #annotate(localeFiles: LocaleFileContext): void {
    let annotations: Promise<Disposable> | undefined;
    const annotate = (): void => {
      if (!localeFiles.hasAny) return;
      annotations ??= import('./annotations/annotateLocaleFiles.ts').then(({ annotateLocaleFiles }) =>
        this.#own(annotateLocaleFiles(this.#sessions, localeFiles, this.#log)),
      );
      annotations.catch((error: unknown) => {
        this.#log(`The strings of locale files could not be annotated: ${String(error)}`);
      });
    };
    this.#own(localeFiles.onDidChange(annotate));
    annotate();
  }

  /** Shows what happens in the session in use: notifications, deliveries, marks of files, and problems. */
  #followSessions(context: vscode.ExtensionContext): void {
    let notices: Promise<Disposable> | undefined;
    const followNotices = (session: Session | undefined): void => {
      void notices?.then((watching) => {
        watching.dispose();
      });
      const onError = (error: unknown): void => void this.#messages.error(error);
      const options = {
        notifications: this.#notifications,
        log: this.#log,
        onError,
        isOnScreen: (jobId: string) => session !== undefined && this.#jobPages?.isVisible(session, jobId) === true,
      };
      notices =
        session === undefined
          ? undefined
          : import('./commands/jobs/watchDecisions.ts').then(({ watchDecisions }) => watchDecisions(session, options));
      notices?.catch((error: unknown) => {
        this.#log(`What needs a decision can't be shown: ${String(error)}`);
      });
    };

    let others: Promise<Disposable> | undefined;
    const followOthers = (): void => {
      if (this.#otherServices.all.length === 0) return;
      others ??= import('./commands/jobs/watchOtherServices.ts').then(({ watchOtherServices }) =>
        this.#own(
          watchOtherServices(this.#otherServices, {
            notifications: this.#notifications,
            log: this.#log,
            onError: (error) => void this.#messages.error(error),
          }),
        ),
      );
      others.catch((error: unknown) => {
        this.#log(`What needs a decision can't be shown: ${String(error)}`);
      });
    };
    this.#own(this.#otherServices.onDidChange(followOthers));

    let diagnostics: Promise<Disposable> | undefined;
    let decorations: Promise<Disposable> | undefined;
    this.#own(
      this.#sessions.onDidChange((session) => {
        followNotices(session);
        if (session === undefined) return;
        this.#followDeliveries(context, session);
        decorations ??= import('./views/fileDecorations.ts').then(({ FileDecorations }) =>
          this.#own(new FileDecorations(this.#sessions)),
        );
        // The diagnostics follow the session in use, so they are created only once.
        diagnostics ??= import('./annotations/errorDiagnostics.ts').then(({ ErrorDiagnostics }) =>
          this.#own(new ErrorDiagnostics(this.#sessions, this.#log)),
        );
      }),
    );
  }

  #followDeliveries(context: vscode.ExtensionContext, session: Session): void {
    session.jobs.onDidDeliver((report) => {
      void import('./commands/jobs/notifyDelivery.ts').then(({ notifyDelivery }) => {
        const undo = (deliveryIds: readonly string[]): void => {
          import('./commands/jobs/deliverJobs.ts')
            .then(({ undoDeliveries }) => undoDeliveries(this.#services, deliveryIds))
            .catch((error: unknown) => this.#messages.error(error));
        };
        notifyDelivery(report, session.jobs, {
          isReviewing: this.#reviewPages?.anyVisible === true,
          undo,
          onError: (error) => void this.#messages.error(error),
        });
      });
      if ([...report.held.values()].includes('leads-outside')) {
        import('./commands/confirmOutsideDelivery.ts')
          .then(({ askAboutOutsideDeliveries }) =>
            askAboutOutsideDeliveries(context, session, report, this.#notifications),
          )
          .catch((error: unknown) => this.#messages.error(error));
      }
    });
  }
}

/** Loads the jobs for a view that became visible, if there may be any. */
async function showJobs(services: Services, journals: string): Promise<void> {
  if (!vscode.workspace.isTrusted) return;
  // The sandbox only has jobs ordered on this machine; a service may also have jobs of other machines or of a lost
  // journal.
  const { baseUrl } = readSettings();
  const mayHaveJobs =
    (await hasJournal(journals)) || (baseUrl !== '' && (await services.credentials.get(baseUrl)) !== undefined);
  if (!mayHaveJobs) return;
  const { session } = services.sessions;
  // Another window may have ordered since then: its entries are in the journal.
  if (session === undefined) await refreshJobs(services, { recover: true });
  else await session.jobs.reload();
}

/** Continues to poll jobs that were open when the window was last closed. */
async function resume(services: Services, journals: string): Promise<void> {
  if (!vscode.workspace.isTrusted || !(await hasOpenJobs(journals))) return;
  await refreshJobs(services, {});
}

/** Offers to order the rest of an order that was interrupted, for example because its window was closed. */
async function offerRest(services: Services): Promise<void> {
  if (!vscode.workspace.isTrusted || services.extension.workspaceState.get(unfinishedOrdersKey) === undefined) return;
  try {
    await (await import('./commands/project/orderRest.ts')).offerRest(services);
  } catch (error) {
    services.messages.log(`An unfinished order could not be offered: ${String(error)}`);
  }
}

/** Goes on with a sample project that was opened in this window. */
async function showOpenedSample(services: Services): Promise<void> {
  if (services.extension.globalState.get(openedSampleKey) === undefined) return;
  try {
    await (await import('./commands/samples/showSample.ts')).showSample(services);
  } catch (error) {
    services.messages.log(`The sample project could not be shown: ${String(error)}`);
  }
}

async function refreshJobs(services: Services, options: { readonly recover?: boolean }): Promise<void> {
  try {
    const session = await services.sessions.open();
    await session.jobs.fetchAndDeliver({ ...options, inBackground: true });
  } catch (error) {
    // The user did not start this: the tree says that the list may be out of date, and the log has the error.
    services.messages.log(`The jobs could not be refreshed: ${errorMessage(error)}`);
  }
}

/** Logs why git can't read a repository, and shows each reason once. */
function warnOnce(messages: Messages): vscode.Disposable {
  const shownErrors = new Set<string>();
  return onGitError((error) => {
    messages.log(`Git can't read the repository ${error.repository} (${error.reason}): ${error.detail}`);
    if (shownErrors.has(error.message)) return;
    shownErrors.add(error.message);
    messages.warning(error).catch((reason: unknown) => {
      messages.log(`An error could not be shown: ${String(reason)}`);
    });
  });
}
