import { refusal } from '../provenFormat.ts';
import type { XmlElement } from './xmlTree.ts';

const predefined: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Character data as a reader of XML gives it: entities decoded, line ends LF. An entity that is not known is left as written.
 * `raw` holds no markup.
 */
export function decodeXml(raw: string, entities?: ReadonlyMap<string, string>): string {
  const normalised = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
  if (!normalised.includes('&')) return normalised;
  return normalised.replace(/&(?:#(\d+)|#x([\dA-Fa-f]+)|([^\s;&]+));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return String.fromCodePoint(Number.parseInt(decimal, 10));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return predefined[name ?? ''] ?? entities?.get(name ?? '') ?? whole;
  });
}

/** An element's text when no elements stand in it: character data decoded, CDATA sections as they are, comments left out. */
export function textOf(text: string, element: XmlElement, entities?: ReadonlyMap<string, string>): string {
  let result = '';
  let position = element.innerStart;
  for (const child of element.children) {
    result += decodeXml(text.slice(position, child.start), entities);
    if (child.kind === 'cdata') result += child.text.replace(/\r\n?/g, '\n');
    position = child.end;
  }
  return result + decodeXml(text.slice(position, element.innerEnd), entities);
}

/**
 * A text as character data: `&`, `<` and `>` escaped, a carriage return as a reference since a reader would make it a line
 * end, line ends as the file has them. Throws FormatError for characters that XML 1.0 cannot hold.
 */
export function encodeXml(text: string, lineEnd: string): string {
  refuseControls(text);
  return text
    .replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'))
    .replace(/\r/g, '&#13;')
    .replace(/\n/g, lineEnd);
}

/** Throws FormatError for characters that XML 1.0 cannot hold, not even as references. */
export function refuseControls(text: string): void {
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.exec(text);
  if (control === null) return;
  const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw refusal(`The translation holds the character U+${code}, which XML cannot hold. Remove it and try again.`);
}
