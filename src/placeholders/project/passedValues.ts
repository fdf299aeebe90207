import type { Unit } from '../../formats/format.ts';
import type { PassedValue } from '../read/placeholder.ts';

/** Keys of Rails whose texts get these values whatever they show (Rails guide "Internationalization", §5.1.1). */
const railsErrors = /(?:^|\.)errors\.(?:messages|attributes|models|format)(?:\.|$)/u;
const valuesOfRailsErrors: readonly PassedValue[] = ['value: %{attribute}', 'value: %{model}', 'value: %{value}'];

/** `@:app.name`, the text of another key (vue-i18n, easy_localization); the group is the key. */
const link = /@:([\w-]+(?:\.[\w-]+)*)/gu;
/** The longest text of a link that is searched in others; longer ones are no names. In UTF-16 units. */
const maxNameLength = 60;

/** Returns a function for the values that a program passes to a unit although its text need not show them. */
export function passedValues(
  formatId: string,
  units: readonly (Pick<Unit, 'text'> & Partial<Pick<Unit, 'id'>>)[],
): (unit: Pick<Unit, 'text'> & Partial<Pick<Unit, 'id'>>) => readonly PassedValue[] {
  // YAML of any version, with one locale or several.
  const mayBeRails = formatId.startsWith('yaml');
  const names = namesOfLinks(units);
  return ({ text, id = '' }) => {
    if (mayBeRails && railsErrors.test(id)) return valuesOfRailsErrors;
    return [...names]
      .filter(([linkText, name]) => text.includes(linkText) || text.includes(name))
      .map(([linkText, name]): PassedValue => `value: ${linkText} ${name}`);
  };
}

/** Returns the short texts that other texts of a file are linked to, by the link. */
function namesOfLinks(units: readonly (Pick<Unit, 'text'> & Partial<Pick<Unit, 'id'>>)[]): ReadonlyMap<string, string> {
  const linkedKeys = new Set(units.flatMap(({ text }) => Array.from(text.matchAll(link), ([, key = '']) => key)));
  const names = new Map<string, string>();
  if (linkedKeys.size === 0) return names;
  for (const { id = '', text } of units) {
    if (linkedKeys.has(id) && text !== '' && text.length <= maxNameLength && !/[@{}|]/u.test(text))
      names.set(`@:${id}`, text);
  }
  return names;
}
