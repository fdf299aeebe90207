import assert from 'node:assert/strict';
import { isAllowedLicense, licensesInText, parseLicense, satisfies } from '../../../host/notices/licenses.ts';

describe('parseLicense', () => {
  it('reads SPDX expressions', () => {
    assert.deepEqual(parseLicense('MIT'), { id: 'MIT' });
    assert.deepEqual(parseLicense('(MIT OR Apache-2.0)'), { any: [{ id: 'MIT' }, { id: 'Apache-2.0' }] });
    assert.deepEqual(parseLicense('MIT or ISC and 0BSD'), {
      any: [{ id: 'MIT' }, { all: [{ id: 'ISC' }, { id: '0BSD' }] }],
    });
    assert.deepEqual(parseLicense('Apache-2.0 WITH LLVM-exception'), { id: 'Apache-2.0 WITH LLVM-exception' });
  });

  it('rejects other texts', () => {
    const others = [
      '',
      'SEE LICENSE IN EULA',
      'MIT OR',
      'AND MIT',
      '(MIT',
      'MIT)',
      'MIT ISC',
      'MIT WITH',
      'MIT/X11',
      '()',
    ];
    for (const text of others) {
      assert.equal(parseLicense(text), undefined, text);
    }
  });
});

describe('allowed licenses', () => {
  const allowed = (text: string): boolean => {
    const expression = parseLicense(text);
    return expression !== undefined && satisfies(expression, isAllowedLicense);
  };

  it('include one side of an OR, or both sides of an AND', () => {
    for (const text of ['MIT', '(MIT OR GPL-3.0-or-later)', 'BSD-3-Clause AND (GPL-2.0-only OR ISC)']) {
      assert.equal(allowed(text), true, text);
    }
    for (const text of [
      'GPL-3.0-only',
      'MIT AND GPL-2.0+',
      'UNLICENSED',
      'MIT WITH Some-exception',
      'mit',
      'toString',
    ]) {
      assert.equal(allowed(text), false, text);
    }
  });
});

describe('licensesInText', () => {
  it('recognizes texts however their lines are broken', () => {
    const isc =
      'Permission to use, copy, modify, and/or distribute\nthis software for any purpose ' +
      'with or without fee is hereby granted';
    assert.deepEqual([...licensesInText(`${isc},\r\nprovided that`)], ['ISC']);
    assert.deepEqual([...licensesInText(`${isc}.`)], ['0BSD']);
    assert.deepEqual([...licensesInText('Apache License\n     Version 2.0, January 2004')], ['Apache-2.0']);
    assert.deepEqual([...licensesInText('All rights reserved.')], []);
  });
});
