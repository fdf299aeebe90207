/** Returns an answer for a file to save under its name, which may contain any characters. */
export function downloadAnswer(
  { filename, mimeType }: { readonly filename: string; readonly mimeType: string },
  content: Uint8Array,
): Response {
  const plainName = filename.replace(/[^\x20-\x7e]|["\\]/gu, '_');
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': mimeType,
      // Browsers must not display uploaded files, which could contain scripts.
      'content-disposition': `attachment; filename="${plainName}"; filename*=UTF-8''${encodeName(filename)}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}

/** Encodes a name according to RFC 8187. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
