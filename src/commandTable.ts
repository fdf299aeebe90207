import type { CommandId } from './editor/commandIds.ts';
import { foldersOf, localesOf, uriOf, urisOf } from './editor/fileArguments.ts';
import { parseJobCommandArgument, parseJobsCommandArgument, parseReviewScope } from './editor/jobCommandArgument.ts';
import type { SandboxAction } from './editor/session/sandboxProcess.ts';
import type { Services } from './editor/session/services.ts';
import { viewCommands, type Views } from './views/viewCommands.ts';
import type { PageCommands } from './webview/job/host/jobPageHost.ts';
import type { JobPages } from './webview/job/host/jobPages.ts';
import type { ReviewPages } from './webview/review/host/reviewPages.ts';

/** The code of a command. */
export type Run = (...args: readonly unknown[]) => Promise<void>;

const loadReview = () => import('./commands/jobs/reviewJobs.ts');
const loadClosing = () => import('./commands/jobs/closeJobs.ts');
const loadDelivery = () => import('./commands/jobs/deliverJobs.ts');
const loadChanges = () => import('./commands/jobs/showChanges.ts');

/** Returns the commands that the job page runs; errors reach the page. */
export function pageCommands(services: Services): PageCommands {
  return {
    approve: async (job) => (await loadReview()).approve(services, job),
    revise: async (job) => (await loadReview()).revise(services, job),
    reject: async (job) => (await loadReview()).reject(services, job),
    cancel: async (job) => (await loadClosing()).cancel(services, job),
    cancelAndOrder: async (job) => (await import('./commands/project/cancelAndOrder.ts')).cancelAndOrder(services, job),
    archive: async (job) => (await loadClosing()).archive(services, job),
    deliver: async (job) => (await loadDelivery()).deliver(services, job),
    undoDelivery: async (job) => (await loadDelivery()).undo(services, job),
    showChanges: async (job) => (await loadChanges()).showChanges(services, job),
    insert: async (job) => (await loadDelivery()).insertTranslation(services, job),
    copy: async (job) => (await loadDelivery()).copyTranslation(services, job),
  };
}

/** Load the pages when they are first needed. */
export interface PageLoaders {
  readonly loadPages: () => Promise<JobPages>;
  readonly loadReviewPages: () => Promise<ReviewPages>;
}

