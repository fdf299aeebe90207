import * as vscode from 'vscode';
import type { CommandId, FileArgument } from '../editor/commandIds.ts';
import { knownTables, serviceTables } from '../editor/session/serviceTables.ts';
import type { Session } from '../editor/session/session.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { readAnnotationSettings, readSettings } from '../editor/settings.ts';
import { codeLens, resolveLens, type ShownCommand } from '../editor/shown/inEditors.ts';
import { folderPorts } from '../editor/workspace/gapPorts.ts';
import { noHistory } from '../orders/model/plan/planHistory.ts';
import { pricesOf, type Prices, countMissing, type MissingStrings } from '../orders/spend/place/estimate.ts';
import { TranslationGaps } from '../orders/units/gaps/translationGaps.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { unitTypeOf, type UnitType } from '../words/jobLabels.ts';
import { missingText } from './annotationSentences.ts';
import type { LocaleFileReader } from './localeFileReader.ts';

/** The missing strings of a source file, and the state for which they were counted. */
interface MissingCount {
  /** The reader's version of the document. */
  readonly version: string;
  readonly jobs: readonly TrackedJob[] | undefined;
  readonly sourceLocale: string;
  readonly hasPrices: boolean;
  readonly missing: MissingStrings;
  readonly unitType: UnitType | undefined;
}

/**
 * Shows above the first line of a source file how many strings its translations lack. They are counted when the line
 * is visible, as the order wizard counts them, and again only after a change. Nothing is sent; the service's tables of
 * languages and prices are requested once, if a session is open.
 */
export class MissingLenses implements vscode.CodeLensProvider {
  readonly #sessions: Pick<SessionHost, 'session'>;
  readonly #reader: LocaleFileReader;
  readonly #log: (line: string) => void;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #countByUri = new Map<string, MissingCount>();
  readonly #documentOfLens = new WeakMap<vscode.CodeLens, vscode.TextDocument>();
  /** The source locales whose prices were requested, for each session. */
  readonly #requestedLocales = new WeakMap<Session, Set<string>>();

  constructor(sessions: Pick<SessionHost, 'session'>, reader: LocaleFileReader, log: (line: string) => void) {
    this.#sessions = sessions;
    this.#reader = reader;
    this.#log = log;
  }

  readonly onDidChangeCodeLenses = this.#changed.event;

  /** Asks VS Code to show the lenses again, because something has changed. */
  refresh(): void {
    this.#changed.fire();
  }

  /** Forgets a document that was closed. */
  forget(uri: vscode.Uri): void {
    this.#countByUri.delete(uri.toString());
  }

