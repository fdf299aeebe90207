/** Answers a file to be saved under its name, which may have any characters. */
export function downloadAnswer(
  { filename, mimeType }: { readonly filename: string; readonly mimeType: string },
  content: Uint8Array,
): Response {
  const plainName = filename.replace(/[^\x20-\x7e]|["\\]/gu, '_');
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': mimeType,
      // Never shown in a browser: what was uploaded is not to run there.
      'content-disposition': `attachment; filename="${plainName}"; filename*=UTF-8''${encodeName(filename)}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}

/** Of RFC 8187. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
