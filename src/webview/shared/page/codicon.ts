import { html, type TemplateResult } from 'lit';

/** Returns an icon of VS Code by its name. */
export function codicon(name: string): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}
