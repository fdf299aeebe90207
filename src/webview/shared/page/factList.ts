import { html, type TemplateResult } from 'lit';
import type { PageFact } from '../pageSnapshot.ts';

/** Returns labels with their values. */
export function factList(facts: readonly PageFact[]): TemplateResult {
  const rows = facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return html`<dl class="facts">${rows}</dl>`;
}
