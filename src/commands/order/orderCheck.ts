import * as l10n from '@vscode/l10n';
import { localeName } from '../../words/formatting.ts';
import { askWarning } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { pickMany } from '../../editor/shown/quickInput.ts';
import { join, outside, own, type Words, words } from '../../words/words.ts';
import { listSome, nameSome } from '../../words/truncatedList.ts';
import { checkOrder, type Finding } from '../../orders/check/checkOrder.ts';
import type { Plan } from '../../orders/plan/plan.ts';
import { withoutJobs, type OrderOptions, type Quote } from '../../orders/place/quote.ts';
import { privateValues, settleOrder, withTheirWholes, type PrivateValue } from '../../orders/check/settleOrder.ts';
import { otherLanguages, type OtherLanguage } from '../../orders/check/sourceLanguage.ts';
import { privateKindName, privateText, remarkLines } from '../../words/findingSentences.ts';
import { jobCountText, nothingToOrder, refusedLines } from './priceModal.ts';

/** An order that may leave. */
export interface CheckedOrder {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  /** What the person should know and may ignore, a line each. */
  readonly remarks: readonly Words[];
}

/**
 * Looks through an order before anything of it leaves, the quote included. What is private is sent only where the person ticks
 * it by name; the rest is left out. Undefined when nothing may leave, which the person knows then.
 */
export async function checkBeforeSending(plan: Plan, options: OrderOptions): Promise<CheckedOrder | undefined> {
  const findings = await withProgress(words(l10n.t('Checking the texts…')), (signal) =>
    checkOrder(plan, options, signal),
  );
  const values = privateValues(findings);
  const confirmed = values.length === 0 ? [] : await confirmByName(plan, values);
  if (confirmed === undefined) return undefined;
  const texts = new Set(confirmed.map(({ text }) => text));
  const inComment = values.filter((value) => value.inComment && !texts.has(value.text));
  if (inComment.length > 0) {
    const what = inComment.map(({ as, text }) => words(l10n.t('{0}: {1}'), privateKindName(as), privateText(as, text)));
    tellNothingSent([
      words(
        l10n.t(
          'What you say to the translators holds something that you did not confirm. Leave it out of the comment, the tone or the purpose, or confirm it:',
        ),
      ),
      ...listSome(what, namedValues),
    ]);
    return undefined;
  }
  const settled = settleOrder(plan, findings, texts);
  if (settled.jobs.length > 0) return { plan: settled, findings, remarks: remarkLines(plan, findings) };
  tellNothingSent([
    ...(settled.skipped.length > 0 ? [nothingToOrder(settled)] : []),
    ...((settled.refused ?? []).length > 0 ? refusedLines(settled) : []),
  ]);
  return undefined;
}

function tellNothingSent(lines: readonly Words[]): void {
  void askWarning({ message: words(l10n.t('Nothing was sent.')), detail: join(lines, '\n') });
}

const namedValues = 8;
const namedPlaces = 3;

/** Asks which of the private things may be sent; none is ticked before. Undefined when the person leaves. */
async function confirmByName(
  plan: Plan,
  values: readonly PrivateValue[],
): Promise<readonly PrivateValue[] | undefined> {
  const result = await pickMany<PrivateValue>({
    place: { title: words(l10n.t('Looks Private: What May Be Sent?')), step: 1, totalSteps: 1 },
    placeholder: words(l10n.t('Tick what may be sent. What holds anything else is left out.')),
    items: values.map((value) => ({
      label: outside(privateText(value.as, value.text)),
      description: privateKindName(value.as),
      detail: whereIs(plan, value),
      value,
    })),
    selected: () => false,
  });
  return result.kind === 'answer' ? result.value : undefined;
}

function whereIs(plan: Plan, { jobs, notes, inComment }: PrivateValue): Words {
  const titles = (indexes: readonly number[]): readonly string[] => [
    ...new Set(indexes.map((index) => plan.jobs[index]?.title ?? '')),
  ];
  const [inTexts, inNotes] = [titles(jobs), titles(notes)];
  const parts: Words[] = [];
  if (inComment) parts.push(words(l10n.t('in what you say to all translators')));
  if (inTexts.length > 0)
    parts.push(words(l10n.t('in {0}: {1}'), jobCountText(plan, inTexts.length), nameSome(inTexts, namedPlaces)));
  if (inNotes.length > 0)
    parts.push(
      inNotes.length === 1
        ? words(l10n.t('in the note of {0}, which else goes without it'), nameSome(inNotes, namedPlaces))
        : words(
            l10n.t('in the notes of {0} texts, which else go without it: {1}'),
            inNotes.length,
            nameSome(inNotes, namedPlaces),
          ),
    );
  return join(parts, '; ');
}

/** Lines on the texts that the service takes for another language than the declared one. */
export function languageLines(quote: Quote): readonly Words[] {
  const byLanguage = new Map<string, OtherLanguage[]>();
  for (const other of otherLanguages(quote))
    byLanguage.set(other.detected, [...(byLanguage.get(other.detected) ?? []), other]);
  const declared = localeName(quote.plan.sourceLocale);
  return [...byLanguage].map(([locale, others]) => {
    const titles = [...new Set(others.map(({ job }) => job.title))].map((title) => words(l10n.t('“{0}”'), title));
    return words(
      l10n.t('The service reads {0} as {1}, not {2}: {3}'),
      jobCountText(quote.plan, titles.length),
      localeName(locale),
      declared,
      nameSome(titles, namedPlaces),
    );
  });
}

/** Asks whether to go on with texts that the service takes for another language. Undefined when the person does not, or nothing is left. */
export async function confirmLanguages(quote: Quote): Promise<Quote | undefined> {
  const others = otherLanguages(quote);
  if (others.length === 0) return quote;
  const goOn = words(l10n.t('Go On with All'));
  const leaveOut = words(l10n.t('Leave Them Out'));
  const skipped = withTheirWholes(
    quote.plan.jobs,
    others.map(({ job }) => job),
  );
  const hasRest = skipped.size < quote.plan.jobs.length;
  const chosen = await askWarning(
    {
      message: words(l10n.t('Some texts may not be in {0}.'), localeName(quote.plan.sourceLocale)),
      detail: join(
        [
          ...languageLines(quote),
          own(''),
          words(
            l10n.t('Translators from {0} are offered them. Short texts are easily mistaken.'),
            localeName(quote.plan.sourceLocale),
          ),
        ],
        '\n',
      ),
    },
    goOn,
    ...(hasRest ? [leaveOut] : []),
  );
  if (chosen === goOn) return quote;
  return chosen === leaveOut ? withoutJobs(quote, skipped) : undefined;
}
