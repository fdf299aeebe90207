import assert from 'node:assert/strict';
import { isMinorChange, isSameWording } from '../../../../../src/orders/units/history/isMinorChange.ts';

const used = new Set(['enabled', 'disabled', 'message', 'contact', 'receive', 'there', 'occured', 'later']);

function isMinor(before: string, after: string, locale = 'en'): boolean {
  return isMinorChange(before, after, { locale, isUsed: (word) => used.has(word) });
}

describe('isMinorChange', () => {
  const minor: readonly (readonly [string, string])[] = [
    ['Save changes', 'Save Changes'],
    ['Save changes', 'Save changes.'],
    ['Save  changes\n', 'Save changes'],
    ['Loading...', 'Loading…'],
    ["The user's name", 'The user’s name'],
    ['Log in', 'Login'],
    ['e-mail', 'Email'],
    ['You recieve it', 'You receive it'],
    ['A mesage', 'A message'],
    ['An error occured', 'An error occurred'],
    ["You can't open the file", 'You cannot open the file'],
    ["It's done", 'It is done'],
    ['thats you', 'That’s you'],
    ['Show title', 'Show the title'],
    ['Video & audio', 'Video and audio'],
    ['Max size of files', 'Maximum size of files'],
    ['Max. size', 'Maximum size'],
    ['Switching to other apps', 'Switching to other applications'],
    ['Emails header', 'Email header'],
    ['Critic Rating', 'Critics Rating'],
    ['Sets the limit', 'Set the limit'],
    ['Determines how many tries are allowed', 'Determine how many tries are allowed'],
  ];
  for (const [before, after] of minor)
    it(`ignores ${JSON.stringify(before)} → ${JSON.stringify(after)}`, () => {
      assert.equal(isMinor(before, after), true);
    });

  const real: readonly (readonly [string, string])[] = [
    ['Enabled', 'Disabled'],
    ['Contact', 'Contract'],
    ['Not later', 'Not latter'],
    ['Delete user', 'Delete users'],
    ['Delete the selected file now', 'Delete the selected files now'],
    ['Delete file from disk', 'Delete files from disk'],
    ['File deleted', 'Files deleted'],
    ['Files found', 'File found'],
    ['Item available', 'Items available'],
    ['New message arrives', 'New messages arrive'],
    ['Your file was deleted', 'Your files were deleted'],
    ['Max size', 'Min size'],
    ['Sets limits', 'Set limit'],
    ['A & B', 'A or B'],
    ['A &lt; B', 'A and B'],
    ['Do it now', 'Do it not'],
    ['At most 10 MB', 'At most 20 MB'],
    ['At most 1.5 MB', 'At most 15 MB'],
    ['Hello %s', 'Hello %d'],
    ['Hello {name}', 'Hello {Name}'],
    ['Hello', 'Hello {name}'],
    ['See <b>this</b>', 'See <i>this</i>'],
    ['See <a href="/one">this</a>', 'See <a href="/two">this</a>'],
    ['%m/%d/%Y', '%d.%m.%Y'],
    ['Are you there', 'Are you here'],
  ];
  for (const [before, after] of real)
    it(`reports ${JSON.stringify(before)} → ${JSON.stringify(after)}`, () => {
      assert.equal(isMinor(before, after), false);
    });

  it('regards articles as words, and endings as meaningful, in other languages', () => {
    assert.equal(isMinor('Luis va a casa', 'Luis va casa', 'es'), false);
    assert.equal(isMinor('Bons amis fidèles', 'Bon amis fidèles', 'fr'), false);
  });
});

describe('isSameWording', () => {
  it('ignores white space and typography only', () => {
    assert.equal(isSameWording('„Datei“ –  öffnen…', '"Datei" - öffnen...'), true);
    assert.equal(isSameWording('Datei öffnen', 'datei öffnen'), false);
    assert.equal(isSameWording('Datei öffnen', 'Datei öffnen.'), false);
  });
});
