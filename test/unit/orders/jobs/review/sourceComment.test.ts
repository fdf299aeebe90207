import assert from 'node:assert/strict';
import type { SourceState } from '../../../../../src/orders/model/sourceState.ts';
import { protect } from '../../../../../src/placeholders/protect.ts';
import { makeUnitRef } from '../../../../builders/trackedJob.ts';
import { sourceComment } from '../../../../../src/orders/jobs/review/revisionComment.ts';

const sourceText = 'Hello, {name}!';

function commentFor(...states: readonly SourceState[]): string | undefined {
  const sourceChanges = states.map((state, index) => ({ unit: makeUnitRef({ key: `key${index}` }), state }));
  return sourceComment({ sourceChanges, sourceText, protectedText: protect(sourceText, ['brace']) });
}

describe('sourceComment', () => {
  it('quotes the new text with its placeholders in brackets', () => {
    assert.equal(
      commentFor({ kind: 'changed', text: 'Welcome back, {name}. You have {count} points.' }),
      'The source text has changed to:\n\nWelcome back, [[[{name}]]]. You have [[[{count}]]] points.\n\n' +
        'Please translate this text instead.',
    );
  });

  it('quotes a text once, and several texts one after the other', () => {
    const comment = commentFor(
      { kind: 'changed', text: 'Hi, {name}!' },
      { kind: 'changed', text: 'Hi, {name}!' },
      { kind: 'changed', text: 'Good day, {name}.' },
    );
    assert.equal(comment?.split('Hi, [[[{name}]]]!').length, 2);
    assert.ok(comment?.includes('Good day, [[[{name}]]].'));
  });

  it('quotes a text with brackets of its own as it is', () => {
    assert.ok(commentFor({ kind: 'changed', text: 'See [[[this]]].' })?.includes('See [[[this]]].'));
  });

  it('is undefined if nothing is to be said', () => {
    assert.equal(commentFor(), undefined);
    assert.equal(commentFor({ kind: 'removed' }), undefined);
    assert.equal(commentFor({ kind: 'changed' }), undefined);
    assert.equal(commentFor({ kind: 'changed', text: sourceText }), undefined, 'only another branch has changed');
    assert.equal(commentFor({ kind: 'changed', text: 'x'.repeat(25_000) }), undefined, 'it would not fit');
  });
});
