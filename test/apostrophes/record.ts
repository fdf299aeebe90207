// npm run apostrophes: runs the real programs over the table of apostrophes, stores what
// they show in test/fixtures/apostrophes/apostrophes.json, and prints the table. A program that is missing is named, and
// its rows keep what was recorded before.
import { writeFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import {
  readTable,
  rejected,
  showWithFlutter,
  showWithJava,
  tableFile,
  undecided,
  writtenFor,
  type ApostropheRow,
  type Runtime,
} from './runtimes.ts';

type Show = (messages: readonly string[]) => readonly string[] | undefined;

const programs: Readonly<Record<Runtime, Show>> = {
  java: showWithJava,
  'intl-messageformat': showWithIntlMessageFormat,
  flutter: (messages) => messages.map((message) => showWithFlutter(message, false)),
  'flutter use-escaping': (messages) => messages.map((message) => showWithFlutter(message, true)),
  unformatted: (messages) => messages,
};

function showWithIntlMessageFormat(messages: readonly string[]): readonly string[] {
  const parameters = {
    n: 2,
    ...Object.fromEntries(['name', 'author', 'count', '0', '1'].map((name) => [name, `‹${name}›`])),
    ...Object.fromEntries(
      ['b', 'link'].map((tag) => [tag, (parts: readonly unknown[]) => `‹${tag}:${parts.join('')}›`]),
    ),
  };
  return messages.map((message) => {
    try {
      return [new IntlMessageFormat(message, 'en').format(parameters)].flat().join('');
    } catch {
      return rejected;
    }
  });
}

const table = readTable().map((row) => ({ ...row, written: writtenFor(row) }));
const recorded: ApostropheRow[] = [];
for (const [runtime, rows] of Map.groupBy(table, (row) => row.runtime)) {
  const asReturned = programs[runtime](rows.map(({ translation }) => translation));
  const asWritten = programs[runtime](
    rows.map(({ written, translation }) => (written === undecided ? translation : written)),
  );
  if (asReturned === undefined || asWritten === undefined) console.error(`${runtime} is missing, its rows are kept.`);
  for (const [index, row] of rows.entries()) {
    const shownAsReturned = asReturned?.[index] ?? row.shownAsReturned ?? '';
    const shown = asWritten?.[index] ?? row.shown ?? '';
    recorded.push({ ...row, shownAsReturned, shown });
  }
}
writeFileSync(tableFile, `${JSON.stringify(recorded, null, 2)}\n`);

console.log(
  '| program | source | returned | written | shown as returned | shown as written |\n|---|---|---|---|---|---|',
);
for (const { runtime, source, translation, written = '', shownAsReturned = '', shown = '', meant } of recorded) {
  const cells = [runtime, source, translation, written, shownAsReturned, written === undecided ? '–' : shown];
  console.log(`| ${cells.join(' | ')} |${written !== undecided && shown !== meant ? ' WRONG' : ''}`);
}
