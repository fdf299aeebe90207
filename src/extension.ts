import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from './base/disposable.ts';
import { isRecord } from './base/isRecord.ts';
import { contextKeys, jobPageType, reviewPageType, type CommandId } from './editor/commandIds.ts';
import { usesSandbox } from './editor/session/connection.ts';
import { CredentialStore } from './editor/session/credentialStore.ts';
import { JobFiles } from './editor/jobFiles.ts';
import { jobScheme } from './editor/jobUri.ts';
import { LocaleFileContext } from './editor/workspace/localeFileContext.ts';
import { Messages } from './editor/messages.ts';
import { hasJournal, hasOpenJobs } from './editor/session/journalMarkers.ts';
import { parseJobCommandArgument, parseReviewScope, parseSelectedJobs } from './editor/jobCommandArgument.ts';
import { registerCommand } from './editor/register.ts';
import type { Services } from './editor/session/services.ts';
import type { Session } from './editor/session/session.ts';
import { SessionHost } from './editor/session/sessionHost.ts';
import { readSettings } from './editor/settings.ts';
import { unfinishedOrdersKey } from './editor/unfinishedOrdersKey.ts';
import type { SandboxAction } from './editor/session/sandboxProcess.ts';
import { setDisplayLanguage } from './words/formatting.ts';
import { AccountTree } from './views/accountTree.ts';
import type { Grouping } from './views/jobGroups.ts';
import { JobsTree } from './views/jobsTree.ts';
import { StatusBar } from './views/statusBar.ts';
import type { PageCommands } from './webview/jobPageHost.ts';
import type { JobPages } from './webview/jobPages.ts';
import type { ReviewPages } from './webview/review/reviewPages.ts';

/** Set while the extension is active, so that `deactivate` can wait for its session to close. */
let active: SessionHost | undefined;

/**
 * The composition root. It registers what VS Code needs at activation; the client, the parsers, the commands' own code
 * and the page are loaded when they are first needed.
 */
