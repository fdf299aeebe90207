import { html, type nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

export interface DisclosureOptions {
  readonly id: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly content: TemplateResult | typeof nothing;
}

/** Returns a section that opens on demand, by mouse or keyboard. */
export function disclosure({ id, title, isOpen, onOpenChange, content }: DisclosureOptions): TemplateResult {
  const onToggle = (event: Event): void => {
    const { open } = event.currentTarget as HTMLDetailsElement;
    // The event also follows a change by the page itself.
    if (open !== isOpen) onOpenChange(open);
  };
  return html`<details id=${id} class="disclosure" .open=${live(isOpen)} @toggle=${onToggle}>
    <summary><h2>${title}</h2></summary>
    ${content}
  </details>`;
}
