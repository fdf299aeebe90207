import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import type { LocaleFileContext } from '../editor/workspace/localeFileContext.ts';
import { JobHover } from './jobHover.ts';
import { JobLenses } from './jobLenses.ts';
import { JobsOfStrings } from './jobsOfStrings.ts';
import { LocaleFileReader } from './localeFileReader.ts';
import { MissingLenses } from './missingLenses.ts';

/** VS Code asks for annotations of every file; the providers answer at once if it is not a locale file. */
const anyFile: vscode.DocumentSelector = '*';

/** Registers what is shown at the strings of locale files. Nothing is polled: the lenses follow the jobs and files. */
export function annotateLocaleFiles(
  sessions: SessionHost,
  localeFiles: LocaleFileContext,
  log: (line: string) => void,
): Disposable {
  const store = new DisposableStore();
  const reader = store.add(new LocaleFileReader(localeFiles, log));
  const jobs = new JobsOfStrings(sessions);
  const missingLenses = new MissingLenses(sessions, reader, log);
  const jobLenses = new JobLenses(jobs, reader);
  const refresh = (): void => {
    missingLenses.refresh();
    jobLenses.refresh();
  };
  let shownJobs = sessions.session?.jobs.all;
  let jobsSubscription: Disposable | undefined;
  const followJobs = (): void => {
    jobsSubscription?.dispose();
    const { session } = sessions;
    jobsSubscription = session?.jobs.onDidChange(() => {
      // Views are also notified of the time and of the state of a refresh.
      if (session.jobs.all === shownJobs) return;
      shownJobs = session.jobs.all;
      refresh();
    });
    shownJobs = session?.jobs.all;
    refresh();
  };
  store.add({ dispose: () => jobsSubscription?.dispose() });
  store.add(sessions.onDidChange(followJobs));
  store.add(reader.onDidChange(refresh));
  store.add(
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      missingLenses.forget(uri);
    }),
  );
  store.add(vscode.languages.registerCodeLensProvider(anyFile, missingLenses));
  store.add(vscode.languages.registerCodeLensProvider(anyFile, jobLenses));
  store.add(vscode.languages.registerHoverProvider(anyFile, new JobHover(jobs, reader)));
  followJobs();
  return store;
}
