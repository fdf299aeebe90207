import assert from 'node:assert/strict';
import { isMinorChange, isSameWording } from '../../../../src/orders/history/minorChange.ts';

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

  it('regards articles as words in other languages', () => {
    assert.equal(isMinor('Luis va a casa', 'Luis va casa', 'es'), false);
  });
});

describe('isSameWording', () => {
  it('ignores white space and typography only', () => {
    assert.equal(isSameWording('„Datei“ –  öffnen…', '"Datei" - öffnen...'), true);
    assert.equal(isSameWording('Datei öffnen', 'datei öffnen'), false);
    assert.equal(isSameWording('Datei öffnen', 'Datei öffnen.'), false);
  });
});
