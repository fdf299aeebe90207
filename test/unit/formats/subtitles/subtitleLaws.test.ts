import { srt, vtt } from '../../../../src/formats/subtitles/subtitles.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

/** A line without a character ends a subtitle, and a carriage return would be read as a line break. */
const hasEmptyLine = (text: string): boolean => text !== '' && text.split('\n').some((line) => line === '');

describeLaws(srt, {
  mayRefuse: (text) =>
    text.includes('\r') || text.split('\n').some((line) => /^[ \t]*$/.test(line)) || text.includes('-->'),
});
describeLaws(vtt, {
  mayRefuse: (text, unit) =>
    text.includes('\r') || hasEmptyLine(text) || text.includes('\0') || (unit.markup === true && text.includes('-->')),
});
