import type { Unit } from '../../formats/format.ts';
import { once } from '../../base/once.ts';
import type { Span } from '../pattern/compileUserPattern.ts';
import { singleApostrophes, type ApostropheRule } from '../read/apostropheRule.ts';
import { hasPackage } from './frameworks.ts';
import type { FileFacts } from './syntaxes.ts';

type RuledText = Pick<Unit, 'text' | 'flags'>;

/**
 * Returns a function for how the program reads the apostrophes of each unit of a file. It returns undefined if neither
 * the format nor the project's libraries show which program reads the text.
 */
export function apostropheRulesOf(facts: FileFacts): (unit: RuledText) => ApostropheRule | undefined {
  const { formatId, path = '', dependencies = [] } = facts;
  const isUsed = hasPackage(dependencies);
  if (formatId === 'arb') return () => (isUsed(flutterEscaping) ? 'flutter' : 'literal');
  if (formatId === 'formatjs') return () => 'icu-and-tags';
  if (formatId === 'angular-json') return () => 'literal';
  if (formatId === 'xliff') {
    const ruleOfOthers = ruleOfLibraries(path, isUsed);
    return (unit) => (isUsed('@angular/localize') || angularChoice.test(unit.text) ? 'literal' : ruleOfOthers);
  }
  // Play formats every message (`DefaultMessagesApi.translate`).
  if (formatId === 'play') return () => 'message-format';
  if (formatId === 'properties') return messageFormatRules(facts, isUsed);
  if (formatId === 'po') {
    const ruleOfJavaUnit = messageFormatRules(facts, isUsed);
    return (unit) => (isJavaFormat(unit) ? ruleOfJavaUnit(unit) : undefined);
  }
  const rule = ruleOfLibraries(path, isUsed);
  return () => rule;
}

function ruleOfLibraries(path: string, isUsed: (packageName: string) => boolean): ApostropheRule | undefined {
  // Symfony reads `messages+intl-icu.en.yaml` as ICU.
  if (/\+intl-icu\.[^/]*$/u.test(path)) return 'icu';
  if (withoutQuotes.some(isUsed)) return undefined;
  if (withOwnIcu.some(isUsed)) return 'icu';
  return withIcuOfFormatJs.some(isUsed) ? 'icu-and-tags' : undefined;
}

/**
 * Angular's names for the values of plurals and selects. Its messages have no quoted text: only braces divide them
 * (`parseICUBlock` in packages/core/src/render3/i18n/i18n_parse.ts of angular/angular).
 */