export function activate(context: vscode.ExtensionContext): void {
  const own = <T extends Disposable>(disposable: T): T => {
    context.subscriptions.push(disposable);
    return disposable;
  };

  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  setDisplayLanguage(vscode.env.language);

  const messages = own(new Messages());
  const credentials = new CredentialStore(context.secrets);
  const sessions = own(
    new SessionHost(context, credentials, (line) => {
      messages.log(line);
    }),
  );
  active = sessions;
  const localeFiles = own(
    new LocaleFileContext((line) => {
      messages.log(line);
    }),
  );
  const services: Services = { extension: context, sessions, credentials, messages, localeFiles };

  const journals = vscode.Uri.joinPath(context.globalStorageUri, 'journals').fsPath;
  const showJobs = async (): Promise<void> => {
    if (!vscode.workspace.isTrusted) return;
    // The sandbox only has jobs ordered on this machine; a service may also have jobs of other machines or of a lost
    // journal.
    const { baseUrl } = readSettings();
    const mayHaveJobs =
      (await hasJournal(journals)) || (baseUrl !== '' && (await credentials.get(baseUrl)) !== undefined);
    if (!mayHaveJobs) return;
    // Another window may have ordered since then: its entries are in the journal.
    if (sessions.session === undefined) await refreshJobs(services, { recover: true });
    else await sessions.session.jobs.reload();
  };
  const tree = own(
    new JobsTree({
      sessions,
      workspaceState: context.workspaceState,
      onShown: () => {
        showJobs().catch((error: unknown) => {
          messages.log(`The jobs could not be shown: ${String(error)}`);
        });
      },
    }),
  );
  const account = own(
    new AccountTree(sessions, (line) => {
      messages.log(line);
    }),
  );
  own(new StatusBar(sessions));

  let pages: JobPages | undefined;
  const loadPages = async (): Promise<JobPages> => {
    const { JobPages } = await import('./webview/jobPages.ts');
    pages ??= own(new JobPages(services, pageCommands(services)));
    return pages;
  };
  own(
    vscode.window.registerCustomEditorProvider(
      jobPageType,
      {
        openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
        async resolveCustomEditor({ uri }, panel) {
          (await loadPages()).show(uri, panel);
        },
      },
      { webviewOptions: { enableFindWidget: true } },
    ),
  );
  own(
    vscode.workspace.registerFileSystemProvider(jobScheme, new JobFiles(), { isReadonly: true, isCaseSensitive: true }),
  );
  let reviewPages: ReviewPages | undefined;
  const loadReviewPages = async (): Promise<ReviewPages> => {
    const { ReviewPages } = await import('./webview/review/reviewPages.ts');
    reviewPages ??= own(new ReviewPages(services));
    return reviewPages;
  };
  own(
    vscode.window.registerWebviewPanelSerializer(reviewPageType, {
      async deserializeWebviewPanel(panel) {
        (await loadReviewPages()).restore(panel);
      },
    }),
  );
  sessions.isVisible = () => tree.visible || pages?.anyVisible === true || reviewPages?.anyVisible === true;

  const pageLoaders: PageLoaders = { loadPages, loadReviewPages };
  for (const [id, run] of Object.entries(commandTable(services, { tree, account }, pageLoaders)))
    own(registerCommand(messages, id as CommandId, run));

  const updateSandboxContext = (): void => {
    void vscode.commands.executeCommand('setContext', contextKeys.sandbox, usesSandbox());
  };
  own(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('humanTranslation.baseUrl')) updateSandboxContext();
    }),
  );
  updateSandboxContext();

  // Windows without locale files load nothing for them.
  let annotations: Promise<Disposable> | undefined;
  const annotate = (): void => {
    if (!localeFiles.hasAny) return;
    annotations ??= import('./annotations/localeFileAnnotations.ts').then(({ annotateLocaleFiles }) =>
      own(
        annotateLocaleFiles(sessions, localeFiles, (line) => {
          messages.log(line);
        }),
      ),
    );
    annotations.catch((error: unknown) => {
      messages.log(`The strings of locale files could not be annotated: ${String(error)}`);
    });
  };
  own(localeFiles.onDidChange(annotate));
  annotate();

  let notices: Promise<Disposable> | undefined;
  const followNotices = (session: Session | undefined): void => {
    void notices?.then((watching) => {
      watching.dispose();
    });
    notices =
      session === undefined
        ? undefined
        : import('./commands/jobs/showNotices.ts').then(({ watchNotices }) =>
            watchNotices(session, session.noticesFile, (line) => {
              messages.log(line);
            }),
          );
    notices?.catch((error: unknown) => {
      messages.log(`What needs a decision can't be shown: ${String(error)}`);
    });
  };

  let diagnostics: Promise<Disposable> | undefined;
  let decorations: Promise<Disposable> | undefined;
  own(
    sessions.onDidChange((session) => {
      followNotices(session);
      if (session === undefined) return;
      session.jobs.onDidDeliver((report) => {
        void import('./commands/jobs/notifyDelivery.ts').then(({ notifyDelivery }) => {
          const undo = (deliveryIds: readonly string[]): void => {
            loadDelivery()
              .then(({ undoDeliveries }) => undoDeliveries(services, deliveryIds))
              .catch((error: unknown) => messages.error(error));
          };
          notifyDelivery(report, session.jobs, { isReviewing: reviewPages?.anyVisible === true, undo });
        });
        if ([...report.held.values()].includes('leads-outside')) {
          import('./commands/confirmOutsideDelivery.ts')
            .then(({ askAboutOutsideDeliveries }) => askAboutOutsideDeliveries(context, session, report))
            .catch((error: unknown) => messages.error(error));
        }
      });
      import('./commands/jobs/askClosedFolders.ts')
        .then(({ watchClosedFolders }) =>
          watchClosedFolders(session, (line) => {
            messages.log(line);
          }),
        )
        .catch((error: unknown) => messages.error(error));
      decorations ??= import('./views/fileDecorations.ts').then(({ FileDecorations }) =>
        own(new FileDecorations(sessions)),
      );
      // The diagnostics follow the session in use, so they are created only once.
      diagnostics ??= import('./annotations/errorDiagnostics.ts').then(({ ErrorDiagnostics }) =>
        own(
          new ErrorDiagnostics(sessions, (line) => {
            messages.log(line);
          }),
        ),
      );
    }),
  );
  void resume(services, journals);
  own(vscode.workspace.onDidGrantWorkspaceTrust(() => void offerRest(services)));
  void offerRest(services);
}