  async provideCodeLenses(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[]> {
    if (!this.#reader.isLocaleFile(document) || !readAnnotationSettings(document.uri).missing) return [];
    const file = await this.#reader.read(document);
    if (file === undefined || file.into !== undefined || token.isCancellationRequested) return [];
    const lastCount = this.#countByUri.get(document.uri.toString());
    let currentCount = lastCount !== undefined && this.#isCurrent(document, lastCount) ? lastCount : undefined;
    // A file that was complete is counted at once: a lens that appears only for a moment would move its lines.
    if (currentCount === undefined && lastCount?.missing.count === 0) currentCount = await this.#count(document, token);
    if (currentCount?.missing.count === 0) return [];
    const lens = codeLens(new vscode.Range(0, 0, 0, 0), currentCount && shownLens(document, currentCount));
    this.#documentOfLens.set(lens, document);
    return [lens];
  }

  async resolveCodeLens(lens: vscode.CodeLens, token: vscode.CancellationToken): Promise<vscode.CodeLens> {
    const document = this.#documentOfLens.get(lens);
    const currentCount = document === undefined ? undefined : await this.#count(document, token);
    if (document === undefined || currentCount === undefined) return resolveLens(lens, undefined);
    // An empty lens takes up a line until it is asked for again.
    if (currentCount.missing.count === 0) this.refresh();
    return resolveLens(lens, currentCount.missing.count === 0 ? undefined : shownLens(document, currentCount));
  }

  /** Returns whether a count needs not be made again: the document, the jobs and the known prices are the same. */
  #isCurrent(document: vscode.TextDocument, { version, jobs, sourceLocale, hasPrices }: MissingCount): boolean {
    const { session } = this.#sessions;
    const lacksKnownPrices = !hasPrices && session !== undefined && knowsPrices(session, sourceLocale);
    return version === this.#reader.versionOf(document) && jobs === session?.jobs.all && !lacksKnownPrices;
  }

  /** Counts the missing strings of a document; undefined if it is no longer asked for, or can't be read. */
  async #count(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<MissingCount | undefined> {
    const lastCount = this.#countByUri.get(document.uri.toString());
    if (lastCount !== undefined && this.#isCurrent(document, lastCount)) return lastCount;
    const version = this.#reader.versionOf(document);
    const stop = new AbortController();
    const subscription = token.onCancellationRequested(() => {
      stop.abort();
    });
    if (token.isCancellationRequested) stop.abort();
    try {
      const file = await this.#reader.read(document);
      if (file === undefined || stop.signal.aborted) return undefined;
      const { session } = this.#sessions;
      const jobs = session?.jobs.all;
      const { tier } = readSettings(document.uri);
      const { source } = file;
      const sourceLocale = source.locale;
      const { codes, languages } = knownTables(session, sourceLocale);
      const prices = session === undefined ? undefined : this.#pricesIn(session, sourceLocale);
      const history = session === undefined ? noHistory : await session.jobs.orderHistory([source]);
      const gaps = new TranslationGaps([source], { history, languages: codes }, folderPorts);
      const missing = await countMissing(gaps, { tier, prices }, stop.signal);
      const unitType = unitTypeOf(sourceLocale, languages);
      const currentCount = { version, jobs, sourceLocale, hasPrices: prices !== undefined, missing, unitType };
      this.#countByUri.set(document.uri.toString(), currentCount);
      return currentCount;
    } catch (error) {
      if (!stop.signal.aborted)
        this.#log(`The missing strings of ${document.uri.path} could not be counted: ${String(error)}`);
      return undefined;
    } finally {
      subscription.dispose();
    }
  }

  /** Returns the prices of a session for a source locale; requests them if they are not known yet. */
  #pricesIn(session: Session, sourceLocale: string): Prices | undefined {
    const { languages, pairs, sources } = knownTables(session, sourceLocale);
    if (pairs !== undefined) return pricesOf(sources, { pairs, languages }, session.jobs.all);
    this.#requestPrices(session, sourceLocale);
    return undefined;
  }

  /** Requests the prices for a source locale, once for each session: a failure is not repeated here. */
  #requestPrices(session: Session, locale: string): void {
    const requestedLocales = this.#requestedLocales.get(session) ?? new Set<string>();
    this.#requestedLocales.set(session, requestedLocales);
    if (requestedLocales.has(locale)) return;
    requestedLocales.add(locale);
    const { client, log } = session.context;
    const load = async (): Promise<void> => {
      const pairs = await serviceTables(client, log).pairsFrom(locale);
      if (pairs.length > 0) this.refresh();
    };
    load().catch((error: unknown) => {
      this.#log(`The prices for missing strings could not be loaded: ${String(error)}`);
    });
  }
}

function knowsPrices({ context: { client, log } }: Session, sourceLocale: string): boolean {
  return serviceTables(client, log).loaded(sourceLocale).pairs !== undefined;
}

function shownLens({ uri }: vscode.TextDocument, { missing, unitType }: MissingCount): ShownCommand {
  return {
    title: missingText(missing, unitType),
    command: 'humanTranslation.orderFile' satisfies CommandId,
    args: [uri, { locales: missing.locales } satisfies FileArgument],
  };
}
