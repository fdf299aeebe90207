import { html, type TemplateResult } from 'lit';

const afterSeparator = /(?<=[._/:-])(?=[^\s._/:-])/u;

/**
 * Returns the name of a string, which may wrap after the separators of keys and paths, so that a narrow column doesn't
 * break it inside a word: `checkout.` `payment.` `title`. The copied text is the same.
 */
export function breakableText(text: string): TemplateResult {
  return html`${text.split(afterSeparator).map((part, index) => (index === 0 ? part : html`<wbr />${part}`))}`;
}
