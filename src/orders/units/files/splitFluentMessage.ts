import { requiredPluralCategories } from '../../../locales/plurals/pluralCategories.ts';
import { exactForms } from '../../../locales/plurals/exactForms.ts';
import { withCommonWordsOutside, fluentSyntax } from '../../../placeholders/icu/fluentSyntax.ts';
import { joinBranches, splitChoices } from '../../../placeholders/icu/icuBranches.ts';
import type { IcuNode } from '../../../placeholders/choices/messageTree.ts';
import type { MessageBranch } from '../../model/unitName.ts';
import type { SplitText } from './splitText.ts';

/**
 * Splits a Fluent pattern with a plural into the branches that the program reads in the target locale, as
 * `splitIcuMessage` does. A pattern that is only a plural is a unit for each form already; this is one with text around
 * the plural, with exact numbers, or with several choices. Undefined for a pattern without a plural: its choices are the
 * same in all languages, so it is ordered as a whole.
 */
export function splitFluentMessage(text: string, targetLocale: string): SplitText | undefined {
  if (!text.includes('->')) return undefined;
  const nodes = fluentSyntax.read(text);
  if (nodes === undefined || !everyPluralEndsInOther(nodes)) return undefined;
  const split = splitChoices(nodes, fluentSyntax, {
    cardinal: requiredPluralCategories(targetLocale),
    ordinal: requiredPluralCategories(targetLocale, 'ordinal'),
    exactForms: (plural) => ({ ...exactForms(targetLocale, plural, { exactIsCategory: false }), kept: [] }),
  });
  const hasPlural = split?.branches.some(({ conditions }) => conditions.some(({ type }) => type !== 'select')) === true;
  if (split === undefined || !hasPlural) return undefined;
  return {
    // The kinds of branches are those of ICU: they say how a text is read.
    branches: split.branches.map(({ kind: _kind, ...branch }): MessageBranch => branch),
    join: (texts) => {
      const joined = joinBranches(split, texts);
      return joined === undefined ? undefined : withCommonWordsOutside(joined);
    },
  };
}

/** Whether the default of every plural is `other`, whose text the categories of other languages are translated from. */
function everyPluralEndsInOther(nodes: readonly IcuNode[]): boolean {
  return nodes.every((node) => {
    if (node.kind !== 'choice') return true;
    if (node.type !== 'select' && node.defaultSelector !== 'other') return false;
    return node.options.every(({ content }) => everyPluralEndsInOther(content));
  });
}
