import { present } from '../base/present.ts';
import { ecosystems, type Ecosystem } from './ecosystems.ts';
import { compileLayoutPattern, type LayoutPattern } from './layoutPattern.ts';
import { localeTest, unknownFolder, withBothSpellings, withLocaleEverywhere } from './layoutTemplate.ts';
import type { Reading } from './reading.ts';

const compiledPatterns = new Map<Ecosystem, readonly LayoutPattern[]>();

/** Returns the readings of a path by each ecosystem that has any. See `Ecosystem.isTarget` for when one is certain. */
export function ecosystemReadings(path: string): readonly (readonly Reading[])[] {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return ecosystems
    .filter(({ files }) => files.test(file))
    .map((ecosystem) => readingsBy(ecosystem, path))
    .filter((readings) => readings.length > 0);
}

function withoutSource({ sourceTemplate: _sourceTemplate, ...reading }: Reading): Reading {
  return reading;
}

function readingsBy(ecosystem: Ecosystem, path: string): readonly Reading[] {
  const patterns =
    compiledPatterns.get(ecosystem) ?? ecosystem.patterns.map((pattern) => compileLayoutPattern(pattern));
  compiledPatterns.set(ecosystem, patterns);
  const { spelling, needsSource, isWithoutSourceLocale, folder: folderInLocale, isSource, isTarget } = ecosystem;
  const readings: Reading[] = [];
  for (const { pattern, match } of patterns) {
    const pathOfLocale = match(path, localeTest(pattern));
    if (pathOfLocale === undefined) continue;
    const { template, name } = pathOfLocale;
    const isProven = name === undefined ? isSource?.(path) === true : isTarget?.(path, name) !== false;
    const isCertain = isProven && !unknownFolder.test(template);
    const [beforeLocale = '', afterLocale] = template.split('{locale}/', 2);
    let folder: string | undefined;
    if (folderInLocale !== undefined && afterLocale !== undefined) folder = `${beforeLocale}{locale}/${folderInLocale}`;
    const isDocument = folder === undefined ? undefined : (true as const);
    const namesOtherSource = pathOfLocale.sourceTemplate !== undefined || name === undefined;
    const reading: Reading = {
      ...pathOfLocale,
      isCertain,
      spelling,
      ...present({
        folder,
        needsSource,
        isDocument,
        isWithoutSourceLocale: namesOtherSource ? isWithoutSourceLocale : undefined,
      }),
    };
    // `translations/en-US/Shop.en-US.xlf`: the locale twice, unless files show that the folder has another meaning.
    const templateWithAll = name === undefined ? template : withLocaleEverywhere(template, name);
    if (templateWithAll !== template) readings.push({ ...withoutSource(reading), template: templateWithAll });
    // `translations/en_US/Shop.en-US.xlf`
    const templateOfBoth = name === undefined ? undefined : withBothSpellings(path, name);
    if (name !== undefined && templateOfBoth !== undefined)
      readings.push({ ...withoutSource(reading), template: templateOfBoth, name: name.replace('_', '-') });
    readings.push(reading);
  }
  // If the path names a locale by any pattern, it is not a source without one.
  const readingsWithName = readings.filter(({ name }) => name !== undefined);
  return readingsWithName.length > 0 ? readingsWithName : readings;
}
