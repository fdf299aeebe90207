import { html, type TemplateResult } from 'lit';
import { codicon } from './codicon.ts';
import { fill } from './pageText.ts';

/** The words of severities, and how they are written before a sentence. */
export interface SeverityWords {
  readonly label: string;
  readonly error: string;
  readonly warning: string;
}

/** Returns a sentence with an icon and a word for its severity, because color alone is not accessible. */
export function severityNotice(words: SeverityWords, severity: 'error' | 'warning', sentence: string): TemplateResult {
  return html`${codicon(severity)}${severityLine(words, severity, sentence)}`;
}

/** Returns a sentence after the word for its severity. */
export function severityLine(words: SeverityWords, severity: 'error' | 'warning', sentence: string): TemplateResult {
  return html`<span><strong>${fill(words.label, words[severity])}</strong> ${sentence}</span>`;
}
