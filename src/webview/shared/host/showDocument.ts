import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { displayDirection, displayLocale } from '../../../words/formatting.ts';

/** The files of a page, and its localized strings. */
export interface PageFiles {
  /** In `dist`. */
  readonly script: string;
  /** In `media`, in addition to `page.css`. */
  readonly style?: string;
  readonly strings: Readonly<Record<string, string>>;
}

/** Loads a page into its webview. */
export function showDocument(webview: vscode.Webview, extensionUri: vscode.Uri, files: PageFiles): void {
  webview.options = {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist'), vscode.Uri.joinPath(extensionUri, 'media')],
  };
  webview.html = pageDocument(webview, extensionUri, files);
}

/** Returns the HTML of a page. It has no inline code and no text from outside, and allows scripts only by nonce. */
function pageDocument(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { script, style, strings }: PageFiles,
): string {
  const nonce = randomBytes(16).toString('base64');
  const urlOf = (folder: 'dist' | 'media', file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, folder, file)).toString();
  const styleLink = style === undefined ? '' : `\n<link rel="stylesheet" href="${urlOf('media', style)}">`;
  const policy = [
    "default-src 'none'",
    `img-src ${webview.cspSource}`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(displayLocale())}" dir="${displayDirection()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" id="vscode-codicon-stylesheet" nonce="${nonce}" href="${urlOf('media', 'codicon.css')}">
<link rel="stylesheet" href="${urlOf('media', 'page.css')}">${styleLink}
<title>${escapeAttribute(l10n.t('Human Translation'))}</title>
</head>
<body data-strings="${escapeAttribute(JSON.stringify(strings))}">
<script type="module" nonce="${nonce}" src="${urlOf('dist', script)}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
