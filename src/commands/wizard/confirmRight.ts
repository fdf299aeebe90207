import { addRightAsItIs } from '../../editor/settings.ts';
import { uriOf } from '../../editor/projectUri.ts';
import type { Services } from '../../editor/session/services.ts';
import { hashText } from '../../orders/model/hash.ts';
import type { TranslationGaps } from '../../orders/units/gaps/translationGaps.ts';
import type { SameChoice } from './askSameAsSource.ts';

/** Stores in the folder's settings that units are right as they are. Returns whether this succeeded. */
export async function confirmRight(
  services: Pick<Services, 'messages'>,
  gaps: TranslationGaps,
  choices: readonly SameChoice[],
): Promise<boolean> {
  const chosen = new Set(choices.map(({ unit }) => unit));
  try {
    for (const source of gaps.sources) {
      // By locale and key, the hash of the value: if the value changes, it is offered again.
      const rightValues = new Map<string, Map<string, string>>();
      for (const [locale, units] of gaps.sameAsSourceOf(source)) {
        const forms = units.filter((unit) => chosen.has(unit)).flatMap((unit) => unit.forms);
        if (forms.length > 0) rightValues.set(locale, new Map(forms.map(({ key, text }) => [key, hashText(text)])));
      }
      if (rightValues.size === 0) continue;
      const uri = uriOf(source.project.id, source.path);
      if (uri === undefined) return false;
      await addRightAsItIs(uri, rightValues);
    }
    return true;
  } catch (error) {
    // The list stays open while the error is shown.
    void services.messages.error(error);
    return false;
  }
}
