import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { localeName } from '../../words/formatting.ts';
import { plain } from '../../words/plain.ts';
import { join, outside, own, type Words, words } from '../../words/words.ts';
import { listSome } from '../../words/truncatedList.ts';
import { tierLabel } from '../../words/tierLabel.ts';
import type { Plan, PlannedJob, SkipReason } from '../../orders/plan/plan.ts';
import { jobComment, type OrderOptions } from '../../orders/place/quote.ts';
import { codeLines, jobCountText, refusedLines, skipReason } from './priceModal.ts';
import { previewOf } from '../previews.ts';

/** An order as it would leave. */
export interface SentOrder {
  readonly plan: Plan;
  readonly options: OrderOptions;
  /** Title of the glossary that was chosen. */
  readonly glossary: string | undefined;
  /** What was found in the texts, a line each. */
  readonly remarks: readonly Words[];
  /** The service was given the texts to say what they cost. */
  readonly isQuoted: boolean;
}

/** Opens a document of what would be sent. It is plain text: nothing in it is drawn as anything else. */
export async function showSentPreview(extension: vscode.ExtensionContext, order: SentOrder): Promise<void> {
  const uri = previewOf(extension, `${plain(words(l10n.t('What Is Sent')))}.txt`, order.plan.project, sentText(order));
  const opened = await vscode.workspace.openTextDocument(uri);
  const document =
    opened.languageId === 'plaintext' ? opened : await vscode.languages.setTextDocumentLanguage(opened, 'plaintext');
  await vscode.window.showTextDocument(document, { preview: true });
}

const rule = '─'.repeat(72);
/** Texts that are left out are named, but not thousands of them. */
const namedUnits = 100;

/** Everything that translators would be given, job by job in the order's own order: language by language. */
function sentText({ plan, options, glossary, remarks, isQuoted }: SentOrder): string {
  const { jobs, sourceLocale, sourceLanguage } = plan;
  const locales = [
    ...new Map(
      jobs.map((job) => [
        job.targetLocale,
        words(l10n.t('{0} ({1})'), localeName(job.targetLocale), job.targetLanguage),
      ]),
    ).values(),
  ];
  const lines = [
    isQuoted
      ? words(
          l10n.t('What translators would be given. The service has seen it to say what it costs; nothing is ordered.'),
        )
      : words(l10n.t('What translators would be given. Nothing of this has been sent.')),
    '',
    words(l10n.t('From: {0}'), words(l10n.t('{0} ({1})'), localeName(sourceLocale), sourceLanguage)),
    words(l10n.t('Into: {0}'), join(locales, ', ')),
    words(l10n.t('In all: {0}'), jobCountText(plan, jobs.length)),
    words(l10n.t('Tier: {0}'), tierLabel(options.tier)),
    ...(options.edit === true ? [words(l10n.t('With a second pass by an editor'))] : []),
    ...(glossary === undefined ? [] : [words(l10n.t('Glossary: {0}'), glossary)]),
    ...(options.tone === undefined ? [] : [words(l10n.t('Tone: {0}'), sentWhole(options.tone))]),
    ...(options.purpose === undefined ? [] : [words(l10n.t('Purpose: {0}'), sentWhole(options.purpose))]),
    words(l10n.t('What stands in [[[ ]]] is neither charged nor translated, and comes back as it is.')),
    ...codeLines(plan),
    ...(remarks.length === 0
      ? []
      : ['', words(l10n.t('Found in the texts:')), ...remarks.map((remark) => join([own('•'), remark], ' '))]),
    ...leftOutLines(plan),
  ];
  const jobTexts = jobs.flatMap((job, index) => ['', rule, ...jobLines(job, plan, options, index)]);
  return `${[...lines.map(plain), ...jobTexts].join('\n')}\n`;
}

function leftOutLines(plan: Plan): readonly (Words | string)[] {
  const byReason = new Map<SkipReason, Set<string>>();
  for (const { reason, key } of plan.skipped) byReason.set(reason, (byReason.get(reason) ?? new Set()).add(key));
  const lines = [...byReason].flatMap(([reason, keys]) => [
    '',
    words(l10n.t('{0}:'), skipReason(reason)),
    ...listSome([...keys], namedUnits),
  ]);
  const refused = (plan.refused ?? []).length === 0 ? [] : ['', ...refusedLines(plan)];
  return [...lines, ...refused];
}

function jobLines(job: PlannedJob, plan: Plan, options: OrderOptions, index: number): readonly string[] {
  const { document, targetLanguage, targetLocale, maxChars, protectedText, units } = job;
  const comment = jobComment(job, options);
  return [
    plain(words(l10n.t('{0} of {1} · {2} · {3}'), index + 1, plan.jobs.length, localeName(targetLocale), job.title)),
    '',
    plain(words(l10n.t('Title: {0}'), sentWhole(job.title))),
    plain(words(l10n.t('Languages: {0} → {1}'), plan.sourceLanguage, targetLanguage)),
    ...(maxChars === undefined ? [] : [plain(words(l10n.t('Length: at most {0} characters'), maxChars))]),
    ...(document === undefined
      ? [plain(words(l10n.t('Text:'))), ...indented(protectedText.text)]
      : [plain(words(l10n.t('File: {0}. It is sent as it is.'), units[0]?.file ?? document.name))]),
    ...(comment === '' ? [] : [plain(words(l10n.t('Comment:'))), ...indented(comment)]),
  ];
}

/** Texts from outside stand apart from what this document says itself. */
function indented(text: string): readonly string[] {
  return text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u).map((line) => `    ${line}`);
}

/** A line is long enough here for all that is sent. */
function sentWhole(text: string): Words {
  return outside(text, 5000);
}
