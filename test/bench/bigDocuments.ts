import type { Entry, Generator } from './bigEntry.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const oneLine = (text: string): string => text.replaceAll('\n', ' ').replace(/[{}]/g, '');

/** Generators for documents and subtitles, by format id. */
export const documentFiles: Readonly<Record<string, Generator>> = {
  html: ({ entries, locale }) =>
    `<!DOCTYPE html>\n<html lang="${locale}">\n<head>\n<meta charset="utf-8">\n` +
    `<title>Help</title>\n</head>\n<body>\n${entries.map(htmlBlock).join('')}</body>\n</html>\n`,
  markdown: ({ entries }) => `# Help\n\n${entries.map(markdownBlock).join('')}`,
  mdx: ({ entries }) => `import { Card } from '../card.jsx'\n\n# Help\n\n${entries.map(mdxBlock).join('')}`,
  srt: ({ entries }) =>
    entries
      .map(
        (entry) =>
          `${entry.index + 1}\n${time(entry.index, ',')} --> ${time(entry.index + 0.8, ',')}\n${entry.text}\n\n`,
      )
      .join(''),
  vtt: ({ entries }) => `WEBVTT\n\n${entries.map(vttBlock).join('')}`,
};

function mdxBlock(entry: Entry): string {
  const { index, text } = entry;
  return index % 40 === 9 ? `<Card title="Title ${index}">\n${oneLine(text)}\n</Card>\n\n` : markdownBlock(entry);
}

function vttBlock({ index, text, note }: Entry): string {
  const comment = note === undefined ? '' : `NOTE ${note}\n\n`;
  return `${comment}${time(index, '.')} --> ${time(index + 0.8, '.')}\n${escaped(text)}\n\n`;
}

function htmlBlock({ index, text }: Entry): string {
  const words = escaped(text);
  if (index % 20 === 0) return `<h2 id="part${index}">${words}</h2>\n`;
  if (index % 20 === 7) return `<ul>\n  <li>${words}</li>\n</ul>\n`;
  if (index % 20 === 13) return `<p><img src="picture${index}.png" alt="${words.replaceAll('"', '&quot;')}"></p>\n`;
  return index % 4 === 1 ? `<p>${words} with <a href="/page${index}">a <b>link</b></a>.</p>\n` : `<p>${words}</p>\n`;
}

function markdownBlock({ index, text }: Entry): string {
  const words = oneLine(text);
  if (index % 20 === 0) return `## ${words}\n\n`;
  if (index % 20 === 7) return `- ${words}\n- and *another* one\n\n`;
  if (index % 20 === 13) return `| Name | Meaning |\n| --- | --- |\n| ${words} | \`code\` |\n\n`;
  if (index % 20 === 17) return `\`\`\`js\nconst message = ${index};\n\`\`\`\n\n`;
  return index % 4 === 1
    ? `${words} with **weight** and [a link](/page${index}),\nover two lines.\n\n`
    : `${words}\n\n`;
}

function time(seconds: number, mark: string): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const milliseconds = String(Math.round((seconds % 1) * 1000)).padStart(3, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${mark}${milliseconds}`;
}
