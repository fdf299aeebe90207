import { canBePublicHost } from '../../service/interface/publicAddress.ts';
import type { Attachment } from '../../service/interface/records.ts';
import { documentTypeOf } from '../../orders/model/documentType.ts';

/** Types that the service shows to translators, by file extension; files of other types are links. */
const previewedTypes: Readonly<Record<string, string>> = {
  bmp: 'image/bmp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
};

export interface ReadAttachments {
  readonly attachments: readonly Attachment[];
  /** Addresses that can't be attached. */
  readonly refused: readonly string[];
}

/**
 * Reads addresses of files for translators, separated by spaces or commas, each once. Only public http and https
 * addresses without credentials can be attached, because translators open them themselves.
 */
export function readAttachments(text: string): ReadAttachments {
  const attachments = new Map<string, Attachment>();
  const refused = new Set<string>();
  for (const address of text.split(/[\s,]+/u).filter((part) => part !== '')) {
    const attachment = attachmentAt(address);
    if (attachment === undefined) refused.add(address);
    else attachments.set(attachment.url, attachment);
  }
  return { attachments: [...attachments.values()], refused: [...refused] };
}

/** Returns undefined for an address that can't be attached. */
function attachmentAt(address: string): Attachment | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const isWebAddress = url.protocol === 'http:' || url.protocol === 'https:';
  const hasCredentials = url.username !== '' || url.password !== '';
  if (!isWebAddress || hasCredentials || !canBePublicHost(url.hostname)) return undefined;
  const filename = lastPartOf(url);
  // `shot.PNG → png`
  const extension = /\.(\w+)$/u.exec(filename)?.[1]?.toLowerCase() ?? '';
  return { url: url.href, filename, mimeType: previewedTypes[extension] ?? documentTypeOf(filename).mimeType };
}

/** `https://example.com/a/My%20File.pdf → My File.pdf`; the host if the path ends with a slash. */
function lastPartOf({ pathname, hostname }: URL): string {
  const lastSegment = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (lastSegment === '') return hostname;
  try {
    return decodeURIComponent(lastSegment);
  } catch {
    return lastSegment;
  }
}
