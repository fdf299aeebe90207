import assert from 'node:assert/strict';
import path from 'node:path';
import { FormatError, type Unit } from '../../src/formats/format.ts';
import { openSourceFile, openTargetFile, type SourceFile } from '../../src/orders/units/files/localeFile.ts';
import { stringsOf, type StringStates } from '../../src/orders/units/gaps/stringStates.ts';
import { TranslationGaps } from '../../src/orders/units/gaps/translationGaps.ts';
import { pluralSetOf } from '../../src/orders/model/sourceUnit.ts';
import { memoryProject } from '../unit/orders/memoryProject.ts';
import { noPorts } from '../unit/orders/noPorts.ts';

const signal = new AbortController().signal;
const noOrders = { inFlight: new Set<string>(), delivered: new Map<string, never>() };
/** A language with the plural forms `one` and `other`, of which no sample has a translation. */
const newLocale = 'is';
/** A language in which each sample has a translation. */
const copiedLocale = 'it';

/** Opens a sample as a source; undefined if it is a sample of a file that can't be read. */
export async function openSample(name: string, text: string): Promise<SourceFile | undefined> {
  const file = name.split(path.sep).join('/');
  // A translation with the same texts exists in one language.
  const project = memoryProject({ [`conf/${file}`]: text, [`conf/${copiedLocale}/${file}`]: text });
  const patterns = [`conf/${file} -> conf/{locale}/${file}`];
  try {
    return await openSourceFile(project, `conf/${file}`, { patterns, sourceLocale: 'en' });
  } catch (error) {
    const cause = (error as { readonly cause?: unknown }).cause;
    if (error instanceof FormatError || cause instanceof FormatError) return undefined;
    throw error;
  }
}

/**
 * Checks that each string of a file, and each entry that is not read as one, is in exactly one state, in a language without
 * a translation and in one whose translation has the same texts. Throws AssertionError.
 */
export async function checkStates(source: SourceFile): Promise<void> {
  const languages = ['en', newLocale, copiedLocale];
  const gaps = new TranslationGaps([source], { history: noOrders, languages }, noPorts);
  const targets = await gaps.statesIn([newLocale, copiedLocale], signal);
  assert.deepEqual(
    targets.map(({ target }) => target.locale),
    [newLocale, copiedLocale],
  );
  for (const { target, states } of targets) {
    const name = `${source.path} (${target.locale})`;
    const strings = stringsOf(source, await openTargetFile(source, target.locale, signal));
    const listed = listedKeys(states);
    assert.equal(new Set(listed).size, listed.length, `a string of ${name} is listed twice`);
    const omittedInSource = source.omitted?.length ?? 0;
    assert.equal(listed.length + states.translated, new Set(strings.map(({ id }) => id)).size + omittedInSource, name);
    const skippedKeys = new Set(states.skipped.map(({ key }) => key));
    const singleUnits = source.units.filter((unit) => pluralSetOf(unit) === undefined);
    for (const unit of singleUnits)
      assert.equal(skippedKeys.has(unit.id), isNotForTranslators(unit), `${name}: ${unit.id}`);
  }
}

function isNotForTranslators({ translatable, text }: Unit): boolean {
  return translatable === false || text.trim() === '';
}

function listedKeys(states: StringStates): readonly string[] {
  const { missing, simulated, sameAsSource, outdated, inFlight, skipped } = states;
  return [
    ...[missing, simulated, sameAsSource, outdated, inFlight].flat(),
    // Entries without a key that are not read are told apart by their lines.
    ...skipped.map(({ key, notRead }) => (key === '' ? `line ${notRead?.line}` : key)),
  ];
}
