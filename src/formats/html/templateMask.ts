/** Replaces each character of template code: no file contains it, and to parsers it is no delimiter. */
export const mask = '\uFDD0';

/** Longer template code, in UTF-16 units, is interpreted as braces in a text. */
const maxExpression = 1000;

interface Template {
  readonly open: string;
  readonly close: string;
  /** Such braces also occur in texts: the closing ones have to follow before the element ends. */
  readonly closesInElement: boolean;
}

const templates: readonly Template[] = [
  { open: '{{', close: '}}', closesInElement: true },
  { open: '{%', close: '%}', closesInElement: true },
  { open: '{#', close: '#}', closesInElement: true },
  { open: '<%', close: '%>', closesInElement: false },
  { open: '<?', close: '?>', closesInElement: false },
];

/**
 * Replaces template code (`{{ }}`, `{% %}`, `{# #}`, `<% %>`, `<?php ?>`) with masks of the same length, so that
 * offsets stay valid and quotes and angle brackets in the code mean nothing to an HTML parser.
 */
export function maskTemplates(text: string): string {
  const parts: string[] = [];
  let position = 0;
  for (const { start, end } of templateRanges(text)) {
    parts.push(text.slice(position, start), mask.repeat(end - start));
    position = end;
  }
  return position === 0 ? text : parts.join('') + text.slice(position);
}

/** Returns the ranges of template code, in order. */
export function templateRanges(text: string): readonly { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const absentClosers = new Set<string>();
  // The first character of all that may open template code: `{{`, `{%`, `<?`.
  const opener = /[{<](?=[{%#?])/g;
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const start = match.index;
    const template = templates.find(({ open }) => text.startsWith(open, start));
    if (template === undefined || absentClosers.has(template.close)) continue;
    const end = codeEnd(text, start, template);
    if (end === 'nowhere') absentClosers.add(template.close);
    else if (end !== undefined) {
      ranges.push({ start, end });
      opener.lastIndex = end;
    }
  }
  return ranges;
}

/**
 * Returns the end of template code that begins at an offset. Undefined if the opening braces are part of a text, as in
 * `<p>Write {{</p>`; 'nowhere' if the rest of the file has no closing ones.
 */
function codeEnd(text: string, start: number, { close, closesInElement }: Template): number | 'nowhere' | undefined {
  if (closesInElement) {
    const code = text.slice(start, start + maxExpression);
    // `2`, here and below: after the opening braces.
    const closeIndex = code.indexOf(close, 2);
    // Not beyond a closing tag or an empty line.
    if (closeIndex < 0 || /<\/|\n\s*\n/.test(code.slice(0, closeIndex))) return undefined;
    return start + closeIndex + close.length;
  }
  const closeIndex = text.indexOf(close, start + 2);
  if (closeIndex < 0) return 'nowhere';
  return closeIndex + close.length;
}
