/** A fenced code block, up to its end or the end of the text; a code span; or the beginning of a comment. */
const codeOrComment = /^[ \t>]*(`{3,}|~{3,})(?:[^]*?^[ \t>]*\1|[^]*)|`+[^`\n]*`+|<!--/gm;

/**
 * Writes HTML comments as expressions of MDX of the same length and without words, so that MDX can be parsed:
 * `<!-- more -->` → `{/*      *\/}`. Docusaurus converts comments in the same way before it compiles a document
 * (`markdown.mdx1Compat.comments`): https://docusaurus.io/docs/api/docusaurus-config#markdown
 */
export function maskComments(text: string): string {
  if (!text.includes('<!--')) return text;
  let result = '';
  let end = 0;
  codeOrComment.lastIndex = 0;
  for (let match = codeOrComment.exec(text); match !== null; match = codeOrComment.exec(text)) {
    if (match[0] !== '<!--') continue;
    const contentStart = codeOrComment.lastIndex;
    const contentEnd = text.indexOf('-->', contentStart);
    if (contentEnd < 0) break;
    const content = text.slice(contentStart, contentEnd).replace(/[^\r\n]/g, ' ');
    result += `${text.slice(end, match.index)}{/* ${content}*/}`;
    end = contentEnd + '-->'.length;
    codeOrComment.lastIndex = end;
  }
  return result + text.slice(end);
}
