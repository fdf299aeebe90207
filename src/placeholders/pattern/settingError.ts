import { describeReason, type CodedReason } from '../../base/codedReason.ts';

/** Why a placeholder setting can't be used: the code of each reason, and the values that its sentence contains. */
export interface SettingReasonValues {
  'too-many-patterns': [maximum: number];
  'too-many-terms': [maximum: number];
  'too-long': [characters: number];
  'unknown-family': [families: string];
  'not-a-pattern': [message: string];
  'pattern-flags': [];
  'pattern-backreference': [];
  'pattern-string-class': [];
  'pattern-too-large': [];
  'pattern-too-slow': [text: string];
}

export type SettingReasonCode = keyof SettingReasonValues;

export type SettingReason<Code extends SettingReasonCode = SettingReasonCode> = CodedReason<SettingReasonValues, Code>;

/** An invalid placeholder setting. */
export class PlaceholderSettingError extends Error {
  override readonly name = 'PlaceholderSettingError';
  /** The setting's name without the extension's own: `placeholders.patterns`. */
  readonly setting: 'placeholders.add' | 'placeholders.remove' | 'placeholders.patterns' | 'doNotTranslate';
  /** The setting's value. */
  readonly value: string;
  readonly reason: SettingReason;

  constructor({ setting, value, reason }: Pick<PlaceholderSettingError, 'setting' | 'value' | 'reason'>) {
    super(`“${value}” in the setting humanTranslation.${setting} cannot be used: ${describeReason(reason)}`);
    this.setting = setting;
    this.value = value;
    this.reason = reason;
  }
}
