/** A text as another editor would have saved it. The text excludes the byte order mark: `bytesOf` writes it. */
export interface Variant {
  readonly name: string;
  readonly text: string;
  readonly bom: boolean;
}

/**
 * CRLF line ends, no line end at the end of the file, and a byte order mark. A lone CR may be part of a text, as in
 * Fluent, so a file that contains one has no other line ends.
 */
export function variantsOf(text: string): readonly Variant[] {
  if (/\r(?!\n)/.test(text)) return [{ name: 'as it is', text, bom: false }];
  const lf = text.replaceAll('\r\n', '\n');
  return [
    { name: 'as it is', text, bom: false },
    { name: 'CRLF', text: lf.replaceAll('\n', '\r\n'), bom: false },
    { name: 'no final line end', text: lf.replace(/\n+$/, ''), bom: false },
    {
      name: 'CRLF, byte order mark, no final line end',
      text: lf.replace(/\n+$/, '').replaceAll('\n', '\r\n'),
      bom: true,
    },
  ];
}

export function bytesOf({ text, bom }: Variant): Uint8Array {
  return new TextEncoder().encode(bom ? `\uFEFF${text}` : text);
}
