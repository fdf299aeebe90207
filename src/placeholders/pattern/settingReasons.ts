import { fillValues } from '../../base/fillValues.ts';

/** Why a placeholder setting can't be used: each code and its English text. `{0}`, `{1}` … stand for values. */
const settingReasons = {
  'too-many-patterns': 'At most {0} patterns are supported.',
  'too-many-terms': 'At most {0} terms are supported.',
  'too-long': 'It is longer than {0} characters.',
  'unknown-family': 'No placeholder family has this name. The families are: {0}.',
  'not-a-pattern': 'It is not a valid regular expression: {0}.',
  'pattern-flags': 'It changes flags inside the pattern, which is not supported.',
  'pattern-backreference':
    'It refers to the match of an earlier group, which can take exponential time. Repeat the group’s pattern.',
  'pattern-string-class':
    'A character class contains strings of several characters, which is not supported. Write them as alternatives.',
  'pattern-too-large':
    'It is too large: its repetitions and alternatives have too many parts. Repeat less, or write several patterns.',
  'pattern-too-slow':
    'It takes too long on the string “{0}…”. Avoid “.*”: list the possible characters, for example [^<>]{1,50}.',
} as const satisfies Readonly<Record<string, string>>;

export type SettingReasonCode = keyof typeof settingReasons;

/** Why a placeholder setting can't be used, as a code and the values of its sentence. */
export interface SettingReason {
  readonly code: SettingReasonCode;
  readonly values: readonly (string | number)[];
}

/** Returns a reason in English. */
export function settingReasonText({ code, values }: SettingReason): string {
  return fillValues(settingReasons[code], values);
}
