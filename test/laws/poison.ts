import fc from 'fast-check';

/** What breaks writers: delimiters, comment marks, reserved words and line ends of every format, and characters that are not one unit long. */
export const poison: readonly string[] = [
  'plain words', '"', "'", '`', '\\', '\\n', '\n', '\r', '\r\n', '\n\n', '\t', ' ', '  ', '\u00a0', ' leading', 'trailing ', ' both ', '\u2028', '\u0085',
  '<', '>', '&', '&amp;', '&lt;b&gt;', '&#13;', ']]>', '<![CDATA[', '<!--', '-->', '--', '<b>', '</b>', '<br/>', '</string>', '<?', '?>', '%>',
  '*/', '/*', '//', '#', '# no', ';', '|', '||', ':', ': ', ' #', '- ', '? ', '=', '==', ',', '!', '~', '@', '@string/x', '*', '&a', '{', '}', '{0}', '{{x}}', '${x}', '$x', '$', '%', '%s', '%1$s', '%%', '%@', '[', ']', '(', ')',
  'yes', 'no', 'on', 'null', '~', 'true', '12:30', '1_000', '0x1F', '1e3', '.inf', '2001-01-01', '=', '<<', '...', '---', '>', '|-', 'é', 'ß', '日本語', 'مرحبا', 'שלום', '\u202eabc', 'e\u0301', '👩‍👩‍👧', '😀', '𝒳', '\ufeff', '\ufffd', '\u200b',
  '""', "''", '"""', "'''", "\\'", '\\"', '\\u0041', '\\x41', '\\\\', 'msgid "x"', '"x" = "y";', 'a=b', 'key: value', '00:00:01,000 --> 00:00:02,000', '::', ':::', '=>', "',", '",', '# heading', '- item', '1. item', '> quote', '```', '| a | b |',
];

/** A text of one or several pieces, some of them poison, some random. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...poison) }, { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) }), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))
  .filter((text) => text.isWellFormed());

/** Well-formed inner markup with elements that nest, entities and character data. */
export const anyMarkup: fc.Arbitrary<string> = fc.letrec<{ content: string; node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    { weight: 5, arbitrary: fc.constantFrom('words', ' ', 'é', '日本', '😀', '&amp;', '&lt;', '&gt;', '"', 'it’s', '#', ';', '|', '%s', '{0}', 'مرحبا') },
    { weight: 2, arbitrary: tie('content').map((content) => `<b>${content}</b>`) },
    { weight: 1, arbitrary: tie('content').map((content) => `<i>${content}</i>`) },
  ),
  content: fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((nodes) => nodes.join('')),
})).content;
