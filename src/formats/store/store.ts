import type { LocaleFormat, TextEdit, Unit } from '../kit/localeFormat.ts';
import { provenFormat, refusal, type WantedChange } from '../kit/provenFormat.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { because } from '../reasons/reason.ts';
import { storeTextOf, type StoreText } from './storeTexts.ts';

/**
 * A text of a store listing in a file of its own: one unit, because the store's limit is for the whole text, and because
 * translators write a description as a whole. Outer whitespace, which the tools for uploads remove, is not part of it
 * and is kept. Its key, note and limit follow from the path; for an unknown path, there are no note and no limit.
 */
export function storeText(path: string): LocaleFormat {
  const text = storeTextOf(path) ?? { key: 'text' };
  const format = formats.get(text.key + String(text.maxChars)) ?? createFormat(text);
  formats.set(text.key + String(text.maxChars), format);
  return format;
}

/** The formats by key and limit, so that the same files have the same format. */
const formats = new Map<string, LocaleFormat>();

function createFormat(storeText: StoreText): LocaleFormat {
  return provenFormat({
    id: 'store',
    units: (text) => [unitOf(text, storeText)],
    edits: (change) => editText(change, storeText),
  });
}

const notes: Readonly<Record<string, string>> = {
  name: 'The name of the app in the App Store.',
  subtitle: 'A subtitle below the name of the app in the App Store.',
  keywords:
    'Keywords by which people find the app in the App Store, separated by commas without spaces. ' +
    'Words that people would search for are better than literal translations.',
  promotional_text: 'A promotional text above the description of the app in the App Store.',
  description: 'The description of the app in its store.',
  release_notes: 'What is new in a version of the app, as its store shows it.',
  apple_tv_privacy_policy: 'The privacy policy of the app for Apple TV.',
  title: 'The title of the app in its store.',
  short_description: 'A short description of the app in its store.',
  summary: 'A short description of the app in its store.',
  full_description: 'The description of the app in its store.',
};

function unitOf(text: string, { key, maxChars }: StoreText): Unit {
  const content = text.trim();
  const start = content === '' ? 0 : text.indexOf(content);
  return unitFrom({ id: key, text: content, note: notes[key], maxChars, start, end: start + content.length });
}

function editText({ text, replaced, added, context }: WantedChange, storeText: StoreText): readonly TextEdit[] {
  const { key } = storeText;
  const translation = replaced.get(key) ?? added.get(key) ?? '';
  if (translation !== translation.trim()) throw refusal(because('store-outer-whitespace'));
  if (replaced.has(key)) {
    const { start, end } = unitOf(text, storeText);
    return [{ start, end, text: translation }];
  }
  // A new file has the outer whitespace of its source, usually a line end.
  const { sourceText } = context;
  const { start, end } = unitOf(sourceText, storeText);
  return [{ start: 0, end: 0, text: sourceText.slice(0, start) + translation + sourceText.slice(end) }];
}
