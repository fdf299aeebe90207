import { compileLinear, PatternError, type Program } from './compileLinear.ts';
import { StepLimitError, searchLinear, type StepCounter, type Span } from './searchLinear.ts';
import { PlaceholderSettingError, type SettingReason } from './settingError.ts';

export type { Span } from './searchLinear.ts';

/** Maximum length of a pattern; no pattern written by hand is longer. */
const maxLength = 1000;

/** Step limit of all searches in one text; a reasonable pattern takes a few steps per character. */
const stepsPerCharacter = 600;
const minSteps = 10_000;

const programCache = new Map<string, Program>();

/**
 * Compiles a user's placeholder pattern: a regular expression of ECMAScript with the flag `v`, or with `u` if only that
 * accepts it. Throws PlaceholderSettingError for an invalid one, or one that `compileLinear.ts` refuses.
 */
export function compileUserPattern(pattern: string): Program {
  const cached = programCache.get(pattern);
  if (cached) return cached;
  if (pattern.length > maxLength) throw refusal(pattern, { code: 'too-long', values: [maxLength] });
  try {
    const program = compileLinear(pattern);
    programCache.set(pattern, program);
    return program;
  } catch (error) {
    if (error instanceof PatternError) throw refusal(pattern, { code: error.code, values: [] });
    // The engine adds this prefix: "Invalid regular expression: /(/: Unterminated group".
    if (error instanceof SyntaxError)
      throw refusal(pattern, { code: 'not-a-pattern', values: [error.message.replace(/^.*: /u, '')] });
    throw error;
  }
}

/**
 * Returns a function that finds the first nonempty match at or after an offset of one text. All searches together take
 * at most a number of steps proportional to the text, whatever the pattern; more throws PlaceholderSettingError.
 */
export function userPatternSearch(pattern: string, text: string): (minStart: number) => Span | undefined {
  const program = compileUserPattern(pattern);
  const steps: StepCounter = { remaining: Math.max(minSteps, text.length * stepsPerCharacter) };
  return (minStart) => {
    try {
      return searchLinear(program, text, minStart, steps);
    } catch (error) {
      if (!(error instanceof StepLimitError)) throw error;
      // The cut may be within a surrogate pair.
      throw refusal(pattern, { code: 'pattern-too-slow', values: [text.slice(0, 40).toWellFormed()] });
    }
  };
}

function refusal(pattern: string, reason: SettingReason): PlaceholderSettingError {
  return new PlaceholderSettingError({ setting: 'placeholders.patterns', value: pattern, reason });
}
