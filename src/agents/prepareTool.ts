import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { toolMessages } from '../editor/shown/toolMessages.ts';
import { truncatedList } from '../words/truncatedList.ts';
import { type Words, words } from '../words/words.ts';
import { fieldsOf, parseToolInput, type ToolInput } from './toolInput.ts';
import type { ToolName } from './toolNames.ts';

/** The maximum number of names in a line of a question. */
const maxNames = 10;

/** Returns the messages of a call. Tools that open something ask first. Throws ToolInputError. */
export function prepareTool(name: ToolName, input: unknown): vscode.PreparedToolInvocation {
  const parsed = parseToolInput(input, fieldsOf[name]);
  switch (name) {
    case 'human-translation_status':
      return toolMessages(words(l10n.t('Checking which strings need translation…')));
    case 'human-translation_estimate':
      return toolMessages(words(l10n.t('Estimating the price…')));
    case 'human-translation_jobs':
      return toolMessages(words(l10n.t('Listing jobs…')));
    case 'human-translation_order':
      return toolMessages(words(l10n.t('Opening the order wizard…')), {
        title: words(l10n.t('Open the order wizard?')),
        lines: [
          ...scopeLines(parsed),
          words(l10n.t('You choose the options and confirm the price. Nothing is ordered before that.')),
        ],
      });
    case 'human-translation_review':
      return toolMessages(words(l10n.t('Opening the review page…')), {
        title: words(l10n.t('Open the review page?')),
        lines: [...scopeLines(parsed), words(l10n.t('Nothing is approved unless you do it there.'))],
      });
  }
}

/** Lists the files, languages, keys and jobs that a call names, one line for each field. */
function scopeLines({ files, locales, keys, jobs }: ToolInput): readonly Words[] {
  const lines: Words[] = [];
  if (files.length > 0) lines.push(words(l10n.t('Files: {0}'), truncatedList(files, maxNames)));
  if (locales.length > 0) lines.push(words(l10n.t('Languages: {0}'), truncatedList(locales, maxNames)));
  if (keys.length > 0) lines.push(words(l10n.t('Keys: {0}'), truncatedList(keys, maxNames)));
  if (jobs.length > 0) lines.push(words(l10n.t('Jobs: {0}'), truncatedList(jobs, maxNames)));
  return lines;
}
