import assert from 'node:assert/strict';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { storeText } from '../../../../src/formats/store/store.ts';
import { storeTextOf } from '../../../../src/formats/store/storeTexts.ts';

/** Returns the target's text after a translation was written; '' is a file that does not exist. */
function write(source: string, target: string, translation: string): string {
  const format = storeText('fastlane/metadata/en-US/description.txt');
  const context = { sourceText: source, sourceLocale: 'en-US', targetLocale: 'de-DE' };
  return applyEdits(target, format.write(target, new Map([['description', translation]]), context));
}

describe('storeTextOf', () => {
  for (const [path, key, maxChars] of [
    // fastlane's deliver and supply, at the usual place and for several apps and platforms.
    ['fastlane/metadata/en-US/name.txt', 'name', 30],
    ['fastlane/metadata/en-US/subtitle.txt', 'subtitle', 30],
    ['fastlane/metadata/en-US/keywords.txt', 'keywords', 100],
    ['fastlane/metadata/en-US/promotional_text.txt', 'promotional_text', 170],
    ['fastlane/metadata/en-US/description.txt', 'description', 4000],
    ['fastlane/metadata/en-US/release_notes.txt', 'release_notes', 4000],
    ['fastlane/metadata/en-US/apple_tv_privacy_policy.txt', 'apple_tv_privacy_policy', undefined],
    ['ios/fastlane/metadata/zh-Hans/name.txt', 'name', 30],
    ['fastlane/metadata/macos/no/description.txt', 'description', 4000],
    ['fastlane/metadata/default/name.txt', 'name', 30],
    ['fastlane\\metadata\\android\\en-US\\title.txt', 'title', 30],
    ['fastlane/metadata/android/es-419/short_description.txt', 'short_description', 80],
    ['fastlane/metadata/android/en-US/full_description.txt', 'full_description', 4000],
    ['fastlane/metadata/android/en-US/changelogs/20304.txt', 'release_notes', 500],
    ['fastlane/metadata/android/en-US/changelogs/default.txt', 'release_notes', 500],
    // F-Droid.
    ['metadata/en-US/full_description.txt', 'full_description', 4000],
    ['metadata/org.example.stall/en-US/summary.txt', 'summary', 80],
    // Gradle Play Publisher.
    ['app/src/main/play/listings/en-US/title.txt', 'title', 30],
    ['app/src/free/play/listings/de-DE/short-description.txt', 'short_description', 80],
    ['app/src/main/play/listings/iw-IL/full-description.txt', 'full_description', 4000],
    ['app/src/main/play/release-notes/en-US/production.txt', 'release_notes', 500],
    // GitHub's action upload-google-play.
    ['distribution/whatsnew/whatsnew-en-US', 'release_notes', 500],
  ] as const)
    it(`names the text and the limit of ${path}`, () => {
      assert.deepEqual(storeTextOf(path), maxChars === undefined ? { key } : { key, maxChars });
    });

  for (const path of [
    'fastlane/metadata/en-US/support_url.txt',
    'fastlane/metadata/en-US/privacy_url.txt',
    'fastlane/metadata/copyright.txt',
    'fastlane/metadata/primary_category.txt',
    'fastlane/metadata/review_information/notes.txt',
    'fastlane/metadata/android/en-US/video.txt',
    'fastlane/metadata/android/en-US/images/icon.txt',
    'app/src/main/play/listings/en-US/video-url.txt',
    'app/src/main/play/contact-email.txt',
    'app/src/main/play/release-names/production.txt',
    'docs/changelogs/12.txt',
    'locales/en/title.txt',
    'description.txt',
  ])
    it(`knows no text in ${path}`, () => {
      assert.equal(storeTextOf(path), undefined);
    });
});

describe('storeText', () => {
  it('reads a file as one string, without outer whitespace, with the limit of its store', () => {
    const [unit, ...others] = storeText('fastlane/metadata/en-US/subtitle.txt').read('\nYour market\n\n');
    assert.deepEqual(others, []);
    assert.deepEqual(
      { id: unit?.id, text: unit?.text, maxChars: unit?.maxChars, start: unit?.start, end: unit?.end },
      { id: 'subtitle', text: 'Your market', maxChars: 30, start: 1, end: 12 },
    );
  });

  it('keeps paragraphs and line ends', () => {
    assert.equal(write('One.\n\nTwo.\n', '', 'Eins.\n\nZwei.'), 'Eins.\n\nZwei.\n');
    assert.equal(write('One.\r\nTwo.\r\n', '', 'Eins.\r\nZwei.'), 'Eins.\r\nZwei.\r\n');
  });

  it('fills an empty file, which fastlane creates for each text, and replaces another translation', () => {
    assert.equal(write('One.', '\n', 'Eins.'), 'Eins.\n');
    assert.equal(write('One.', ' Alt.\n\n', 'Eins.'), ' Eins.\n\n');
  });

  it('refuses outer whitespace, which would be removed', () => {
    assert.throws(() => write('One.\n', '', ' Eins.'), FormatError);
  });
});
