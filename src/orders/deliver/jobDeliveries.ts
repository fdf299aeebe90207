import { errorMessage } from '../../base/errorMessage.ts';
import { failureOf } from '../../base/failureOf.ts';
import { present } from '../../base/present.ts';
import type { Job } from '../../service/interface/records.ts';
import type { CallOptions } from '../../service/interface/serviceClient.ts';
import type { DeliveryContext, ServiceAccess } from '../journal/account/orderContext.ts';
import { deliverJobs, undeliveredUnits, type DeliverableJob } from './deliver.ts';
import { deliverDocument, downloadDocument, undeliveredDocuments } from './deliverDocument.ts';
import { choosePlace, findPlaces, keepUndelivered, type PlaceSearch } from './followMoves.ts';
import { joinReports, type DeliveryOptions, type DeliveryReport } from './deliveryReport.ts';
import { hasBegunWrites, settleDeliveries } from './settleDeliveries.ts';
import { documentOf, unitsOf, type JobRecord } from '../journal/ledger.ts';
import { OrderError } from '../model/orderError.ts';
import { hasErrors, isExpectedHold, isFinished, type HoldReason, isReady } from '../model/trackedJob.ts';
import { messageIdentity, unitIdentity } from '../model/unitName.ts';
import type { UnitRef } from '../model/unitRef.ts';
import type { SourceIndex } from '../units/source/sourceIndex.ts';
import { checkTranslation, hashOfDocument, type CheckedTranslation } from './checkedTranslation.ts';
import { sha256 } from '../model/hash.ts';

/** The service's latest answers about jobs. */
export interface ServiceAnswers {
  get(jobId: string): Job | undefined;
}

/** Delivers approved jobs, and records why the others are held. */
export class JobDeliveries {
  readonly #context: DeliveryContext & ServiceAccess;
  readonly #service: ServiceAnswers;
  readonly #sources: SourceIndex;
  readonly #onReport: (report: DeliveryReport) => void;
  /** By job id: the last checked answer of the service, and the result. */
  readonly #checked = new Map<string, { readonly job: Job; readonly result: CheckedTranslation | undefined }>();
  readonly #held = new Map<string, HoldReason>();
  /** By job id: the version (`hashOfDocument`) of a document that hides something, and isn't downloaded again. */
  readonly #hidingDocuments = new Map<string, string>();
  /** By job id: the version of a document that the user viewed, and the hash of its content. */
  readonly #viewedDocuments = new Map<string, { readonly version: string; readonly contentHash: string }>();
  #version = 0;

  /** `onReport` is called with the written files and changed hold reasons that this window should report. */
  constructor(
    context: DeliveryContext & ServiceAccess,
    { service, sources }: { readonly service: ServiceAnswers; readonly sources: SourceIndex },
    onReport: (report: DeliveryReport) => void,
  ) {
    this.#context = context;
    this.#service = service;
    this.#sources = sources;
    this.#onReport = onReport;
  }

  /** Increases when a hold reason changes. */
  get version(): number {
    return this.#version;
  }

  /** Why approved translations have not been delivered, by job id. */
  get held(): ReadonlyMap<string, HoldReason> {
    return this.#held;
  }

