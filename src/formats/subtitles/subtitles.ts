import type { LocaleFormat, TextEdit, Unit } from '../kit/localeFormat.ts';
import { insertionPlaces, type InsertionPlace } from '../kit/insertionOrder.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { lineEndOf, withLineEnd } from '../kit/lineEnd.ts';
import { provenFormat, refusal, sourceOrNone, type WantedChange } from '../kit/provenFormat.ts';
import { insertText, spliceEdits } from '../kit/spliceEdits.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { joinKeyPath, numberedIds } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { noteMark, scanCues, type Cue, type CueRules } from './scanCues.ts';
import { srtText, srtTimes, vttText, type CueTextRules } from './cueText.ts';

/** SubRip subtitles: a number, the times, and lines of text up to an empty line. Units are named by their numbers. */
export const srt: LocaleFormat = subtitleFormat({
  id: 'srt',
  text: srtText,
  // The first line may already begin a cue.
  firstLine: () => 0,
  cues: {
    isTimes: (text, start, end) => srtTimes.test(text.slice(start, end)),
    isBlank: (text, start, end) => isWhitespace(text, start, end),
    // A number; only the beginning of a long line is examined.
    isName: (text, start, end) => /^[ \t]*\d+[ \t]*$/.test(text.slice(start, Math.min(end, start + 40))),
    hasBlocks: false,
  },
});

/**
 * Web Video Text Tracks (https://www.w3.org/TR/webvtt1/): cues named by their identifiers, or by their number among
 * all cues. Header, styles and regions are not units; a comment (NOTE) is the note of the cue after it.
 */
export const vtt: LocaleFormat = subtitleFormat({
  id: 'vtt',
  text: vttText,
  firstLine: (text) => {
    // The first line is the header.
    if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text.slice(0, 7))) return 1;
    throw formatErrorAt(text, 0, because('vtt-header'));
  },
  cues: {
    isTimes: (text, start, end) =>
      /^[ \t]*(?:\d+:)?\d+:\d+[.,]\d+[ \t]*-->[ \t]*(?:\d+:)?\d+:\d+/.test(text.slice(start, end)),
    isBlank: (_text, start, end) => start === end,
    // Any line without an arrow; blocks are comments, styles and regions.
    isName: (text, start, end) => !text.slice(start, end).includes('-->'),
    hasBlocks: true,
  },
});

/** The differences between the formats of subtitles. */
interface SubtitleRules {
  readonly id: string;
  readonly text: CueTextRules;
  readonly cues: CueRules;
  /** The index, from 0, of the first line that may begin a cue. Throws FormatError for a text of another format. */
  firstLine(text: string): number;
}

function subtitleFormat(rules: SubtitleRules): LocaleFormat {
  return keptWhileWriting(
    (text) => namedCues(text, rules),
    (cuesOf) =>
      provenFormat({
        id: rules.id,
        units: (text) => [...cuesOf(text)].flatMap(([id, cue]) => unitsOf(text, id, cue, rules)),
        edits: (change) => {
          if (!isWhitespace(change.text, 0, change.text.length)) return editSubtitles(change, cuesOf, rules);
          return createSubtitles(change, cuesOf(change.context.sourceText), rules);
        },
        // A new file has the source's texts in the cues that were not ordered.
        mayAppear: (unit, change) =>
          isWhitespace(change.text, 0, change.text.length) && change.source().get(unit.id)?.text === unit.text,
      }),
  );
}

/** By id, in the file's order. */
type Cues = ReadonlyMap<string, Cue>;

/** Returns the cues with their ids: the name, made unique; without one, the cue's number in the file. */
function namedCues(text: string, rules: SubtitleRules): Cues {
  const cues = scanCues(text, rules.firstLine(text), rules.cues);
  if (cues.length === 0 && rules.id === 'srt' && !isWhitespace(text, 0, text.length)) {
    throw formatErrorAt(text, 0, because('srt-no-times'));
  }
  const uniqueName = numberedIds('-');
  const byId = new Map<string, Cue>();
  for (const [index, cue] of cues.entries()) {
    const name = cue.name === undefined || cue.name === '' ? String(index + 1) : cue.name;
    byId.set(joinKeyPath([uniqueName(name)]), cue);
  }
  return byId;
}

