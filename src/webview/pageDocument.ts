import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { pageWords } from './pageWords.ts';

/** The page's HTML: no inline code, nothing from outside, scripts by nonce only. */
export function pageDocument(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const address = (...path: readonly string[]): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const policy = [
    "default-src 'none'",
    `img-src ${webview.cspSource}`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" id="vscode-codicon-stylesheet" nonce="${nonce}" href="${address('media', 'codicon.css')}">
<link rel="stylesheet" href="${address('media', 'page.css')}">
<title>${escapeAttribute(l10n.t('Human Translation'))}</title>
</head>
<body data-strings="${escapeAttribute(JSON.stringify(pageWords()))}">
<script type="module" nonce="${nonce}" src="${address('dist', 'page.js')}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
