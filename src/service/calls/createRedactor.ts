/** A signature: 40 hexadecimal digits. */
const signaturePattern = /\b[0-9a-f]{40}\b/gi;

/**
 * Creates a function that replaces secrets in a text by `…`: unchanged ones, and those escaped for addresses, forms,
 * HTML and JSON, because the service may echo a request anywhere. Replaces everything that looks like a signature,
 * because older signatures remain valid.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  // Computed on first use, because most answers are never shown.
  let encodedSecrets: readonly string[] | undefined;
  return (text) => {
    encodedSecrets ??= allEncodings(secrets);
    return encodedSecrets
      .reduce((redacted, secret) => redacted.replaceAll(secret, '…'), text)
      .replace(signaturePattern, '…');
  };
}

/** Returns the longest first, so that none is broken up by another that is part of it. */
function allEncodings(secrets: readonly string[]): readonly string[] {
  const encodings = new Set(secrets.filter((secret) => secret !== '').flatMap(encodingsOf));
  return [...encodings].sort((a, b) => b.length - a.length);
}

function encodingsOf(secret: string): readonly string[] {
  const encoded = [encodeURIComponent(secret.toWellFormed()), new URLSearchParams({ '': secret }).toString().slice(1)];
  const json = JSON.stringify(secret).slice(1, -1);
  const html = secret.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const quotedHtml = html.replace(/"/g, '&quot;');
  return [
    secret,
    ...encoded,
    ...encoded.map(lowerCaseEscapes),
    json,
    json.replace(/\//g, '\\/'),
    html,
    quotedHtml,
    quotedHtml.replace(/'/g, '&#39;'),
    quotedHtml.replace(/'/g, '&#039;'),
    ...encoded.map((text) => text.replace(/&/g, '&amp;')),
  ];
}

function lowerCaseEscapes(encoded: string): string {
  return encoded.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}
