import { html, type nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

export interface DisclosureOptions {
  readonly id: string;
  readonly title: string;
  readonly open: boolean;
  readonly toggled: (open: boolean) => void;
  readonly content: TemplateResult | typeof nothing;
}

/** Returns a section that opens on demand, by mouse or keyboard. */
export function disclosure({ id, title, open, toggled, content }: DisclosureOptions): TemplateResult {
  const onToggle = (event: Event): void => {
    const isOpen = (event.currentTarget as HTMLDetailsElement).open;
    // The event also follows a change by the page itself.
    if (isOpen !== open) toggled(isOpen);
  };
  return html`<details id=${id} class="disclosure" .open=${live(open)} @toggle=${onToggle}>
    <summary><h2>${title}</h2></summary>
    ${content}
  </details>`;
}
