/**
 * Whether a file has the notes of a release after which there is another one: `changelogs/102.txt` next to
 * `changelogs/103.txt`. Stores show only those of the newest release, so older ones need no further translation.
 */
export function isOlderRelease(path: string, siblings: readonly string[]): boolean {
  const [, folder = '', version] = /^(.*\/changelogs\/)(\d+)\.txt$/u.exec(path) ?? [];
  if (version === undefined) return false;
  return siblings.some((sibling) => {
    const name = sibling.startsWith(folder) ? sibling.slice(folder.length) : '';
    return /^\d+\.txt$/u.test(name) && Number.parseInt(name, 10) > Number(version);
  });
}

/**
 * The locales of listings in the App Store, as fastlane's `deliver` names their folders
 * (fastlane_core/lib/fastlane_core/languages.rb, and “App Store localizations” of App Store Connect).
 */
export const appStoreLocales: readonly string[] = (
  'ar-SA ca cs da de-DE el en-AU en-CA en-GB en-US es-ES es-MX fi fr-CA fr-FR he hi hr hu id it ja ko ms nl-NL no pl ' +
  'pt-BR pt-PT ro ru sk sv th tr uk vi zh-Hans zh-Hant'
).split(' ');

/**
 * The locales of listings on Google Play (support.google.com/googleplay/android-developer/answer/9844778): those with a
 * region, and those without one. F-Droid accepts the same names.
 */
export const googlePlayLocales: readonly string[] = (
  'af am ar az-AZ be bg bn-BD ca cs-CZ da-DK de-DE el-GR en-AU en-CA en-GB en-IN en-SG en-US en-ZA es-419 es-ES es-US ' +
  'et eu-ES fa fa-AE fa-AF fa-IR fi-FI fil fr-CA fr-FR gl-ES gu hi-IN hr hu-HU hy-AM id is-IS it-IT iw-IL ja-JP ka-GE ' +
  'kk km-KH kn-IN ko-KR ky-KG lo-LA lt lv mk-MK ml-IN mn-MN mr-IN ms ms-MY my-MM ne-NP nl-NL no-NO pa pl-PL pt-BR ' +
  'pt-PT rm ro ru-RU si-LK sk sl sq sr sv-SE sw ta-IN te-IN th tr-TR uk ur vi zh-CN zh-HK zh-TW zu'
).split(' ');

/** The locales of Magento whose names have a script (lib/internal/Magento/Framework/Locale/Config.php). */
export const magentoLocales: readonly string[] =
  'az_Latn_AZ bs_Latn_BA mn_Cyrl_MN ms_Latn_MY sr_Cyrl_RS sr_Latn_RS zh_Hans_CN zh_Hant_HK zh_Hant_TW'.split(' ');

/** The languages of Factorio, as the folders of its own texts are named (`data/base/locale`). */
export const factorioLocales: readonly string[] = (
  'af ar be bg ca cs da de el en eo es-ES et eu fi fil fr fy-NL ga-IE he hr hu id is it ja ka kk ko lt lv nl no pl pt-BR ' +
  'pt-PT ro ru sk sl sq sr sv-SE th tr uk vi zh-CN zh-TW'
).split(' ');

/** The languages of RimWorld, as the folders of its own texts are named (https://github.com/ludeon). */
export const rimworldLanguages: readonly string[] = (
  'English Catalan ChineseSimplified ChineseTraditional Czech Danish Dutch Estonian Finnish French German Greek Hungarian ' +
  'Italian Japanese Korean Norwegian Polish Portuguese PortugueseBrazilian Romanian Russian Slovak Spanish SpanishLatin ' +
  'Swedish Turkish Ukrainian Vietnamese'
).split(' ');

/**
 * The languages of Salesforce's user interface
 * (https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_translations.htm).
 */
export const salesforceLanguages: readonly string[] = (
  'ar bg cs da de el en_GB en_US es es_MX fi fr hr hu in it iw ja ko nl_NL no pl pt_BR pt_PT ro ru sk sl sv th tr uk vi ' +
  'zh_CN zh_TW'
).split(' ');

/** WordPress locales whose name has no region. All others have one: `de_DE`. */
export const wordPressWithoutRegion: ReadonlySet<string> = new Set(
  (
    'af am ar as az be bn ca ceb cy dzo el eo et eu fi fur fy gd gu hr hsb hy ja ka kab kk km kn ky ' +
    'lo lv ml mn mr nn oc ps rhg sah sq sw szl ta te th tl ug uk ur vi'
  ).split(' '),
);
