import { once } from '../../base/once.ts';
import { parsedRecently } from '../kit/keptWhileWriting.ts';
import { FormatError } from '../kit/localeFormat.ts';
import { parseYaml } from './parseYaml.ts';
import type { PlainRules } from './yamlPlain.ts';
import type { YamlFile } from './yamlTree.ts';

/** Composing a file is slow, and the targets of a source are usually read one after another. */
const parseSource = {
  core: parsedRecently((text) => parseYaml(text, 'core')),
  '1.1': parsedRecently((text) => parseYaml(text, '1.1')),
} as const satisfies Readonly<Record<PlainRules, (text: string) => YamlFile>>;

/**
 * Parses a target with the text of its source, which decides how the items of lists are known; without it, or if it
 * can't be read, the target decides. Throws FormatError.
 */
export function parseTarget(text: string, rules: PlainRules, sourceText: string | undefined): YamlFile {
  if (sourceText === undefined || sourceText === text) return parseYaml(text, rules);
  return parseYaml(text, rules, { text: sourceText, file: once(() => sourceOrNone(sourceText, rules)) });
}

function sourceOrNone(text: string, rules: PlainRules): YamlFile | undefined {
  try {
    return parseSource[rules](text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return undefined;
  }
}
