/** A token of a text as it was sent: where it stands, and how many of its brackets stand right before and behind it. */
export interface SentToken {
  readonly text: string;
  /** In the text with brackets. */
  readonly start: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/** What happened to a translation on its way, and the text that came back. */
export interface Mutation {
  readonly name: string;
  readonly text: string;
}

/**
 * Tokens by their places in the source, found again in the text that was sent: that has more brackets, and nothing
 * else.
 */
export function sentTokens(
  source: string,
  sent: string,
  tokens: readonly { readonly start: number; readonly text: string }[],
): readonly SentToken[] {
  const places: number[] = [];
  let at = 0;
  for (const character of source.split('')) {
    while (
      sent[at] !== character ||
      (places.length > 0 && sent[at] === '[' && sent.startsWith('[[[', at) && character !== '[')
    )
      at += 1;
    places.push(at);
    at += 1;
  }
  return tokens.map(({ start, text }) => {
    const place = places[start] ?? 0;
    return {
      text,
      start: place,
      opens: sent.startsWith('[[[', place - 3),
      closes: sent.startsWith(']]]', place + text.length),
    };
  });
}

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/gu, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const middle = (text: string): number => Math.max(1, Math.floor(text.length / 2));
const insert = (text: string, part: string): string => text.slice(0, middle(text)) + part + text.slice(middle(text));

/** What is done to the characters of a token. */
const changes: Readonly<Record<string, (token: string) => string>> = {
  keep: (token) => token,
  delete: () => '',
  duplicate: (token) => token + token,
  'duplicate apart': (token) => `${token} und ${token}`,
  translate: (token) => token.replace(/\p{L}/gu, 'é'),
  'translate into Japanese': (token) => token.replace(/\p{L}+/gu, '名前'),
  'change case': (token) => (token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase()),
  'other number': (token) => token.replace(/\d/gu, (digit) => String((Number(digit) + 1) % 10)),
  'Arabic digits': (token) => token.replace(/\d/gu, (digit) => String.fromCharCode(0x660 + Number(digit))),
  'split by a blank': (token) => insert(token, ' '),
  'split by a no-break blank': (token) => insert(token, '\u00a0'),
  'split by a word': (token) => insert(token, ' mot '),
  'split by a mark of direction': (token) => insert(token, '\u200e'),
  'split by a zero-width blank': (token) => insert(token, '\u200b'),
  'split by a line': (token) => insert(token, '\n'),
  're-space': (token) => token.split('').join(' '),
  'blanks around': (token) => `  ${token} `,
  isolate: (token) => `\u2066${token}\u2069`,
  'without blanks': (token) => token.replace(/\s+/gu, ''),
  'full width': fullWidth,
  'full-width punctuation': (token) => token.replace(/[^\w\s]/gu, fullWidth),
  'curl quotes': (token) => token.replaceAll("'", '’').replaceAll('"', '”'),
  escape: (token) =>
    token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{', '&#123;'),
  'lose the first': (token) => token.slice(1),
  'lose the last': (token) => token.slice(0, -1),
  backwards: (token) => token.split('').reverse().join(''),
  words: () => 'mots',
};

/** What is done to the brackets around a token. A token without brackets of its own has one form. */
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
  'other way round': [']]]', '[[['],
  escaped: ['&#91;&#91;&#91;', '&#93;&#93;&#93;'],
};

const forms = Object.entries(bracketForms);

/**
 * Every change to every token, each with its brackets in another form; the unchanged token in brackets of every form;
 * and tokens that change places or end up in another. `turn` says where the forms begin.
 */
export function* mutationsOf(sent: string, tokens: readonly SentToken[], turn: number): Generator<Mutation> {
  for (const [index, token] of tokens.entries()) {
    const isBracketed = token.opens || token.closes;
    for (const [place, [change, apply]] of Object.entries(changes).entries()) {
      const at = (turn + index + place) % forms.length;
      const tried = change === 'keep' ? forms : forms.slice(at, at + 1);
      for (const [form, [open, close]] of isBracketed ? tried : [['none', ['', '']] as const]) {
        const text = replaced(sent, token, apply(token.text), token.opens ? open : '', token.closes ? close : '');
        if (text !== sent) yield { name: `${change}, brackets ${form}`, text };
      }
    }
    const whole = replaced(sent, token, token.text, token.opens ? '[[[' : '', token.closes ? ']]]' : '');
    yield { name: 'again at the end', text: `${whole} [[[${token.text}]]]` };
    yield { name: 'again at the end, bare', text: `${whole} ${token.text}` };
    yield { name: 'again behind a digit', text: `${whole} 5[[[${token.text}]]]` };
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
