import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../host/paths.ts';
import type { Reason } from '../../../src/formats/format.ts';
import type { SettingReason } from '../../../src/placeholders/pattern/settingError.ts';
import { formatSentence } from '../../../src/words/formatSentence.ts';
import { plain } from '../../../src/words/plain.ts';
import { settingSentence } from '../../../src/words/reasonSentences.ts';

/** Returns how many values the interfaces of a file declare for each code of a reason. */
function valueCounts(file: string): readonly (readonly [code: string, count: number])[] {
  const code = readFileSync(path.join(projectRoot, 'src', file), 'utf8');
  return ts
    .createSourceFile(file, code, ts.ScriptTarget.Latest)
    .statements.filter(ts.isInterfaceDeclaration)
    .flatMap(({ members }) => members.filter(ts.isPropertySignature))
    .flatMap(({ name, type }) =>
      ts.isStringLiteral(name) && type !== undefined && ts.isTupleTypeNode(type)
        ? [[name.text, type.elements.length] as const]
        : [],
    );
}

/** Returns the values in a sentence that was made of `<0>`, `<1>` …, each once, and the placeholders that remained. */
function holesOf(sentence: string): readonly string[] {
  return [...new Set(sentence.match(/<\d>|\{\d\}/gu))].sort();
}

describe('messages of reasons', () => {
  for (const [file, sentence] of [
    ['formats/reasons/reason.ts', (reason: object) => formatSentence(reason as Reason)],
    ['placeholders/pattern/settingError.ts', (reason: object) => settingSentence(reason as SettingReason)],
  ] as const) {
    it(`contain all values that ${file} declares, and no others`, () => {
      const counts = valueCounts(file);
      assert.ok(counts.length > 5, `only ${counts.length} codes`);
      for (const [code, count] of counts) {
        const values = Array.from({ length: count }, (_, index) => `<${index}>`);
        assert.deepEqual(holesOf(plain(sentence({ code, values }))), values, code);
      }
    });
  }
});
