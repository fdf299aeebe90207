import assert from 'node:assert/strict';
import fc from 'fast-check';
import { problemLocation } from '../../../../../src/placeholders/problemLocation.ts';
import { revisionComment } from '../../../../../src/orders/jobs/review/revisionComment.ts';
import { protect } from '../../../../../src/placeholders/protect.ts';
import { restore } from '../../../../../src/placeholders/restore.ts';
import type {
  FormNumber,
  PlaceholderSyntax,
  Problem,
  TranslationContext,
} from '../../../../../src/placeholders/read/placeholder.ts';

/** A job whose translation came back as `translated`. */
function reviewed(
  source: string,
  translated: string,
  syntaxes: readonly PlaceholderSyntax[] = ['brace', 'printf', 'tag'],
  context: TranslationContext = { sourceLocale: 'en', targetLocale: 'de' },
) {
  const protectedText = protect(source, syntaxes);
  const { text, problems } = restore(translated, protectedText, context);
  return { sourceText: source, protectedText, translatedText: text, problems };
}

/** The lines of the comment, without the first. */
function linesOf(...job: Parameters<typeof reviewed>): readonly string[] {
  return (
    revisionComment(reviewed(...job))
      ?.split('\n')
      .slice(1) ?? []
  );
}

describe('revisionComment', () => {
  it('returns undefined if there are no problems, or only warnings', () => {
    assert.equal(revisionComment(reviewed('You have {count} items.', 'Sie haben [[[{count}]]] Artikel.')), undefined);
    assert.equal(revisionComment(reviewed('You have items.', 'You have items.')), undefined);
  });

  it('names a missing part as the translator sees it, with the words around it', () => {
    assert.deepEqual(linesOf('You have {count} items in your cart.', 'Sie haben Artikel im Warenkorb.'), [
      '- [[[{count}]]] is missing. Please copy it from the source exactly as it is: “You have [[[{count}]]] items in your cart.”.',
    ]);
    assert.deepEqual(linesOf('Page {page} {total} of the book', 'Seite {page} des Buchs'), [
      '- {total} in [[[{page} {total}]]] is missing. Please copy it from the source exactly as it is: “Page [[[{page} {total}]]] of the book”.',
    ]);
  });

  it('asks for the number of a form that the source does not show', () => {
    const number = { text: '%{count}', syntax: 'ruby', examples: [1, 21, 31] } as const;
    const protectedText = { ...protect('1 day', ['ruby']), numbers: [number] };
    const commentOn = (translated: string, numbers: readonly FormNumber[]) => {
      const { text, problems } = restore(translated, { ...protectedText, numbers }, { targetLocale: 'ru' });
      return revisionComment({ sourceText: '1 day', protectedText, translatedText: text, problems });
    };
    assert.equal(
      commentOn('1 день', [number])?.split('\n')[1],
      '- In your language, this plural form is used for the numbers 1, 21, 31 …, so the number must be filled in. ' +
        'Please write it as [[[%{count}]]].',
    );
    assert.match(commentOn('[[[%{cnt}]]] день', [number]) ?? '', /Please write \[\[\[%\{count\}\]\]\] instead/u);
    assert.equal(commentOn('1 день', [{ ...number, isUncertain: true }]), undefined);
  });

  it('cuts long texts between words', () => {
    const [line = ''] = linesOf(
      `${'Some words before it. '.repeat(20)}Then {count} comes. ${'And some after it. '.repeat(20)}`,
      'Nichts davon.',
    );
    assert.match(line, /: “… Some words before it\. Then \[\[\[\{count\}\]\]\] comes\. And some after it\. …”\.$/u);
  });

  it('names the original of a changed part', () => {
    const [line = ''] = linesOf('You have {count} items.', 'Sie haben {Count} Artikel.');
    assert.equal(
      line,
      '- {Count} was changed. Please write [[[{count}]]] instead. In your translation: “Sie haben {Count} Artikel.”.',
    );
  });

  it('distinguishes new parts from repeated ones', () => {
    assert.match(
      linesOf('You have {count} items.', 'Sie {haben} [[[{count}]]] Artikel.')[0] ?? '',
      /^- \{haben\} is not in the source\. Please remove it\. In your translation: “Sie \{haben\} /u,
    );
    assert.match(
      linesOf('You have %d items.', 'Sie haben [[[%d]]] von [[[%d]]] Artikeln.')[0] ?? '',
      /^- %d appears more often in your translation than in the source\./u,
    );
  });

  it('suggests numbers for parts in another order, if the program reads them', () => {
    assert.match(
      linesOf('%s sent %d files.', '[[[%d]]] Dateien von [[[%s]]].')[0] ?? '',
      /your language needs them: \[\[\[%1\$s\]\]\], \[\[\[%2\$d\]\]\]\. In your translation, %d is in a different position/u,
    );
  });

  it('lists the parts in the required order, if the program reads no numbers', () => {
    assert.match(
      linesOf('%s sent %r files.', '[[[%r]]] Dateien von [[[%s]]].', ['python-percent', 'printf'])[0] ?? '',
      /in the order of the source: \[\[\[%s\]\]\], \[\[\[%r\]\]\]\. In your translation, %r is in a different position/u,
    );
  });

  it('distinguishes tags that are missing, new, or at the wrong location', () => {
    assert.deepEqual(linesOf('Made by <b>{maker}</b>', 'Von [[[{maker}]]]'), [
      '- The tag <b> is missing. Please put it around the same words as in the source: “Made by <b>[[[{maker}]]]</b>”.',
      '- The tag </b> is missing. Please put it around the same words as in the source: “Made by <b>[[[{maker}]]]</b>”.',
    ]);
    assert.match(
      linesOf('Made by <b>us</b>', 'Von <b>uns</b><hr>')[0] ?? '',
      /^- The tag <hr> is not in the source\./u,
    );
    assert.match(
      linesOf('Made by <b>us</b>', 'Von </b>uns<b>')[0] ?? '',
      /set the tags as in the source: <b>, <\/b>\./u,
    );
  });

  it('counts the characters over the limit', () => {
    assert.match(
      linesOf('Save', 'Speichern unter', [], { maxChars: 9 })[0] ?? '',
      /^- The translation is too long by 6 characters\. Please shorten it/u,
    );
    assert.match(linesOf('Save', 'Speichern!', [], { maxChars: 9 })[0] ?? '', /too long by 1 character\./u);
  });

  it('lists warnings that a translator can fix after the errors, and skips repaired problems', () => {
    const lines = linesOf(' One\ntwo {count}\nthree', 'Eins zwei drei!');
    assert.deepEqual(
      lines.map((line) => line.slice(0, 22)),
      ['- [[[{count}]]] is mis', 'Please also look at th', '- The source has 2 lin'],
    );
  });

  it('never exceeds the limit of the service', () => {
    const many = Array.from({ length: 2000 }, (_, index) => `{name${index}}`).join(' and ');
    const comment = revisionComment(reviewed(many, 'nothing')) ?? '';
    assert.ok(Array.from(comment).length <= 25_000);
    assert.match(comment, /\n- … and \d+ more\.$/u);
  });

  it('has a plain sentence for every kind of problem', () => {
    const kinds: Readonly<Record<Problem['kind'], boolean>> = {
      'missing-placeholder': true,
      'extra-placeholder': true,
      'changed-placeholder': true,
      'order-changed': true,
      'icu-broken': true,
      'plural-missing': true,
      'tag-broken': true,
      'stray-syntax': true,
      'brackets-remaining': true,
      'brackets-lost': true,
      empty: true,
      'too-long': true,
      'too-wide': true,
      'unusual-length': true,
      'unusual-script': true,
      'line-breaks': true,
      'same-as-source': true,
      'whitespace-restored': false,
      'apostrophe-doubled': false,
      'apostrophe-quotes': true,
      'final-punctuation': false,
      'hidden-character': true,
      'direction-character': true,
      'damaged-text': true,
      'foreign-letter': true,
      'foreign-link': true,
      formula: true,
    };
    for (const [kind, isReported] of Object.entries(kinds) as [Problem['kind'], boolean][]) {
      const job = {
        ...reviewed('You have {count}', 'Sie [[[{count}]]]'),
        problems: [{ kind, severity: 'error', text: 'Sie', start: 0 }] as const,
      };
      const comment = revisionComment(job);
      assert.equal(comment !== undefined, isReported, kind);
      assert.doesNotMatch(comment ?? '', /undefined|placeholder|ICU|syntax/u, kind);
    }
  });

  it('never splits a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('😀', 'a', ' ', '{x}', '한', '\n'), maxLength: 120 }), (filler) => {
        const comment = revisionComment(reviewed(`${filler}{count}${filler}`, 'x'));
        assert.equal(comment?.isWellFormed(), true);
      }),
    );
  });
});

describe('problemLocation', () => {
  const texts = { sourceText: 'You have {count}', translatedText: 'Sie {haben}' };
  const problem: Problem = { kind: 'extra-placeholder', severity: 'error', text: '{haben}' };

  it('returns a range in the translation or, for a missing part, in the source', () => {
    assert.deepEqual(problemLocation({ ...problem, start: 4 }, texts), { passage: 'translation', start: 4, end: 11 });
    assert.deepEqual(problemLocation({ ...problem, text: '{count}', sourceStart: 9 }, texts), {
      passage: 'source',
      start: 9,
      end: 16,
    });
  });

  it('returns an empty range if the text of the problem is not at its offset', () => {
    assert.deepEqual(problemLocation({ ...problem, text: 'few', start: 4 }, texts), {
      passage: 'translation',
      start: 4,
      end: 4,
    });
    assert.deepEqual(problemLocation({ ...problem, start: 400 }, texts), {
      passage: 'translation',
      start: 11,
      end: 11,
    });
  });

  it('returns undefined if the check reports no offset, or there is no translation', () => {
    assert.equal(problemLocation(problem, texts), undefined);
    assert.equal(problemLocation({ ...problem, start: 4 }, { sourceText: texts.sourceText }), undefined);
  });
});