const angularChoice = /\{\s*VAR_(?:PLURAL|SELECT)(?:_\d+)?\s*,/u;

/** `use-escaping: true` in Flutter's `l10n.yaml`, see `dependencyNames.ts`. Without it, apostrophes are text. */
const flutterEscaping = 'l10n:use-escaping';

/** Libraries whose messages are read by @formatjs/icu-messageformat-parser. */
const withIcuOfFormatJs = (
  'react-intl intl-messageformat @formatjs/* next-intl use-intl svelte-i18n ember-intl i18next-icu ' +
  'pypi:homeassistant'
).split(' ');

/** Libraries with ICU of their own, for which tags are text. All of them read two apostrophes as one. */
const withOwnIcu = (
  '@lingui/* @messageformat/* messageformat @jsverse/transloco-messageformat @ngneat/transloco-messageformat ' +
  'ngx-translate-messageformat-compiler'
).split(' ');

/** Libraries with braces in which apostrophes are text. A project that also uses one of ICU may use either. */
const withoutQuotes = ['vue-i18n', 'petite-vue-i18n', '@nuxtjs/i18n', '@intlify/*', 'typesafe-i18n', '@inlang/*'];

/**
 * Jenkins: localizer formats all texts of the files that it generates code from, even those without arguments
 * (`ResourceBundleHolder.format`). Stapler does so for the texts of its views (`ResourceBundle.format`), but other
 * files next to them are read as they are. Spring, Tomcat and most other programs show a text without arguments as it
 * is (Spring's `MessageSourceSupport.alwaysUseMessageFormat`).
 */
const localizer = { packageName: 'maven:org.jvnet.localizer*', file: /(?:^|\/)Messages\.properties$/u };
const stapler = 'maven:org.kohsuke.stapler*';

/** `{0}` and `{1, number}` of java.text.MessageFormat; `{0, plural, …}`, which only ICU4J has. */
const numberedArgument = /\{\s*\d+\s*(?:\}|,\s*(?:number|date|time|choice)\s*[,}])/u;
const numberedBranches = /\{\s*\d+\s*,\s*(?:plural|selectordinal|select)\s*,/u;

function isJavaFormat({ flags = [] }: RuledText): boolean {
  return flags.includes('java-format');
}

/**
 * Returns the rules of a file whose texts java.text.MessageFormat reads if they have arguments. Some programs fill in
 * the arguments themselves, so the texts of the file decide.
 */
function messageFormatRules(
  { formatId, path = '', units = [] }: FileFacts,
  isUsed: (packageName: string) => boolean,
): (unit: RuledText) => ApostropheRule | undefined {
  const ruleOfLibrary = (): ApostropheRule => {
    if (isUsed(localizer.packageName) && localizer.file.test(path)) return 'message-format';
    return isUsed(stapler) ? 'uncertain' : 'literal';
  };
  const rulesOfFile = once(() => {
    // A PO file may also have texts of programs in other languages.
    const javaUnits = formatId === 'po' ? units.filter(isJavaFormat) : units;
    const unitsWithArguments = javaUnits.filter(hasArgument);
    const unitsWithoutArguments = javaUnits.filter((unit) => !hasArgument(unit));
    return {
      withArguments: ruleWithArguments(countSpellings(unitsWithArguments)),
      withoutArguments: ruleWithoutArguments(countSpellings(unitsWithoutArguments)) ?? ruleOfLibrary(),
    };
  });
  return (unit) => {
    // An argument with a name, such as `{name}`, is not one of MessageFormat.
    if (/\{\s*[A-Za-z_]/u.test(unit.text)) return undefined;
    if (numberedBranches.test(unit.text)) return 'icu';
    if (hasArgument(unit)) return rulesOfFile().withArguments;
    return doubledInWord.test(unit.text) ? 'message-format' : rulesOfFile().withoutArguments;
  };
}

function hasArgument({ text }: RuledText): boolean {
  return numberedArgument.test(text);
}

/** `l''eau`. Around a word, as in `''eau''`, two apostrophes may also be quotation marks. */
const doubledInWord = /\p{L}''\p{L}/u;

/** How many texts have doubled apostrophes in words, and how many have single ones, which MessageFormat would lose. */
interface Spellings {
  readonly doubled: number;
  readonly single: number;
}

function countSpellings(units: readonly RuledText[]): Spellings {
  let [doubled, single] = [0, 0];
  for (const { text } of units) {
    // `l''eau`; in a text with an argument, also `''eau''`
    if (doubledInWord.test(text) || (hasArgument({ text }) && text.includes("''"))) doubled += 1;
    // `l'eau`, `users' files`
    const isPartOfWord = ({ start, end }: Span): boolean =>
      /\p{L}$/u.test(text.slice(0, start)) && /^[\p{L}\s]/u.test(text.slice(end));
    if (singleApostrophes(text).some(isPartOfWord)) single += 1;
  }
  return { doubled, single };
}

/** One text may be an oversight. Several would have been noticed if they were shown without their apostrophes. */
const minTextsOfConvention = 2;

function ruleWithArguments({ doubled, single }: Spellings): ApostropheRule {
  // `0 >= 0`: also if the file has no apostrophes.
  if (doubled >= single) return 'message-format';
  return doubled === 0 && single >= minTextsOfConvention ? 'literal' : 'uncertain';
}

/** Returns undefined if the file doesn't show whether its texts without arguments are formatted. */
function ruleWithoutArguments({ doubled, single }: Spellings): ApostropheRule | undefined {
  if (single > doubled) return 'literal';
  return doubled > single && doubled >= minTextsOfConvention ? 'message-format' : undefined;
}
