import assert from 'node:assert/strict';
import { po } from '../../../../src/formats/po/po.ts';

describe('reading the credits of translators from a PO file', () => {
  const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';

  it('does not offer them as strings', () => {
    for (const entry of [
      'msgid "translator-credits"',
      'msgid "translator_credits"',
      'msgctxt "_"\nmsgid "translator-credits"',
      'msgctxt "NAME OF TRANSLATORS"\nmsgid "Your names"',
      'msgctxt "EMAIL OF TRANSLATORS"\nmsgid "Your emails"',
    ]) {
      const [unit] = po.read(`${header}${entry}\nmsgstr ""\n`);
      assert.equal(unit?.translatable, false, entry);
      assert.equal(unit.reason?.code, 'po-credits', entry);
    }
  });

  it('offers other strings that name translators', () => {
    for (const id of ['Translator credits and more', 'Your names', 'Credits'])
      assert.equal(po.read(`${header}msgid "${id}"\nmsgstr ""\n`)[0]?.translatable, undefined, id);
  });
});