  /** Finishes or reverts the deliveries that a crash interrupted. Needs no answer from the service. */
  async settleInterrupted(): Promise<void> {
    const { journal, log } = this.#context;
    if (!hasBegunWrites(this.#context)) return;
    try {
      const { written } = await journal.exclusively(() => settleDeliveries(this.#context));
      // Held jobs are reported later, together with all others.
      this.#applyReport([], { written, held: new Map() });
    } catch (error) {
      // Another window is delivering at this moment, and will settle them.
      log(`Interrupted deliveries could not be looked at: ${errorMessage(error)}`);
    }
  }

  /** Delivers all approved translations without errors. Rejects with the error of `choose`. */
  async deliverApproved({ inBackground = false, choose, ...options }: DeliveryOptions = {}): Promise<void> {
    const accepts = await choose?.();
    const isChosen = (unit: UnitRef): boolean => accepts?.(unit) !== false;
    const readyJobs: DeliverableJob[] = [];
    const readyDocuments: { readonly record: JobRecord; readonly job: Job }[] = [];
    const held = new Map<string, HoldReason>();
    for (const record of this.#context.ledger.undeliveredJobs()) {
      const { jobId } = record;
      const job = this.#service.get(jobId);
      if (job === undefined || !isFinished(job)) continue;
      if (isReady(job) && undeliveredDocuments(this.#context.ledger, record).some(isChosen)) {
        if (this.#hidingDocuments.get(jobId) === hashOfDocument(record, job)) held.set(jobId, 'problems');
        else readyDocuments.push({ record, job });
      }
      const undelivered = undeliveredUnits(this.#context.ledger, record).filter(isChosen);
      if (undelivered.length === 0) continue;
      const checked = this.check(record, job);
      if (checked === undefined) continue;
      if (undelivered.every((unit) => this.#context.findProject(unit.project) === undefined))
        held.set(jobId, 'no-project');
      else if (!record.override && hasErrors(checked)) held.set(jobId, 'problems');
      else if (record.isUnseen) held.set(jobId, 'not-seen');
      else readyJobs.push({ record, text: checked.text, force: false, ...present({ accepts }) });
    }

    const reports: DeliveryReport[] = [{ written: [], held }];
    const errors: unknown[] = [];
    // A delivery that fails must not stop the others.
    const attempt = async (deliver: () => Promise<DeliveryReport>): Promise<void> => {
      const failure = await failureOf(async () => void reports.push(await deliver()));
      if (failure !== undefined) errors.push(failure.error);
    };
    if (readyJobs.length > 0) await attempt(() => deliverJobs(this.#context, readyJobs, this.#sources));
    for (const { record, job } of readyDocuments) {
      await attempt(async () => {
        const report = await deliverDocument({ context: this.#context, record, job, overwrite: 'wait' }, options);
        if (report.held.get(record.jobId) === 'problems')
          this.#hidingDocuments.set(record.jobId, hashOfDocument(record, job));
        return report;
      });
    }
    const report = joinReports(reports);
    this.#applyReport([...this.#held.keys()], inBackground ? { ...report, inBackground } : report);
    if (errors.length > 0) throw errors[0];
  }

  /** Returns the ids of jobs whose approved document isn't ready yet or failed to download: they are fetched again. */
  awaitedFiles(): readonly string[] {
    return [...this.#context.ledger.undeliveredJobs()].flatMap((record) => {
      const job = this.#service.get(record.jobId);
      const isAwaited =
        job !== undefined &&
        isFinished(job) &&
        record.closedAs === undefined &&
        (!isReady(job) || this.#held.get(record.jobId) === 'not-downloaded');
      if (!isAwaited || undeliveredDocuments(this.#context.ledger, record).length === 0) return [];
      return [record.jobId];
    });
  }

  /** Downloads a job's file for viewing. Rejects with OrderError 'unknown-job', or as `downloadDocument`. */
  async translatedDocument(jobId: string, options: CallOptions = {}): Promise<Uint8Array> {
    const job = this.#service.get(jobId);
    if (job === undefined) throw new OrderError('unknown-job', jobId);
    const bytes = await downloadDocument(this.#context, job, options);
    this.#viewedDocuments.set(jobId, { version: hashOfDocument(this.#record(jobId), job), contentHash: sha256(bytes) });
    return bytes;
  }

  /**
   * Downloads a job's translated file again if it was viewed in this window, and returns whether it is still the same.
   * Returns true if its current version was not viewed. Rejects with the errors of `files.download`.
   */
  async isAsViewed(record: JobRecord, job: Job, options: CallOptions): Promise<boolean> {
    const viewed = this.#viewedDocuments.get(record.jobId);
    if (viewed === undefined || viewed.version !== hashOfDocument(record, job)) return true;
    return sha256(await downloadDocument(this.#context, job, options)) === viewed.contentHash;
  }

  /**
   * Delivers one approved translation even if the source or the target changed since the order, or its delivery was
   * undone. A document replaces a file only with `replace`. Rejects with OrderError 'unknown-job', 'wrong-state'.
   */
  async deliver(jobId: string, { replace = false }: { readonly replace?: boolean } = {}): Promise<DeliveryReport> {
    const record = this.#record(jobId);
    const job = this.#service.get(jobId);
    if (job === undefined || !isFinished(job)) throw new OrderError('wrong-state', jobId);
    const report =
      documentOf(record) === undefined
        ? await this.#deliverText(record, job)
        : await deliverDocument({ context: this.#context, record, job, overwrite: replace ? 'replace' : 'write' });
    this.#applyReport([jobId], report);
    return report;
  }

  async #deliverText(record: JobRecord, job: Job): Promise<DeliveryReport> {
    const { jobId } = record;
    const { journal, clock } = this.#context;
    const checked = this.check(record, job);
    if (checked === undefined) throw new OrderError('wrong-state', jobId);
    const isMessage = unitsOf(record).some(({ branch }) => branch !== undefined);
    // Journals that the user accepts the errors: if the message waits for other branches, it is delivered with them.
    if (isMessage && hasErrors(checked) && !record.override)
      await journal.append({ type: 'approved', jobId, at: clock.now(), override: true });
    const otherBranches = isMessage ? this.#otherBranches(record) : [];
    return deliverJobs(this.#context, [{ record, text: checked.text, force: true }, ...otherBranches], this.#sources);
  }

  /** Returns the places where a job's strings may be, see `findPlaces`. Rejects with OrderError 'unknown-job'. */
  async placesOf(jobId: string, options: Pick<PlaceSearch, 'translatedToo'>): Promise<readonly UnitRef[]> {
    const search = { ...options, searchIndex: this.#sources };
    const compared = await findPlaces(this.#context, this.#record(jobId), search);
    const places = compared.flatMap(({ state }) => (state.kind === 'ambiguous' ? state.places : []));
    return [...new Map(places.map((place) => [unitIdentity(place), place])).values()];
  }

  /** Records the user's decision where a job's string is. Rejects with OrderError 'wrong-state' or 'unknown-job'. */
  async choosePlace(jobId: string, place: UnitRef, options: Pick<PlaceSearch, 'translatedToo'>): Promise<void> {
    await choosePlace(this.#context, this.#record(jobId), place, { ...options, searchIndex: this.#sources });
  }

  /** Records that a job's strings whose keys are gone get no translation. Rejects as `keepUndelivered`. */
  async keep(jobId: string): Promise<void> {
    await keepUndelivered(this.#context, this.#record(jobId), this.#sources);
  }

  /** Returns the approved other branches of a job's messages. */
  #otherBranches(record: JobRecord): readonly DeliverableJob[] {
    const branches = unitsOf(record).filter(({ branch }) => branch !== undefined);
    const messages = new Set(branches.map(messageIdentity));
    return [...this.#context.ledger.jobs.values()].flatMap((other) => {
      const isOfMessages = unitsOf(other).some((unit) => messages.has(messageIdentity(unit)));
      if (other === record || !isOfMessages) return [];
      const job = this.#service.get(other.jobId);
      if (job === undefined || !isFinished(job)) return [];
      const checked = this.check(other, job);
      if (checked === undefined || (hasErrors(checked) && !other.override)) return [];
      return [{ record: other, text: checked.text, force: false, only: messages }];
    });
  }

  /**
   * Takes over the hold reasons of a report, and reports the changes. `considered` are the ids of jobs that the report
   * fully describes: such a job without a hold reason is no longer held.
   */
  #applyReport(considered: readonly string[], { written, held, inBackground }: DeliveryReport): void {
    const changedReasons = [...held].filter(([jobId, reason]) => this.#held.get(jobId) !== reason);
    const releasedJobs = considered.filter((jobId) => !held.has(jobId));
    for (const jobId of releasedJobs) this.#held.delete(jobId);
    for (const [jobId, reason] of changedReasons) this.#held.set(jobId, reason);
    const changeCount = changedReasons.length + releasedJobs.length;
    if (changeCount > 0) this.#version += 1;
    if (changeCount === 0 && written.length === 0) return;
    // A job of another folder is reported by the window with that folder. Waiting for other branches, or for another
    // branch of the repository to be checked out, is expected.
    const toReport = changedReasons.filter(([, reason]) => !isExpectedHold(reason));
    this.#onReport(present({ written, held: new Map(toReport), inBackground }));
  }

  /** Returns the restored and checked translation of a job, computed once for each answer of the service. */
  check(record: JobRecord, job: Job): CheckedTranslation | undefined {
    const cached = this.#checked.get(record.jobId);
    if (cached?.job === job) return cached.result;
    const result = checkTranslation(record, job);
    this.#checked.set(record.jobId, { job, result });
    return result;
  }

  /** Identifies the translation that a user decides on; undefined while the job has none. */
  versionOf(record: JobRecord, job: Job): string | undefined {
    if (documentOf(record) === undefined) return this.check(record, job)?.hash;
    if (job.status === 'reviewable') return hashOfDocument(record, job);
    return undefined;
  }

  #record(jobId: string): JobRecord {
    const record = this.#context.ledger.jobs.get(jobId);
    if (record === undefined) throw new OrderError('unknown-job', jobId);
    return record;
  }
}