/** VS Code waits a few seconds for this, so that the response to an order that is being sent reaches the journal. */
export async function deactivate(): Promise<void> {
  await active?.close();
  active = undefined;
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

async function refreshJobs(services: Services, options: { readonly recover?: boolean }): Promise<void> {
  try {
    const session = await services.sessions.open();
    await session.jobs.refresh(options);
  } catch (error) {
    // The user did not start this: the tree says that the list may be out of date, and the log has the error.
    services.messages.log(`The jobs could not be refreshed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const loadReview = () => import('./commands/jobs/reviewJobs.ts');
const loadDelivery = () => import('./commands/jobs/deliverJobs.ts');
const loadSeveral = () => import('./commands/jobs/severalJobs.ts');
const loadChanges = () => import('./commands/jobs/showChanges.ts');

/** The commands that the job page runs; errors reach the page. */
function pageCommands(services: Services): PageCommands {
  return {
    approve: async (job) => (await loadReview()).approve(services, job),
    revise: async (job) => (await loadReview()).revise(services, job),
    reject: async (job) => (await loadReview()).reject(services, job),
    cancel: async (job) => (await loadReview()).cancel(services, job),
    cancelAndOrder: async (job) => (await import('./commands/project/cancelAndOrder.ts')).cancelAndOrder(services, job),
    archive: async (job) => (await loadReview()).archive(services, job),
    deliver: async (job) => (await loadDelivery()).deliver(services, job),
    undoDelivery: async (job) => (await loadDelivery()).undo(services, job),
    showChanges: async (job) => (await loadChanges()).showChanges(services, job),
    insert: async (job) => (await loadDelivery()).insertTranslation(services, job),
    copy: async (job) => (await loadDelivery()).copyTranslation(services, job),
  };
}

interface Views {
  readonly tree: JobsTree;
  readonly account: AccountTree;
}

/** The commands of the views' titles. A grouping that is in use has a command of its own, with a check mark. */
function viewCommands({ tree, account }: Views) {
  const choose = () => import('./views/chooseJobs.ts');
  const groupBy = (grouping: Grouping) => (): Promise<void> => tree.groupBy(grouping);
  return {
    'humanTranslation.groupJobs': async () => (await choose()).chooseGrouping(tree),
    'humanTranslation.groupByStatus': groupBy('status'),
    'humanTranslation.groupedByStatus': groupBy('status'),
    'humanTranslation.groupByOrder': groupBy('order'),
    'humanTranslation.groupedByOrder': groupBy('order'),
    'humanTranslation.groupByFile': groupBy('file'),
    'humanTranslation.groupedByFile': groupBy('file'),
    'humanTranslation.groupByLocale': groupBy('locale'),
    'humanTranslation.groupedByLocale': groupBy('locale'),
    'humanTranslation.filterJobs': async () => (await choose()).chooseFilter(tree),
    'humanTranslation.clearFilter': () => {
      tree.filterBy('');
      return Promise.resolve();
    },
    'humanTranslation.refreshAccount': () => account.refresh(),
    'humanTranslation.showMoreJobs': (rowId: unknown) => {
      tree.showMore(rowId);
      return Promise.resolve();
    },
  } as const satisfies Partial<Record<CommandId, (...args: readonly unknown[]) => Promise<void>>>;
}

/** Load the pages when they are first needed. */
interface PageLoaders {
  readonly loadPages: () => Promise<JobPages>;
  readonly loadReviewPages: () => Promise<ReviewPages>;
}

function commandTable(
  services: Services,
  views: Views,
  { loadPages, loadReviewPages }: PageLoaders,
): Record<CommandId, (...args: readonly unknown[]) => Promise<void>> {
  const order = () => import('./commands/order/order.ts');
  const project = () => import('./commands/project/orderProject.ts');
  const changes = () => import('./commands/changes/reviewAsChanges.ts');
  const connection = () => import('./commands/account/connect.ts');
  const sandbox =
    (action: SandboxAction) =>
    async (job: unknown): Promise<void> =>
      (await import('./commands/jobs/sandboxJobs.ts')).moveSandboxJob(services, action, jobOf(job));
  const jobOf = parseJobCommandArgument;
  const uriOf = (argument: unknown): vscode.Uri | undefined => (argument instanceof vscode.Uri ? argument : undefined);
  const urisOf = (argument: unknown): readonly vscode.Uri[] =>
    Array.isArray(argument) ? argument.filter((one) => one instanceof vscode.Uri) : [];
  const foldersOf = (uri: unknown, selected: unknown): readonly vscode.Uri[] => {
    const folders = urisOf(selected);
    return folders.length > 0 ? folders : [uriOf(uri) ?? []].flat();
  };
  return {
    'humanTranslation.quoteSelection': async () => (await order()).runSelection(services, 'quote'),
    'humanTranslation.orderSelection': async () => (await order()).runSelection(services, 'order'),
    'humanTranslation.quoteFile': async (uri, selected) =>
      (await project()).runFiles(services, 'quote', uriOf(uri), urisOf(selected)),
    'humanTranslation.orderFile': async (uri, selected) =>
      (await project()).runFiles(services, 'order', uriOf(uri), urisOf(selected), parseLocales(selected)),
    'humanTranslation.previewSent': async (uri, selected) =>
      (await project()).runFiles(services, 'preview', uriOf(uri), urisOf(selected)),
    'humanTranslation.quoteProject': async () => (await project()).runProject(services, 'quote', []),
    'humanTranslation.orderProject': async () => (await project()).runProject(services, 'order', []),
    'humanTranslation.previewProject': async () => (await project()).runProject(services, 'preview', []),
    'humanTranslation.quoteFolder': async (uri, selected) =>
      (await project()).runProject(services, 'quote', foldersOf(uri, selected)),
    'humanTranslation.orderFolder': async (uri, selected) =>
      (await project()).runProject(services, 'order', foldersOf(uri, selected)),
    'humanTranslation.previewFolder': async (uri, selected) =>
      (await project()).runProject(services, 'preview', foldersOf(uri, selected)),
    'humanTranslation.orderRest': async () => (await import('./commands/project/orderRest.ts')).orderRest(services),
    'humanTranslation.quoteDocument': async (uri, selected) =>
      (await import('./commands/order/orderDocuments.ts')).runDocuments(services, 'quote', uri, selected),
    'humanTranslation.orderDocument': async (uri, selected) =>
      (await import('./commands/order/orderDocuments.ts')).runDocuments(services, 'order', uri, selected),
    'humanTranslation.backToQuote': async (uri) => {
      (await import('./commands/order/previewActions.ts')).answerInPreview('back', uriOf(uri));
    },
    'humanTranslation.orderPreviewed': async (uri) => {
      (await import('./commands/order/previewActions.ts')).answerInPreview('order', uriOf(uri));
    },
    'humanTranslation.checkCount': async (uri) =>
      (await import('./commands/order/checkCount.ts')).checkCount(services, uriOf(uri)),
    'humanTranslation.approve': async (job, selected) =>
      (await loadReview()).approve(services, jobOf(job), parseSelectedJobs(selected, job)),
    'humanTranslation.revise': async (job, selected) =>
      (await loadReview()).revise(services, jobOf(job), parseSelectedJobs(selected, job)),
    'humanTranslation.reject': async (job, selected) =>
      (await loadReview()).reject(services, jobOf(job), parseSelectedJobs(selected, job)),
    'humanTranslation.cancel': async (job, selected) => {
      const rows = parseSelectedJobs(selected, job);
      if (rows === undefined) await (await loadReview()).cancel(services, jobOf(job));
      else await (await loadSeveral()).cancelSelected(services, rows);
    },
    'humanTranslation.cancelOrder': async (job) =>
      (await import('./commands/jobs/reviewSelected.ts')).cancelOrderOf(services, jobOf(job)),
    'humanTranslation.archive': async (job, selected) =>
      (await loadReview()).archive(services, jobOf(job), parseSelectedJobs(selected, job)),
    'humanTranslation.orderAgain': async (job) => (await loadReview()).confirmReordering(services, jobOf(job)),
    'humanTranslation.openJob': async (job) =>
      (await import('./commands/jobs/openJob.ts')).openJob(services, await loadPages(), jobOf(job)),
    'humanTranslation.reviewTranslations': async (argument, selected) => {
      (await loadReviewPages()).open(parseReviewScope(argument, selected));
    },
    ...viewCommands(views),
    'humanTranslation.refresh': async () => (await import('./commands/jobs/refresh.ts')).refresh(services),
    'humanTranslation.showChanges': async (job) => (await loadChanges()).showChanges(services, jobOf(job)),
    'humanTranslation.reviewAsChanges': async (argument, selected) =>
      (await changes()).reviewAsChanges(services, {
        jobIds: parseReviewScope(argument, selected),
        file: uriOf(argument),
      }),
    'humanTranslation.threadReply': async (reply) => (await changes()).replyInThread(reply),
    'humanTranslation.threadRevise': async (reply) => (await changes()).reviseInThread(services, reply),
    'humanTranslation.threadApprove': async (thread) => (await changes()).approveInThread(services, thread),
    'humanTranslation.threadReject': async (thread) => (await changes()).rejectInThread(services, thread),
    'humanTranslation.threadOpenJob': async (thread) => {
      const jobId = (await changes()).jobIdOfThread(thread);
      if (jobId === undefined) return;
      await (await import('./commands/jobs/openJob.ts')).openJob(services, await loadPages(), { jobId });
    },
    'humanTranslation.threadRetry': async (comment) => (await changes()).retryInThread(comment),
    'humanTranslation.threadDiscard': async (comment) => (await changes()).discardInThread(comment),
    'humanTranslation.deliver': async (job, selected) => {
      const rows = parseSelectedJobs(selected, job);
      if (rows === undefined) await (await loadDelivery()).deliver(services, jobOf(job));
      else await (await loadSeveral()).deliverSelected(services, rows);
    },
    'humanTranslation.undoDelivery': async (job) => (await loadDelivery()).undo(services, jobOf(job)),
    'humanTranslation.insertTranslation': async (job) => (await loadDelivery()).insertTranslation(services, jobOf(job)),
    'humanTranslation.copyTranslation': async (job, selected) => {
      const rows = parseSelectedJobs(selected, job);
      if (rows === undefined) await (await loadDelivery()).copyTranslation(services, jobOf(job));
      else await (await loadSeveral()).copySelected(services, rows);
    },
    'humanTranslation.goToSource': async () => (await import('./commands/navigation/goToString.ts')).goToSource(),
    'humanTranslation.goToTranslation': async () =>
      (await import('./commands/navigation/goToString.ts')).goToTranslation(),
    'humanTranslation.connect': async () => (await connection()).connectToService(services),
    'humanTranslation.useSandbox': async () => (await connection()).useSandbox(services),
    'humanTranslation.disconnect': async () => (await connection()).disconnect(services),
    'humanTranslation.exportSpending': async (uri) =>
      (await import('./commands/account/spending.ts')).exportSpending(services, uriOf(uri)),
    'humanTranslation.setBudget': async () => (await import('./commands/account/spending.ts')).openBudgetSettings(),
    'humanTranslation.exportJournal': async (uri) =>
      (await import('./commands/account/saveJournalExport.ts')).saveJournalExport(services, uriOf(uri)),
    'humanTranslation.showLog': () => {
      services.messages.showLog();
      return Promise.resolve();
    },
    'humanTranslation.sandboxStart': sandbox('start'),
    'humanTranslation.sandboxFinish': sandbox('finish'),
    'humanTranslation.sandboxComment': sandbox('comment'),
    'humanTranslation.sandboxHold': sandbox('hold'),
    'humanTranslation.sandboxRelease': sandbox('release'),
    'humanTranslation.sandboxExpire': sandbox('expire'),
  };
}

/** Parses the second argument of a CodeLens's order (`FileArgument`); the Explorer passes the selected files instead. */
function parseLocales(argument: unknown): readonly string[] {
  const locales = isRecord(argument) ? argument['locales'] : undefined;
  return Array.isArray(locales) ? locales.filter((locale) => typeof locale === 'string') : [];
}
