/** An invalid placeholder setting. The message and the reason are sentences for the user. */
export class PlaceholderSettingError extends Error {
  override readonly name = 'PlaceholderSettingError';
  /** The setting's name without the extension's own: `placeholders.patterns`. */
  readonly setting: 'placeholders.add' | 'placeholders.remove' | 'placeholders.patterns' | 'doNotTranslate';
  /** The setting's value. */
  readonly value: string;
  readonly reason: string;

  constructor({ setting, value, reason }: Pick<PlaceholderSettingError, 'setting' | 'value' | 'reason'>) {
    super(`“${value}” in the setting humanTranslation.${setting} cannot be used. ${reason}`);
    this.setting = setting;
    this.value = value;
    this.reason = reason;
  }
}
