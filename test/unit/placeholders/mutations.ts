/** A token of a sent text, with its offset and whether brackets precede and follow it directly. */
export interface SentToken {
  readonly text: string;
  /** UTF-16 offset in the text with brackets. */
  readonly start: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/** A change to a sent text, and the resulting text. */
export interface Mutation {
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the tokens with their offsets in the sent text, which differs from the source only by added brackets.
 */
export function sentTokens(
  source: string,
  sent: string,
  tokens: readonly { readonly start: number; readonly text: string }[],
): readonly SentToken[] {
  const offsets: number[] = [];
  let offset = 0;
  for (const character of source.split('')) {
    while (
      sent[offset] !== character ||
      (offsets.length > 0 && sent[offset] === '[' && sent.startsWith('[[[', offset) && character !== '[')
    )
      offset += 1;
    offsets.push(offset);
    offset += 1;
  }
  return tokens.map(({ start, text }) => {
    const sentStart = offsets[start] ?? 0;
    return {
      text,
      start: sentStart,
      opens: sent.startsWith('[[[', sentStart - 3),
      closes: sent.startsWith(']]]', sentStart + text.length),
    };
  });
}

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/gu, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const middle = (text: string): number => Math.max(1, Math.floor(text.length / 2));
const insert = (text: string, part: string): string => text.slice(0, middle(text)) + part + text.slice(middle(text));

/** Changes to the characters of a token. */
const changes: Readonly<Record<string, (token: string) => string>> = {
  keep: (token) => token,
  delete: () => '',
  duplicate: (token) => token + token,
  'duplicate apart': (token) => `${token} und ${token}`,
  translate: (token) => token.replace(/\p{L}/gu, 'é'),
  'translate into Japanese': (token) => token.replace(/\p{L}+/gu, '名前'),
  'change case': (token) => (token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase()),
  'change digits': (token) => token.replace(/\d/gu, (digit) => String((Number(digit) + 1) % 10)),
  'use Arabic digits': (token) => token.replace(/\d/gu, (digit) => String.fromCharCode(0x660 + Number(digit))),
  'split by a space': (token) => insert(token, ' '),
  'split by a no-break space': (token) => insert(token, '\u00a0'),
  'split by a word': (token) => insert(token, ' mot '),
  'split by a direction mark': (token) => insert(token, '\u200e'),
  'split by a zero-width space': (token) => insert(token, '\u200b'),
  'split by a line break': (token) => insert(token, '\n'),
  'add spaces between characters': (token) => token.split('').join(' '),
  'add spaces around it': (token) => `  ${token} `,
  isolate: (token) => `\u2066${token}\u2069`,
  'remove whitespace': (token) => token.replace(/\s+/gu, ''),
  'convert to full width': fullWidth,
  'convert punctuation to full width': (token) => token.replace(/[^\w\s]/gu, fullWidth),
  'curl quotes': (token) => token.replaceAll("'", '’').replaceAll('"', '”'),
  escape: (token) =>
    token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{', '&#123;'),
  'lose the first character': (token) => token.slice(1),
  'lose the last character': (token) => token.slice(0, -1),
  reverse: (token) => token.split('').reverse().join(''),
  'replace by words': () => 'mots',
};

/** Changes to the brackets around a token. A token without brackets has a single form. */
const bracketForms: Readonly<Record<string, readonly [open: string, close: string]>> = {
  kept: ['[[[', ']]]'],
  lost: ['', ''],
  'full-width': ['［［［', '］］］'],
  spaced: ['[ [[ ', '\u200f ]] ]'],
  doubled: ['[[[[[[', ']]]]]]'],
  fewer: ['[[', ']]'],
  one: ['[', ']'],
  'opening alone': ['[[[', ''],
  'closing alone': ['', ']]]'],
  mixed: ['［[【', '】]］'],
  reversed: [']]]', '[[['],
  escaped: ['&#91;&#91;&#91;', '&#93;&#93;&#93;'],
};

const forms = Object.entries(bracketForms);

/**
 * Yields every change to every token, each with another form of its brackets; the unchanged token with every form of
 * its brackets; and tokens that are swapped or moved into another one. `turn` is the index of the first form.
 */
export function* mutationsOf(sent: string, tokens: readonly SentToken[], turn: number): Generator<Mutation> {
  for (const [index, token] of tokens.entries()) {
    const isBracketed = token.opens || token.closes;
    for (const [number, [change, apply]] of Object.entries(changes).entries()) {
      const first = (turn + index + number) % forms.length;
      const usedForms = change === 'keep' ? forms : forms.slice(first, first + 1);
      for (const [form, [open, close]] of isBracketed ? usedForms : [['none', ['', '']] as const]) {
        const text = replaced(sent, token, apply(token.text), token.opens ? open : '', token.closes ? close : '');
        if (text !== sent) yield { name: `${change}, brackets ${form}`, text };
      }
    }
    const whole = replaced(sent, token, token.text, token.opens ? '[[[' : '', token.closes ? ']]]' : '');
    yield { name: 'repeat at the end', text: `${whole} [[[${token.text}]]]` };
    yield { name: 'repeat at the end, without brackets', text: `${whole} ${token.text}` };
    yield { name: 'repeat after a digit', text: `${whole} 5[[[${token.text}]]]` };
    for (const other of tokens.slice(index + 1)) {
      yield { name: 'swap', text: swapped(sent, token, other) };
      yield { name: 'move into another', text: movedInto(sent, token, other) };
    }
  }
}

function replaced(
  sent: string,
  { start, text, opens, closes }: SentToken,
  now: string,
  open: string,
  close: string,
): string {
  return (
    sent.slice(0, start - (opens ? 3 : 0)) + open + now + close + sent.slice(start + text.length + (closes ? 3 : 0))
  );
}

function swapped(sent: string, first: SentToken, second: SentToken): string {
  const [firstEnd, secondEnd] = [first.start + first.text.length, second.start + second.text.length];
  return (
    sent.slice(0, first.start) + second.text + sent.slice(firstEnd, second.start) + first.text + sent.slice(secondEnd)
  );
}

function movedInto(sent: string, first: SentToken, second: SentToken): string {
  const firstEnd = first.start + first.text.length;
  return (
    sent.slice(0, first.start) +
    sent.slice(firstEnd, second.start) +
    insert(second.text, first.text) +
    sent.slice(second.start + second.text.length)
  );
}