function unitsOf(text: string, id: string, cue: Cue, rules: SubtitleRules): readonly Unit[] {
  const decoded = rules.text.decode(withLineEnd(text.slice(cue.text.start, cue.text.end), '\n'));
  const notes = cue.notes.map(({ start, end }) => withLineEnd(text.slice(start + noteMark.length, end), '\n').trim());
  const note = notes.filter((words) => words !== '').join('\n');
  const unit = unitFrom({ id, ...decoded, note, maxChars: lengthHint(note), ...cue.text });
  if (cue.strayLines === undefined) return [unit];
  const textAfter = withLineEnd(text.slice(cue.strayLines.start, cue.strayLines.end), '\n');
  const reason = because('subtitle-after-empty-line');
  return [unit, unitFrom({ id: `${id}.rest`, text: textAfter, reason, ...cue.strayLines })];
}

function createSubtitles(change: WantedChange, cues: Cues, rules: SubtitleRules): readonly TextEdit[] {
  const { sourceText, targetLocale } = change.context;
  const source = change.source();
  const edits: TextEdit[] = headerLanguage(sourceText, targetLocale, rules);
  const lineEnd = lineEndOf(sourceText);
  for (const [id, cue] of cues) {
    const translation = change.added.get(id);
    if (translation === undefined || translation === source.get(id)?.text) continue;
    const edit = textEdit(cue, encodeCue(translation, source.get(id)?.markup === true, rules), lineEnd);
    edits.push(separated(sourceText, edit, lineEnd));
  }
  return [{ start: 0, end: change.text.length, text: spliceEdits(sourceText, edits) }];
}

/** The length of the beginning of a file in which its header is searched for. */
const maxHeader = 4096;

/** Returns edits of the language that some tools declare in the header of WebVTT files. */
function headerLanguage(text: string, locale: string, rules: SubtitleRules): TextEdit[] {
  if (rules.id !== 'vtt') return [];
  const header = text.slice(0, maxHeader).split(/(?:\r\n|\n|\r){2}/, 1)[0] ?? '';
  // `en` of the line `Language: en`.
  const match = /[\r\n]Language:[ \t]*(?<language>[\w-]+)[ \t]*(?=[\r\n]|$)/d.exec(header);
  const [start, end] = match?.indices?.groups?.['language'] ?? [];
  if (start === undefined || end === undefined) return [];
  return [{ start, end, text: locale }];
}

