/**
 * Takes secrets out of a text: as they are, and as they stand in addresses, forms, pages and JSON, each of which has
 * escapes of its own. The service may echo what it was sent anywhere. Whatever looks like a signature goes too: an older one
 * is as good as the one that was just sent.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // Made when first needed: most answers are fine, and nothing of them is shown.
  let written: readonly string[] | undefined;
  return (text) => {
    written ??= writingsOf(secrets);
    return written.reduce((rest, secret) => rest.replaceAll(secret, '…'), text).replace(/\b[0-9a-f]{40}\b/gi, '…');
  };
}

/** The longest first, so that none is cut by another that is part of it. */
function writingsOf(secrets: readonly string[]): readonly string[] {
  const written = new Set(secrets.filter((secret) => secret !== '').flatMap(writings));
  return [...written].sort((a, b) => b.length - a.length);
}

function writings(secret: string): readonly string[] {
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
