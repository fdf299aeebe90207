import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import type { LocaleFormat } from '../kit/localeFormat.ts';
import { provenFormat } from '../kit/provenFormat.ts';
import { rimworldKind, salesforceKind, umbracoKind, wixKind, type KeyedKind } from './keyedShapes.ts';
import { omittedIn } from './keyedOmitted.ts';
import { unitsOf } from './keyedUnits.ts';
import { parseKeyed } from './parseKeyed.ts';
import { writeKeyed } from './writeKeyed.ts';

/** The keyed translations of RimWorld's mods, `Languages/German/Keyed/Keys.xml`. */
export const rimworld: LocaleFormat = keyedFormat(rimworldKind);

/** Localization of WiX installers, `.wxl`. */
export const wxl: LocaleFormat = keyedFormat(wixKind);

/** Language files of Umbraco, `Lang/de_de.xml`. */
export const umbraco: LocaleFormat = keyedFormat(umbracoKind);

/** Custom labels of Salesforce and their translations. */
export const salesforceLabels: LocaleFormat = keyedFormat(salesforceKind);

/** Returns a format for XML files in which each text is under a key. */
function keyedFormat(kind: KeyedKind): LocaleFormat {
  return keptWhileWriting(
    (text) => parseKeyed(text, kind),
    (fileOf) =>
      provenFormat({
        id: kind.id,
        units: (text) => unitsOf(fileOf(text), kind),
        omitted: (text) => omittedIn(fileOf(text)),
        edits: (change) => writeKeyed(change, fileOf, kind),
      }),
  );
}