function editSubtitles(
  change: WantedChange,
  cuesOf: (text: string) => Cues,
  rules: SubtitleRules,
): readonly TextEdit[] {
  const cues = cuesOf(change.text);
  const lineEnd = lineEndOf(change.text);
  const isMarkup = (id: string): boolean =>
    change.present.get(id)?.markup === true || sourceOrNone(change).get(id)?.markup === true;
  const edits: TextEdit[] = [];
  const newCues = change.added.size === 0 ? [] : insertions(change, cues, cuesOf(change.context.sourceText), rules);
  const insertionOffsets = new Set(newCues.map(({ start }) => start));
  for (const [id, translation] of change.replaced) {
    const cue = cues.get(id);
    if (cue === undefined || translation === change.present.get(id)?.text) continue;
    const edit = textEdit(cue, encodeCue(translation, isMarkup(id), rules), lineEnd);
    // A new cue after this one brings the empty line between them.
    edits.push(insertionOffsets.has(edit.start) ? edit : separated(change.text, edit, lineEnd));
  }
  edits.push(...newCues);
  return edits.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Encodes the text of a cue; an empty one needs no check, although an empty line in a text is refused. */
function encodeCue(text: string, isMarkup: boolean, rules: SubtitleRules): string {
  return text === '' ? '' : rules.text.encode(text, isMarkup);
}

/** Writes a text into a cue; a cue without a text gets it on the line after the times. */
function textEdit(cue: Cue, encoded: string, lineEnd: string): TextEdit {
  const text = withLineEnd(encoded, lineEnd);
  const { start, end } = cue.text;
  // A file may end directly after the times.
  const isAfterTimes = start === end && start === cue.times.end && text !== '';
  return { start, end, text: isAfterTimes ? lineEnd + text : text };
}

/** Adds the line ends that separate the new text of a cue that had none from the next cue. */
function separated(file: string, edit: TextEdit, lineEnd: string): TextEdit {
  const { start, end, text } = edit;
  if (end > start || text === '') return edit;
  return { ...edit, text: text + lineEndsBefore(file.slice(start), lineEnd) };
}

/** Returns the line ends to be added between a cue's text and what follows, so that an empty line separates them. */
function lineEndsBefore(textAfter: string, lineEnd: string): string {
  const beginsWithEmptyLine = /^(?:\r\n|\n|\r(?!\n))(?:$|[\r\n])/.test(textAfter);
  if (textAfter === '' || beginsWithEmptyLine) return '';
  return /^[\r\n \t]/.test(textAfter) ? lineEnd : lineEnd + lineEnd;
}

function insertions(change: WantedChange, cues: Cues, source: Cues, rules: SubtitleRules): readonly TextEdit[] {
  refuseOtherTimes(change, source, cues);
  const lineEnd = lineEndOf(change.text);
  const locations = insertionPlaces([...source.keys()], cues, change.added);
  return locations.map((location) => {
    const blocks = location.ids.map((id) => cueBlock(change, id, source.get(id), rules));
    return insertionEdit(change, cues, location, { block: withLineEnd(blocks.join('\n\n'), lineEnd), lineEnd });
  });
}

/** Returns a cue of the source with the translation as its text. */
function cueBlock(change: WantedChange, id: string, cue: Cue | undefined, rules: SubtitleRules): string {
  if (cue === undefined) throw refusal(because('subtitle-without-times', id, change.context.sourceLocale));
  const { sourceText } = change.context;
  const encoded = encodeCue(change.added.get(id) ?? '', change.source().get(id)?.markup === true, rules);
  return `${sourceText.slice(cue.start, cue.times.end)}\n${encoded}`;
}

/** Inserts a block of cues, whose lines end with `lineEnd`. */
function insertionEdit(
  change: WantedChange,
  cues: Cues,
  location: InsertionPlace,
  { block, lineEnd }: { readonly block: string; readonly lineEnd: string },
): TextEdit {
  const previousCue = cues.get(location.after ?? '');
  if (previousCue !== undefined) {
    const { text, strayLines, times } = previousCue;
    const end = strayLines?.end ?? text.end;
    // The range of a text that is missing begins after the line end of the times, so only one more is needed.
    const hasEmptyTextLine = text.end === text.start && strayLines === undefined && end !== times.end;
    const getsText = (change.replaced.get(location.after ?? '') ?? '') !== '';
    const lead = hasEmptyTextLine && !getsText ? lineEnd : lineEnd + lineEnd;
    return insertText(end, lead + block + lineEndsBefore(change.text.slice(end), lineEnd));
  }
  const nextCue = cues.get(location.before ?? '');
  if (nextCue !== undefined) return insertText(nextCue.notes[0]?.start ?? nextCue.start, block + lineEnd + lineEnd);
  return insertText(change.text.length, lineEndsAfter(change.text, lineEnd) + block + lineEnd);
}

/** Returns the line ends that a file lacks for a cue that is added at its end. */
function lineEndsAfter(file: string, lineEnd: string): string {
  // 4: CRLF and CRLF, the longest two line ends.
  const endsWithEmptyLine = /(?:^|\r\n|\n|\r)(?:\r\n|\n|(?<!\n)\r)$/.test(file.slice(-4));
  if (endsWithEmptyLine) return '';
  return /[\r\n]$/.test(file) ? lineEnd : lineEnd + lineEnd;
}

/** Numbers identify the same cue in both files only if the times are equal. */
function refuseOtherTimes(change: WantedChange, source: Cues, target: Cues): void {
  for (const [id, cue] of target) {
    const sourceCue = source.get(id);
    if (sourceCue === undefined) continue;
    if (startOf(change.context.sourceText, sourceCue) === startOf(change.text, cue)) continue;
    throw formatErrorAt(change.text, cue.times.start, because('subtitle-other-times', id, change.context.sourceLocale));
  }
}

/** Returns the time at which a cue begins, in one spelling: `00:01,500` and `00:01.500` are equal. */
function startOf(text: string, cue: Cue): string {
  const times = text.slice(cue.times.start, cue.times.end);
  return times.slice(0, times.indexOf('-->')).replaceAll(',', '.').trim();
}

function isWhitespace(text: string, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code !== 32 && code !== 9 && code !== 10 && code !== 13) return false;
  }
  return true;
}
