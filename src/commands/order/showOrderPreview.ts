import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { localeName } from '../../words/formatting.ts';
import { plain } from '../../words/plain.ts';
import { skipReason } from '../../words/deliverySentences.ts';
import { join, listed, fromOutside, own, plural, type Words, words } from '../../words/words.ts';
import { truncatedLines } from '../../words/truncatedList.ts';
import { tierLabel } from '../../words/tierLabel.ts';
import { previewDocument } from '../../editor/previewDocument.ts';
import { skippedName } from '../fileSentences.ts';
import { pluralLines } from '../pluralSentences.ts';
import { codeLines, jobCountText, refusedLines } from '../planSentences.ts';
import { projectOfJob, sourceLanguageOfJob, type Plan, type PlannedJob } from '../../orders/model/plan/plan.ts';
import { sourceLanguagesOf } from '../../orders/model/plan/plannedLocales.ts';
import { jobComment, type OrderOptions } from '../../orders/model/order/quote.ts';

/** An order as it would be sent. */
export interface PreviewedOrder {
  readonly plan: Plan;
  readonly options: OrderOptions;
  /** The title of the selected glossary. */
  readonly glossary: string | undefined;
  /** Warnings and other lines about the order. */
  readonly notices: readonly Words[];
  /** Whether the service has already received the strings for a quote. */
  readonly isQuoted: boolean;
}

/** Opens a plain text document that shows everything that translators would receive. Returns its URI. */
export async function showOrderPreview(extension: vscode.ExtensionContext, order: PreviewedOrder): Promise<vscode.Uri> {
  const uri = previewDocument(extension, {
    path: `${plain(words(l10n.t('What Translators See')))}.txt`,
    // Orders of different projects have different previews.
    query: [...new Set(order.plan.jobs.map(projectOfJob))].join(','),
    text: previewText(order),
  });
  let document = await vscode.workspace.openTextDocument(uri);
  if (document.languageId !== 'plaintext')
    document = await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
  // Opening another file doesn't close it.
  await vscode.window.showTextDocument(document, { preview: false });
  return uri;
}

const divider = '─'.repeat(72);
/** The maximum number of skipped strings that are named for each reason. */
const maxNamedUnits = 100;

/** Lists the jobs in the order of the plan: file by file, and language by language. */
function previewText({ plan, options, glossary, notices, isQuoted }: PreviewedOrder): string {
  const { jobs, sourceLocale } = plan;
  const targetNames = new Map<string, Words>();
  for (const { targetLocale, targetLanguage } of jobs)
    targetNames.set(targetLocale, words(l10n.t('{0} ({1})'), localeName(targetLocale), targetLanguage));
  const lines: (Words | string)[] = [words(l10n.t('This is what translators would see.'))];
  if (isQuoted)
    lines.push(
      words(l10n.t('The service has received it for the quote, but nothing has been ordered.')),
      words(l10n.t('Close this preview to return to the quote.')),
    );
  else lines.push(words(l10n.t('Nothing has been sent.')));
  lines.push(
    '',
    words(
      l10n.t('From: {0}'),
      words(l10n.t('{0} ({1})'), localeName(sourceLocale), sourceLanguagesOf(plan).join(', ')),
    ),
    words(l10n.t('Into: {0}'), listed([...targetNames.values()])),
    words(l10n.t('Total: {0}'), jobCountText(plan, jobs.length)),
    words(l10n.t('Tier: {0}'), tierLabel(options.tier)),
  );
  if (options.edit === true) lines.push(words(l10n.t('Second pass by an editor')));
  if (glossary !== undefined) lines.push(words(l10n.t('Glossary: {0}'), glossary));
  if (options.tone !== undefined) lines.push(words(l10n.t('Tone: {0}'), untruncated(options.tone)));
  if (options.purpose !== undefined) lines.push(words(l10n.t('Purpose: {0}'), untruncated(options.purpose)));
  lines.push(
    words(l10n.t('Text in [[[ ]]] is neither translated nor charged, and is returned unchanged.')),
    ...codeLines(plan),
    ...pluralLines(plan),
  );
  if (notices.length > 0)
    lines.push('', words(l10n.t('About this order:')), ...notices.map((notice) => join([own('•'), notice], ' ')));
  lines.push(...skippedLines(plan));
  const jobTexts = jobs.flatMap((job, index) => ['', divider, ...jobLines(job, plan, options, index)]);
  return `${[...lines.map(plain), ...jobTexts].join('\n')}\n`;
}

/** Lists the skipped strings by reason, then the skipped files. */
function skippedLines(plan: Plan): readonly (Words | string)[] {
  const byReason = Map.groupBy(plan.skipped, ({ reason }) => reason);
  const lines = [...byReason].flatMap(([reason, units]) => {
    // A string that is skipped in several languages is named once.
    const names = new Map(
      units.map((unit) => [JSON.stringify([unit.file, unit.key, unit.notRead?.line]), skippedName(unit)]),
    );
    return ['', words(l10n.t('{0}:'), skipReason(reason)), ...truncatedLines([...names.values()], maxNamedUnits)];
  });
  const refused = (plan.refused ?? []).length === 0 ? [] : ['', ...refusedLines(plan)];
  return [...lines, ...sameLines(plan), ...refused];
}

/** Lists the strings that equal their source and are not ordered. */
function sameLines({ sourceLocale, sameAsSource = [] }: Plan): readonly (Words | string)[] {
  if (sameAsSource.length === 0) return [];
  const names = sameAsSource.map((same) => words(l10n.t('{0}: {1}'), localeName(same.locale), skippedName(same)));
  return [
    '',
    words(l10n.t('Not ordered (the same as in {0}):'), localeName(sourceLocale)),
    ...truncatedLines(names, maxNamedUnits),
  ];
}

function jobLines(job: PlannedJob, plan: Plan, options: OrderOptions, index: number): readonly string[] {
  const { document, targetLanguage, targetLocale, maxChars, protectedText, units } = job;
  const comment = jobComment(job, options);
  return [
    plain(words(l10n.t('{0} of {1} · {2} · {3}'), index + 1, plan.jobs.length, localeName(targetLocale), job.title)),
    '',
    plain(words(l10n.t('Title: {0}'), untruncated(job.title))),
    plain(words(l10n.t('Languages: {0} → {1}'), sourceLanguageOfJob(plan, job), targetLanguage)),
    ...(maxChars === undefined ? [] : [plain(maxLengthText(maxChars))]),
    ...(document === undefined
      ? [plain(words(l10n.t('Text:'))), ...indented(protectedText.text)]
      : [plain(words(l10n.t('File: {0} (sent unchanged)'), units[0]?.file ?? document.name))]),
    ...(comment === '' ? [] : [plain(words(l10n.t('Comment:'))), ...indented(comment)]),
  ];
}

function maxLengthText(maxChars: number): Words {
  return plural(maxChars, {
    one: l10n.t('Maximum length: {0} character'),
    other: l10n.t('Maximum length: {0} characters'),
  });
}

/** Indents text from outside, which distinguishes it from the preview's own lines. Splits at any line separator. */
function indented(text: string): readonly string[] {
  return text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u).map((line) => `    ${line}`);
}

/** More than any title, tone or purpose has. */
const maxShownCharacters = 5000;

function untruncated(text: string): Words {
  return fromOutside(text, maxShownCharacters);
}
