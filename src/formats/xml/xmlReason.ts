import { because, type Reason } from '../reasons/reason.ts';

/** Returns the reason for a message of the parser (`saxes`), such as `3:14: unclosed tag: source.` */
export function xmlReason(message: string): Reason {
  const problem = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  const [, kind = '', name = ''] =
    /^(unclosed tag|unmatched closing tag|duplicate attribute): (.*)$/s.exec(problem) ?? [];
  if (kind === 'unclosed tag') return because('xml-tag-open', name);
  if (kind === 'unmatched closing tag') return because('xml-closing-tag-unmatched', name);
  if (kind === 'duplicate attribute') return because('xml-attribute-twice', name);
  return problems.find(([pattern]) => pattern.test(problem))?.[1] ?? because('xml-syntax', problem);
}

/** The parser's messages without names; the first pattern that matches applies. */
const problems: readonly (readonly [RegExp, Reason])[] = [
  [/^document must contain a root element$/, because('xml-root-missing')],
  [/^documents may contain only one root$/, because('xml-two-roots')],
  [/^text data outside of root node$/, because('xml-text-outside-root')],
  [/^incorrect syntax$/, because('xml-exclamation-mark')],
  [/^inappropriately located doctype declaration$/, because('xml-doctype')],
  [/^unexpected end$/, because('xml-end')],
  [/^disallowed character$/, because('xml-character')],
  [/^malformed comment$/, because('xml-comment')],
  [/^the string "\]\]>" is disallowed in char data$/, because('xml-section-end')],
  [
    /^an XML declaration must be at the start|^the XML declaration must appear at the start/,
    because('xml-declaration-first'),
  ],
  [
    /XML declaration|^version number|^encoding value|^standalone value|^expected (?:the name|one of) /,
    because('xml-declaration'),
  ],
  [/^(?:value required|value must be quoted|whitespace required|expected|did not expect)/, because('xml-declaration')],
  [/processing instruction/, because('xml-instruction')],
  [/^forward-slash in opening tag/, because('xml-slash')],
  [/^weird empty close tag$|^disallowed character in closing tag$/, because('xml-closing-tag')],
  [/^unexpected close tag$/, because('xml-closing-tag-other')],
  [/^attribute without value$/, because('xml-attribute-value')],
  [/^unquoted attribute value$/, because('xml-attribute-quotes')],
  [/^no whitespace between attributes$/, because('xml-attribute-space')],
  [/^undefined entity$/, because('xml-entity-unknown')],
  [/entity/, because('xml-entity')],
  [/^disallowed character in (?:tag|attribute) name$|^malformed name/, because('xml-name')],
];