/** Returns the code of each command, which is loaded when it first runs. */
export function commandTable(
  services: Services,
  views: Views,
  { loadPages, loadReviewPages }: PageLoaders,
): Record<CommandId, Run> {
  const order = () => import('./commands/order/runScope.ts');
  const project = () => import('./commands/project/runProject.ts');
  const changes = () => import('./commands/changes/reviewAsChanges.ts');
  const connection = () => import('./commands/account/connect.ts');
  const sandbox =
    (action: SandboxAction) =>
    async (job: unknown): Promise<void> =>
      (await import('./commands/jobs/moveSandboxJob.ts')).moveSandboxJob(services, action, jobOf(job));
  const jobOf = parseJobCommandArgument;
  const jobsOf = parseJobsCommandArgument;
  return {
    'humanTranslation.quoteSelection': async () => (await order()).runSelection(services, 'quote'),
    'humanTranslation.orderSelection': async () => (await order()).runSelection(services, 'order'),
    'humanTranslation.quoteFile': async (uri, selected) =>
      (await project()).runFiles(services, 'quote', { uri: uriOf(uri), selected: urisOf(selected) }),
    'humanTranslation.orderFile': async (uri, selected) =>
      (await project()).runFiles(services, 'order', {
        uri: uriOf(uri),
        selected: urisOf(selected),
        locales: localesOf(selected),
      }),
    'humanTranslation.previewSent': async (uri, selected) =>
      (await project()).runFiles(services, 'preview', { uri: uriOf(uri), selected: urisOf(selected) }),
    'humanTranslation.quoteProject': async () => (await project()).runProject(services, 'quote', []),
    'humanTranslation.orderProject': async () => (await project()).runProject(services, 'order', []),
    'humanTranslation.orderBranch': async () => (await project()).orderBranch(services),
    'humanTranslation.previewProject': async () => (await project()).runProject(services, 'preview', []),
    'humanTranslation.quoteFolder': async (uri, selected) =>
      (await project()).runProject(services, 'quote', foldersOf(uri, selected)),
    'humanTranslation.orderFolder': async (uri, selected) =>
      (await project()).runProject(services, 'order', foldersOf(uri, selected)),
    'humanTranslation.previewFolder': async (uri, selected) =>
      (await project()).runProject(services, 'preview', foldersOf(uri, selected)),
    'humanTranslation.orderRest': async () => (await import('./commands/project/orderRest.ts')).orderRest(services),
    'humanTranslation.quoteDocument': async (uri, selected) =>
      (await import('./commands/order/runDocuments.ts')).runDocuments(services, 'quote', uri, selected),
    'humanTranslation.orderDocument': async (uri, selected) =>
      (await import('./commands/order/runDocuments.ts')).runDocuments(services, 'order', uri, selected),
    'humanTranslation.backToQuote': async (uri) => {
      (await import('./commands/order/previewActions.ts')).answerInPreview('back', uriOf(uri));
    },
    'humanTranslation.orderPreviewed': async (uri) => {
      (await import('./commands/order/previewActions.ts')).answerInPreview('order', uriOf(uri));
    },
    'humanTranslation.checkCount': async (uri) =>
      (await import('./commands/order/checkCount.ts')).checkCount(services, uriOf(uri)),
    'humanTranslation.approve': async (job, selected) => (await loadReview()).approve(services, jobsOf(job, selected)),
    'humanTranslation.revise': async (job, selected) => (await loadReview()).revise(services, jobsOf(job, selected)),
    'humanTranslation.reject': async (job, selected) => (await loadReview()).reject(services, jobsOf(job, selected)),
    'humanTranslation.cancel': async (job, selected) => (await loadClosing()).cancel(services, jobsOf(job, selected)),
    'humanTranslation.cancelOrder': async (job) => (await loadClosing()).cancelOrderOf(services, jobOf(job)),
    'humanTranslation.archive': async (job, selected) => (await loadClosing()).archive(services, jobsOf(job, selected)),
    'humanTranslation.orderAgain': async (job) => (await loadClosing()).confirmReordering(services, jobOf(job)),
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
    'humanTranslation.deliver': async (job, selected) =>
      (await loadDelivery()).deliver(services, jobsOf(job, selected)),
    'humanTranslation.undoDelivery': async (job) => (await loadDelivery()).undo(services, jobOf(job)),
    'humanTranslation.insertTranslation': async (job) => (await loadDelivery()).insertTranslation(services, jobOf(job)),
    'humanTranslation.copyTranslation': async (job, selected) =>
      (await loadDelivery()).copyTranslation(services, jobsOf(job, selected)),
    'humanTranslation.goToSource': async () => (await import('./commands/navigation/goToString.ts')).goToSource(),
    'humanTranslation.goToTranslation': async () =>
      (await import('./commands/navigation/goToString.ts')).goToTranslation(),
    'humanTranslation.connect': async () => (await connection()).connectToService(services),
    'humanTranslation.useSandbox': async () => (await connection()).useSandbox(services),
    'humanTranslation.disconnect': async () => (await connection()).disconnect(services),
    'humanTranslation.switchService': async (account) => (await connection()).offerSwitch(services, account),
    'humanTranslation.exportSpending': async (uri) =>
      (await import('./commands/account/spending.ts')).exportSpending(services, uriOf(uri)),
    'humanTranslation.setBudget': async () => (await import('./commands/account/spending.ts')).openBudgetSettings(),
    'humanTranslation.exportJournal': async (uri) =>
      (await import('./commands/account/saveJournalExport.ts')).saveJournalExport(services, uriOf(uri)),
    'humanTranslation.openSample': async () => (await import('./commands/samples/openSample.ts')).openSample(services),
    'humanTranslation.reportIssue': async () =>
      (await import('./commands/support/reportIssue.ts')).reportIssue(services),
    'humanTranslation.showLog': () => {
      services.messages.showLog();
      return Promise.resolve();
    },
    'humanTranslation.accessibilityHelp': async (part) =>
      (await import('./commands/help/showAccessibilityHelp.ts')).showAccessibilityHelp(services.extension, part),
    'humanTranslation.sandboxStart': sandbox('start'),
    'humanTranslation.sandboxFinish': sandbox('finish'),
    'humanTranslation.sandboxComment': sandbox('comment'),
    'humanTranslation.sandboxHold': sandbox('hold'),
    'humanTranslation.sandboxRelease': sandbox('release'),
    'humanTranslation.sandboxExpire': sandbox('expire'),
  };
}
