/**
 * Whitespace and invisible characters: zero-width ones, direction marks, soft hyphens. Source of a class, for `u`
 * patterns.
 */
export const gap = '[\\s\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff]';

/** Other forms in which a character may come back: curled quotes, other dashes. */
const lookalikes: readonly string[] = ["'‘’‚‛′´`ʼ", '"“”„‟«»″', '-‐‑‒–—−', '.。', ',，、'];

/** The markup escapes of a character, for tools that escaped it as text. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;|&#38;',
  '<': '&lt;|&#60;',
  '>': '&gt;|&#62;',
  '"': '&quot;|&#34;',
  "'": '&apos;|&#39;|&#x27;',
  '[': '&#91;|&#x5[bB];|&lbrack;|&lsqb;|\\\\\\[',
  ']': '&#93;|&#x5[dD];|&rbrack;|&rsqb;|\\\\\\]',
  '{': '&#123;|&#x7[bB];|&lbrace;|&lcub;',
  '}': '&#125;|&#x7[dD];|&rbrace;|&rcub;',
};

/**
 * Returns the source of a `u` pattern that matches a token in every form in which it can still be recognized inside its
 * brackets: with whitespace or invisible characters added or removed, in full-width characters or other digits, with
 * curled quotes, escaped for markup, composed or decomposed.
 */
export function looseToken(text: string): string {
  return Array.from(text.replace(/\s+/gu, '').matchAll(/\P{M}\p{M}*|\p{M}+/gu), ([cluster]) => formsOf(cluster)).join(
    `${gap}*`,
  );
}

function formsOf(cluster: string): string {
  const forms = new Set([cluster, cluster.normalize('NFC'), cluster.normalize('NFD')]);
  const code = cluster.charCodeAt(0);
  // The full-width forms of ASCII have the same order.
  if (cluster.length === 1 && code > 0x20 && code < 0x7f) forms.add(String.fromCharCode(code + 0xfee0));
  for (const family of lookalikes) if (family.includes(cluster)) for (const other of family) forms.add(other);
  if (/^\d$/u.test(cluster)) for (const zero of zeros) forms.add(String.fromCodePoint(zero + Number(cluster)));
  const alternatives = [...forms].map(literal);
  const escaped = escapes[cluster];
  if (escaped !== undefined) alternatives.push(escaped);
  return alternatives.length === 1 ? (alternatives[0] ?? '') : `(?:${alternatives.join('|')})`;
}

/**
 * The digit zero of scripts whose digits a translation may be written in: Arabic, Persian, Devanagari, Bengali,
 * Gujarati, Tamil, Thai, Lao, Tibetan, Myanmar, Khmer.
 */
const zeros: readonly number[] = [0x660, 0x6f0, 0x966, 0x9e6, 0xae6, 0xbe6, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0];

/** Returns the source of a pattern that matches exactly this text. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}
