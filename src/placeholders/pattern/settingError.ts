import { settingReasonText, type SettingReason } from './settingReasons.ts';

/** An invalid placeholder setting. */
export class PlaceholderSettingError extends Error {
  override readonly name = 'PlaceholderSettingError';
  /** The setting's name without the extension's own: `placeholders.patterns`. */
  readonly setting: 'placeholders.add' | 'placeholders.remove' | 'placeholders.patterns' | 'doNotTranslate';
  /** The setting's value. */
  readonly value: string;
  /** The reason as a code and values, from which the sentence in the user's language is made. */
  readonly because: SettingReason;
  /** The reason in English. */
  readonly reason: string;

  constructor({ setting, value, because }: Pick<PlaceholderSettingError, 'setting' | 'value' | 'because'>) {
    const reason = settingReasonText(because);
    super(`“${value}” in the setting humanTranslation.${setting} cannot be used. ${reason}`);
    this.setting = setting;
    this.value = value;
    this.because = because;
    this.reason = reason;
  }
}
