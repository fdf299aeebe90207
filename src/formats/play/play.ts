import { once } from '../../base/once.ts';
import {
  commentedFormat,
  entriesInComments,
  type CommentedFile,
  type CommentSyntax,
  type NewEntry,
} from '../kit/commentedEntries.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { alignedSeparator, lineStartAt } from '../kit/lineScan.ts';
import { liveEntries } from '../kit/liveEntries.ts';
import type { LocaleFormat, Unit } from '../kit/localeFormat.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { entryId } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { scanPlay, type PlayMessage } from './scanPlay.ts';

/**
 * The messages files of the Play framework, `conf/messages.fr`: `key = message`, in UTF-8. The comments directly above
 * a message are its note. Messages are formatted by `java.text.MessageFormat`; their apostrophes are still its own.
 */
export const play: LocaleFormat = commentedFormat('play', readPlay, (change) => ({
  render: (entry) => renderMessage(entry, change),
  columnOf: ({ keyStart, keyEnd, valueStart }) => ({
    column: keyEnd - keyStart,
    separator: change.text.slice(keyEnd, valueStart),
  }),
  replace: ({ valueStart, valueEnd }, translation) => ({
    start: valueStart,
    end: valueEnd,
    text: encodePlay(translation),
  }),
}));

interface PlayFile extends CommentedFile<PlayMessage> {
  readonly units: readonly Unit[];
}

const commentSyntax: CommentSyntax = { comment: /#+[ \t]*([^\r\n]*)/g, entry: /^[^\s=]+[ \t]*=(?:[^]*[^\\])?$/ };

/** Reads a file. If several messages have the same key, the last is the unit, as in Play. */
function readPlay(text: string): PlayFile {
  const messages = scanPlay(text);
  const { byId, ids } = liveEntries(messages, ({ keyStart, keyEnd }) => entryId(text.slice(keyStart, keyEnd)));
  const blocks = once(() =>
    messages.map(({ lineStart, keyStart, valueEnd, comments: [first], emptyLinesAbove }, index) => ({
      id: ids[index] ?? '',
      start: first === undefined ? lineStart : lineStartAt(text, first.start),
      bodyStart: keyStart,
      end: valueEnd,
      emptyLinesAbove,
    })),
  );
  return {
    units: Array.from(byId, ([id, message]) => unitOf(text, id, message)),
    byId,
    blocks,
    inComments: once(() => entriesInComments(text, blocks(), commentSyntax, readPlay)),
  };
}

function unitOf(text: string, id: string, { valueStart: start, valueEnd: end, comments }: PlayMessage): Unit {
  const lines = comments.map((comment) =>
    text
      .slice(comment.start, comment.end)
      .replace(/^[#\s]+/, '')
      .trim(),
  );
  const isRule = (line: string): boolean => /^[-=*#_]*$/.test(line);
  const note = lines.filter((line) => !isRule(line)).join('\n');
  return unitFrom({ id, text: decodePlay(text.slice(start, end)), note, maxChars: lengthHint(note), start, end });
}

/** A message in the style of its neighbor, or without one in the source's. */
function renderMessage(
  { translation, entry, near: neighbor, alignment, comments, lineEnd }: NewEntry<PlayMessage>,
  { text, context: { sourceText } }: WantedChange,
): string {
  const key = sourceText.slice(entry.keyStart, entry.keyEnd);
  let usualSeparator = sourceText.slice(entry.keyEnd, entry.valueStart);
  if (neighbor !== undefined) usualSeparator = text.slice(neighbor.keyEnd, neighbor.valueStart);
  const line = key + alignedSeparator(key.length, usualSeparator, alignment) + encodePlay(translation);
  return [...comments.map(({ start, end }) => sourceText.slice(start, end)), line].join(lineEnd);
}

/** Returns the text of a message: only an escaped line end, `\n` and `\\` are escapes. */
function decodePlay(literal: string): string {
  return literal.replace(/\\(?:\r?\n|n|\\)/g, (escape) => {
    if (escape === '\\n') return '\n';
    return escape === '\\\\' ? '\\' : '';
  });
}

/** Encodes a text. Throws FormatError for outer whitespace and for line ends other than LF, which have no escape. */
function encodePlay(text: string): string {
  const hasOuterWhitespace = /^[\u0000-\u0020]|[\u0000-\u0020]$/.test(text);
  if (hasOuterWhitespace) throw refusal(because('play-outer-whitespace'));
  const [lineEnd] = /[\r\u0085\u2028\u2029]/.exec(text) ?? [];
  if (lineEnd !== undefined) {
    const hexCode = lineEnd.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw refusal(because('text-forbidden-character', hexCode));
  }
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
