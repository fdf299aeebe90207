import assert from 'node:assert/strict';
import { detectLayout, existingLocales, targetPath } from '../../../src/locales/layout.ts';
import { sourceFor } from '../../../src/locales/source/stringSource.ts';
import { parseLayoutPatterns } from '../../../src/locales/layoutPattern.ts';

interface Example {
  readonly path: string;
  readonly otherPaths?: readonly string[];
  readonly patterns?: readonly string[];
  /** The source locale in the settings. Default: `en`. */
  readonly setting?: string;
  readonly pattern: string;
  /** The locale in the path; undefined if there is none. */
  readonly named?: string;
  /** Locale → path. */
  readonly targets: Readonly<Record<string, string>>;
  readonly existing?: readonly string[];
}

const ecosystems: Readonly<Record<string, readonly Example[]>> = {
  'i18next, next-intl, vue-i18n, FormatJS': [
    {
      path: 'apps/shop/public/locales/en/common.json',
      otherPaths: ['apps/shop/public/locales/de/'],
      pattern: 'apps/shop/public/locales/{locale}/common.json',
      named: 'en',
      targets: { de: 'apps/shop/public/locales/de/common.json', 'pt-BR': 'apps/shop/public/locales/pt-BR/common.json' },
    },
    { path: 'messages/en.json', pattern: 'messages/{locale}.json', named: 'en', targets: { fr: 'messages/fr.json' } },
    {
      path: 'src/locales/en-US.json5',
      otherPaths: ['src/locales/de-DE.json5', 'src/locales/fr-FR.json5'],
      pattern: 'src/locales/{locale}.json5',
      named: 'en-US',
      targets: { ja: 'src/locales/ja-JP.json5', 'zh-Hans': 'src/locales/zh-CN.json5' },
      existing: ['de-DE', 'fr-FR'],
    },
    {
      path: 'lang/en.json',
      otherPaths: ['lang/pt-br.json', 'lang/fr.json'],
      pattern: 'lang/{locale}.json',
      named: 'en',
      targets: { 'pt-PT': 'lang/pt-pt.json' },
    },
    {
      path: 'i18n/en.json',
      otherPaths: ['i18n/zh-TW.json'],
      pattern: 'i18n/{locale}.json',
      named: 'en',
      targets: { 'zh-Hans': 'i18n/zh-CN.json', 'zh-Hant': 'i18n/zh-TW.json' },
    },
    {
      path: 'translations/en.json',
      pattern: 'translations/{locale}.json',
      named: 'en',
      targets: { 'zh-Hans': 'translations/zh-CN.json', 'pt-BR': 'translations/pt-BR.json' },
    },
    {
      path: 'translations/en.json',
      otherPaths: ['translations/zh_CN.json'],
      pattern: 'translations/{locale}.json',
      named: 'en',
      targets: { 'zh-Hans': 'translations/zh_CN.json', 'zh-Hant': 'translations/zh_TW.json' },
      existing: ['zh-CN'],
    },
    {
      path: 'locales/en-US.json',
      otherPaths: ['locales/fr-FR.json'],
      pattern: 'locales/{locale}.json',
      named: 'en-US',
      targets: { ja: 'locales/ja-JP.json', de: 'locales/de-DE.json' },
      existing: ['fr-FR'],
    },
    {
      path: 'locales/en.json',
      otherPaths: ['locales/pt-BR.json', 'locales/zh-CN.json', 'locales/zh-TW.json'],
      pattern: 'locales/{locale}.json',
      named: 'en',
      targets: { ja: 'locales/ja.json' },
    },
    {
      path: 'locales/en.json',
      otherPaths: ['locales/de_formal.json', 'locales/es-AR.json', 'locales/pt-BR.json'],
      pattern: 'locales/{locale}.json',
      named: 'en',
      targets: { 'fr-CA': 'locales/fr-CA.json' },
    },
    {
      path: 'i18n/EN.json',
      otherPaths: ['i18n/PT-BR.json', 'i18n/FR.json'],
      pattern: 'i18n/{locale}.json',
      named: 'en',
      targets: { ja: 'i18n/JA.json', 'zh-Hans': 'i18n/ZH-CN.json', 'pt-BR': 'i18n/PT-BR.json' },
      existing: ['pt-BR', 'fr'],
    },
    {
      path: 'i18n/pt-BR.json',
      otherPaths: ['i18n/pt.json', 'i18n/en.json'],
      pattern: 'i18n/{locale}.json',
      named: 'pt-BR',
      targets: { en: 'i18n/en.json', ja: 'i18n/ja.json' },
      existing: ['pt', 'en'],
    },
    {
      path: 'data/keys_en.json',
      otherPaths: ['data/keys_fr.json', 'data/colors_german.json', 'data/colors_english.json'],
      pattern: 'data/keys_{locale}.json',
      named: 'en',
      targets: { ja: 'data/keys_ja.json' },
      existing: ['fr'],
    },
    {
      path: 'i18n/pages.en.yml',
      otherPaths: ['i18n/menu.pt_BR.yml', 'i18n/menu.en.yml'],
      pattern: 'i18n/pages.{locale}.yml',
      named: 'en',
      targets: { 'pt-BR': 'i18n/pages.pt_BR.yml', 'fr-CA': 'i18n/pages.fr_CA.yml' },
      existing: [],
    },
  ],
  'languages by name': [
    {
      path: 'application/language/english/shop_lang.php',
      pattern: 'application/language/{locale}/shop_lang.php',
      named: 'en',
      targets: {
        fr: 'application/language/french/shop_lang.php',
        'pt-BR': 'application/language/brazilian-portuguese/shop_lang.php',
        'zh-CN': 'application/language/simplified-chinese/shop_lang.php',
        nb: 'application/language/norwegian/shop_lang.php',
      },
    },
    {
      path: 'lang/English/main.json',
      otherPaths: ['lang/Portuguese_Brazilian/main.json', 'lang/German/other.json'],
      pattern: 'lang/{locale}/main.json',
      named: 'en',
      targets: {
        'pt-BR': 'lang/Portuguese_Brazilian/main.json',
        'zh-Hant': 'lang/Chinese_Traditional/main.json',
        de: 'lang/German/main.json',
      },
      existing: ['pt-BR'],
    },
    {
      path: 'languages/login.english.php',
      otherPaths: ['languages/login.polish.php', 'languages/login.portuguese-br.php'],
      pattern: 'languages/login.{locale}.php',
      named: 'en',
      targets: { pl: 'languages/login.polish.php', uk: 'languages/login.ukrainian.php' },
      existing: ['pl', 'pt-BR'],
    },
  ],
  'slang and go-i18n': [
    {
      path: 'lib/i18n/en.i18n.json',
      pattern: 'lib/i18n/{locale}.i18n.json',
      named: 'en',
      targets: { 'pt-BR': 'lib/i18n/pt-BR.i18n.json' },
    },
    {
      path: 'lib/i18n/strings.i18n.yaml',
      otherPaths: ['lib/i18n/strings_de.i18n.yaml'],
      pattern: 'lib/i18n/strings_{locale}.i18n.yaml',
      targets: { 'zh-Hans': 'lib/i18n/strings_zh-CN.i18n.yaml' },
      existing: ['de'],
    },
    {
      path: 'active.en.toml',
      pattern: 'active.{locale}.toml',
      named: 'en',
      targets: { 'pt-BR': 'active.pt-BR.toml' },
    },
  ],
  'Home Assistant': [
    {
      path: 'custom_components/kettle/translations/en.json',
      pattern: 'custom_components/kettle/translations/{locale}.json',
      named: 'en',
      targets: { 'zh-CN': 'custom_components/kettle/translations/zh-Hans.json' },
    },
    {
      path: 'kettle/strings.json',
      otherPaths: ['kettle/translations/de.json'],
      pattern: 'kettle/translations/{locale}.json',
      targets: { 'zh-Hans': 'kettle/translations/zh-Hans.json' },
      existing: ['de'],
    },
  ],
  'Shopify themes': [
    {
      path: 'locales/en.default.json',
      otherPaths: ['locales/fr.json', 'locales/pt-BR.json', 'locales/fr.schema.json'],
      pattern: 'locales/{locale}.json',
      named: 'en',
      targets: { fr: 'locales/fr.json', 'zh-Hant': 'locales/zh-TW.json' },
      existing: ['fr', 'pt-BR'],
    },
    {
      path: 'theme/locales/en.default.schema.json',
      otherPaths: ['theme/locales/fr.json', 'theme/locales/fr.schema.json'],
      pattern: 'theme/locales/{locale}.schema.json',
      named: 'en',
      targets: { fr: 'theme/locales/fr.schema.json' },
      existing: ['fr'],
    },
  ],
  Angular: [
    {
      path: 'src/locale/messages.xlf',
      otherPaths: ['src/locale/messages.fr.xlf'],
      pattern: 'src/locale/messages.{locale}.xlf',
      targets: { fr: 'src/locale/messages.fr.xlf', 'pt-BR': 'src/locale/messages.pt-BR.xlf' },
      existing: ['fr'],
    },
    { path: 'messages.xlf', pattern: 'messages.{locale}.xlf', targets: { de: 'messages.de.xlf' } },
    {
      path: 'src/locale/messages.json',
      otherPaths: ['src/locale/messages.fr.json'],
      pattern: 'src/locale/messages.{locale}.json',
      targets: { de: 'src/locale/messages.de.json' },
    },
  ],
  'Chrome and VS Code extensions': [
    {
      path: 'extension/_locales/en/messages.json',
      pattern: 'extension/_locales/{locale}/messages.json',
      named: 'en',
      targets: {
        'pt-BR': 'extension/_locales/pt_BR/messages.json',
        'zh-Hans': 'extension/_locales/zh_CN/messages.json',
        'zh-Hant': 'extension/_locales/zh_TW/messages.json',
      },
    },
    {
      path: 'packages/tool/package.nls.json',
      pattern: 'packages/tool/package.nls.{locale}.json',
      targets: { 'zh-Hans': 'packages/tool/package.nls.zh-cn.json', 'pt-BR': 'packages/tool/package.nls.pt-br.json' },
    },
    {
      path: 'l10n/bundle.l10n.json',
      otherPaths: ['l10n/bundle.l10n.de.json'],
      pattern: 'l10n/bundle.l10n.{locale}.json',
      targets: { ja: 'l10n/bundle.l10n.ja.json' },
      existing: ['de'],
    },
  ],
  Rails: [
    {
      path: 'config/locales/en.yml',
      pattern: 'config/locales/{locale}.yml',
      named: 'en',
      targets: { 'pt-BR': 'config/locales/pt-BR.yml' },
    },
    {
      path: 'config/locales/models/user.en.yml',
      pattern: 'config/locales/models/user.{locale}.yml',
      named: 'en',
      targets: { fr: 'config/locales/models/user.fr.yml' },
    },
    {
      path: 'config/locales/devise.en.yml',
      pattern: 'config/locales/devise.{locale}.yml',
      named: 'en',
      targets: { fr: 'config/locales/devise.fr.yml' },
    },
    {
      path: 'config/locales/views/en/cart.yml',
      pattern: 'config/locales/views/{locale}/cart.yml',
      named: 'en',
      targets: { fr: 'config/locales/views/fr/cart.yml' },
    },
    {
      path: 'engines/billing/config/locales/id.yml',
      pattern: 'engines/billing/config/locales/{locale}.yml',
      named: 'id',
      targets: { it: 'engines/billing/config/locales/it.yml' },
    },
  ],
  'Django and gettext': [
    {
      path: 'shop/locale/en/LC_MESSAGES/django.po',
      otherPaths: ['shop/locale/de/LC_MESSAGES/django.po'],
      pattern: 'shop/locale/{locale}/LC_MESSAGES/django.po',
      named: 'en',
      targets: {
        'pt-BR': 'shop/locale/pt_BR/LC_MESSAGES/django.po',
        'zh-Hans': 'shop/locale/zh_Hans/LC_MESSAGES/django.po',
        'sr-Latn': 'shop/locale/sr@latin/LC_MESSAGES/django.po',
      },
      existing: ['de'],
    },
    {
      path: 'messages.pot',
      otherPaths: ['app/translations/de/LC_MESSAGES/messages.po', 'docs/locale/fr/LC_MESSAGES/guide.po'],
      pattern: 'app/translations/{locale}/LC_MESSAGES/messages.po',
      targets: { 'pt-BR': 'app/translations/pt_BR/LC_MESSAGES/messages.po' },
      existing: ['de'],
    },
    {
      path: 'messages.pot',
      pattern: '{locale}/LC_MESSAGES/messages.po',
      targets: { fr: 'fr/LC_MESSAGES/messages.po' },
    },
    {
      path: 'languages/shop.pot',
      otherPaths: ['languages/de/LC_MESSAGES/shop.po'],
      pattern: 'languages/{locale}/LC_MESSAGES/shop.po',
      targets: { fr: 'languages/fr/LC_MESSAGES/shop.po' },
      existing: ['de'],
    },
    {
      path: 'po/shop.pot',
      otherPaths: ['po/fr.po', 'po/zh_CN.po'],
      pattern: 'po/{locale}.po',
      targets: { fr: 'po/fr.po', 'zh-Hant': 'po/zh_TW.po' },
      existing: ['fr', 'zh-CN'],
    },
    { path: 'po/shop.pot', pattern: 'po/{locale}.po', targets: { 'pt-BR': 'po/pt_BR.po' } },
    {
      path: 'docs/locale/pot/intro/start.pot',
      otherPaths: ['docs/locale/fr/LC_MESSAGES/intro/start.po'],
      pattern: 'docs/locale/{locale}/LC_MESSAGES/intro/start.po',
      targets: { de: 'docs/locale/de/LC_MESSAGES/intro/start.po' },
      existing: ['fr'],
    },
    {
      path: 'priv/gettext/errors.pot',
      pattern: 'priv/gettext/{locale}/LC_MESSAGES/errors.po',
      targets: { de: 'priv/gettext/de/LC_MESSAGES/errors.po' },
    },
    {
      path: 'po/sr@latin.po',
      otherPaths: ['po/app.pot'],
      pattern: 'po/{locale}.po',
      named: 'sr-Latn',
      targets: { fr: 'po/fr.po', 'sr-Latn': 'po/sr@latin.po' },
      existing: [],
    },
  ],
  WordPress: [
    {
      path: 'languages/carts.pot',
      otherPaths: ['languages/carts-fr_FR.po'],
      pattern: 'languages/carts-{locale}.po',
      targets: {
        fr: 'languages/carts-fr_FR.po',
        de: 'languages/carts-de_DE.po',
        ja: 'languages/carts-ja.po',
        'pt-BR': 'languages/carts-pt_BR.po',
        'zh-Hans': 'languages/carts-zh_CN.po',
      },
      existing: ['fr-FR'],
    },
    {
      path: 'languages/theme.pot',
      otherPaths: ['languages/it_IT.po'],
      pattern: 'languages/{locale}.po',
      targets: { es: 'languages/es_ES.po' },
    },
  ],
  Symfony: [
    {
      path: 'translations/messages.en.yaml',
      pattern: 'translations/messages.{locale}.yaml',
      named: 'en',
      targets: { 'pt-BR': 'translations/messages.pt_BR.yaml' },
    },
    {
      path: 'translations/messages+intl-icu.en.xlf',
      pattern: 'translations/messages+intl-icu.{locale}.xlf',
      named: 'en',
      targets: { fr: 'translations/messages+intl-icu.fr.xlf' },
    },
    {
      path: 'src/Shop/Resources/translations/cart/validators.en.php',
      pattern: 'src/Shop/Resources/translations/cart/validators.{locale}.php',
      named: 'en',
      targets: { fr: 'src/Shop/Resources/translations/cart/validators.fr.php' },
    },
  ],
  Laravel: [
    {
      path: 'lang/en/messages.php',
      pattern: 'lang/{locale}/messages.php',
      named: 'en',
      targets: { 'pt-BR': 'lang/pt_BR/messages.php', id: 'lang/id/messages.php' },
    },
    {
      path: 'resources/lang/en/shop/cart.php',
      pattern: 'resources/lang/{locale}/shop/cart.php',
      named: 'en',
      targets: { fr: 'resources/lang/fr/shop/cart.php' },
    },
    { path: 'lang/en.json', pattern: 'lang/{locale}.json', named: 'en', targets: { fr: 'lang/fr.json' } },
    {
      path: 'lang/en.json',
      otherPaths: ['lang/en/auth.php', 'lang/pt_BR/auth.php', 'lang/zh_CN/auth.php'],
      pattern: 'lang/{locale}.json',
      named: 'en',
      targets: {
        'pt-BR': 'lang/pt_BR.json',
        'zh-Hans': 'lang/zh_CN.json',
        'es-MX': 'lang/es_MX.json',
        fr: 'lang/fr.json',
      },
      existing: [],
    },
    {
      path: 'lang/vendor/cart/en/cart.php',
      pattern: 'lang/vendor/cart/{locale}/cart.php',
      named: 'en',
      targets: { fr: 'lang/vendor/cart/fr/cart.php' },
    },
  ],
  Android: [
    {
      path: 'app/src/main/res/values/strings.xml',
      otherPaths: [
        'app/src/main/res/values-de/strings.xml',
        'app/src/main/res/values-b+sr+Latn/strings.xml',
        'app/src/main/res/values-night/strings.xml',
        'app/src/main/res/values-fr-rCA-night/strings.xml',
        'app/src/main/res/values-v21/strings.xml',
        'app/src/main/res/values-sw600dp/strings.xml',
        'app/src/main/res/values-land/strings.xml',
        'app/src/main/res/values-car/strings.xml',
      ],
      pattern: 'app/src/main/res/values-{locale}/strings.xml',
      targets: {
        'pt-BR': 'app/src/main/res/values-pt-rBR/strings.xml',
        'zh-Hans': 'app/src/main/res/values-zh-rCN/strings.xml',
        'sr-Latn': 'app/src/main/res/values-b+sr+Latn/strings.xml',
        'es-419': 'app/src/main/res/values-b+es+419/strings.xml',
        fr: 'app/src/main/res/values-fr/strings.xml',
      },
      existing: ['de', 'sr-Latn'],
    },
    {
      path: 'res/values-night/strings.xml',
      pattern: 'res/values-{locale}-night/strings.xml',
      targets: { 'fr-CA': 'res/values-fr-rCA-night/strings.xml' },
    },
    {
      path: 'res/values-mcc310-v21/strings_app.xml',
      pattern: 'res/values-mcc310-{locale}-v21/strings_app.xml',
      targets: { de: 'res/values-mcc310-de-v21/strings_app.xml' },
    },
    {
      path: 'res/values-ast/strings.xml',
      otherPaths: ['res/values/strings.xml', 'res/values-ace/strings.xml'],
      pattern: 'res/values-{locale}/strings.xml',
      named: 'ast',
      targets: { fr: 'res/values-fr/strings.xml' },
      existing: ['ace'],
    },
    {
      path: 'res/values-in/strings.xml',
      otherPaths: ['res/values/strings.xml', 'res/values-iw/strings.xml'],
      pattern: 'res/values-{locale}/strings.xml',
      named: 'id',
      targets: { he: 'res/values-iw/strings.xml' },
    },
  ],
  Apple: [
    {
      path: 'Shop/en.lproj/Localizable.strings',
      otherPaths: ['Shop/zh-Hans.lproj/Localizable.strings'],
      pattern: 'Shop/{locale}.lproj/Localizable.strings',
      named: 'en',
      targets: { 'pt-BR': 'Shop/pt-BR.lproj/Localizable.strings', 'zh-TW': 'Shop/zh-Hant.lproj/Localizable.strings' },
      existing: ['zh-Hans'],
    },
    {
      path: 'Shop/Base.lproj/InfoPlist.strings',
      pattern: 'Shop/{locale}.lproj/InfoPlist.strings',
      setting: 'de',
      targets: { fr: 'Shop/fr.lproj/InfoPlist.strings', de: 'Shop/Base.lproj/InfoPlist.strings' },
    },
    {
      path: 'Shop/kmr.lproj/Localizable.strings',
      otherPaths: ['Shop/tet.lproj/Localizable.strings'],
      pattern: 'Shop/{locale}.lproj/Localizable.strings',
      named: 'ku',
      targets: { fr: 'Shop/fr.lproj/Localizable.strings' },
      existing: ['tet'],
    },
    {
      path: 'Old/English.lproj/Cart.strings',
      otherPaths: ['Old/de.lproj/Cart.strings'],
      pattern: 'Old/{locale}.lproj/Cart.strings',
      targets: { fr: 'Old/fr.lproj/Cart.strings' },
      existing: ['de'],
    },
    {
      path: 'Shop/en.lproj/Localizable.stringsdict',
      pattern: 'Shop/{locale}.lproj/Localizable.stringsdict',
      named: 'en',
      targets: { fr: 'Shop/fr.lproj/Localizable.stringsdict' },
    },
    {
      path: 'Shop/Localizable.xcstrings',
      pattern: 'Shop/Localizable.xcstrings',
      targets: { fr: 'Shop/Localizable.xcstrings', ja: 'Shop/Localizable.xcstrings' },
    },
  ],
  Flutter: [
    {
      path: 'lib/l10n/app_en.arb',
      pattern: 'lib/l10n/app_{locale}.arb',
      named: 'en',
      targets: { 'pt-BR': 'lib/l10n/app_pt_BR.arb', 'zh-Hant': 'lib/l10n/app_zh_Hant.arb' },
    },
    {
      path: 'lib/l10n/intl_messages.arb',
      otherPaths: ['lib/l10n/intl_fr.arb'],
      pattern: 'lib/l10n/intl_{locale}.arb',
      targets: { de: 'lib/l10n/intl_de.arb' },
      existing: ['fr'],
    },
  ],
  'Java and Spring': [
    {
      path: 'src/main/resources/messages.properties',
      pattern: 'src/main/resources/messages_{locale}.properties',
      targets: {
        'pt-BR': 'src/main/resources/messages_pt_BR.properties',
        'zh-Hans': 'src/main/resources/messages_zh_CN.properties',
      },
    },
    {
      path: 'src/org/shop/ui/Labels.properties',
      otherPaths: ['src/org/shop/ui/Labels_fr.properties', 'src/org/shop/ui/Labels_zh_TW.properties'],
      pattern: 'src/org/shop/ui/Labels_{locale}.properties',
      targets: { de: 'src/org/shop/ui/Labels_de.properties' },
      existing: ['fr', 'zh-TW'],
    },
    {
      path: 'core/src/main/resources/i18n/messages_en.properties',
      pattern: 'core/src/main/resources/i18n/messages_{locale}.properties',
      named: 'en',
      targets: { fr: 'core/src/main/resources/i18n/messages_fr.properties' },
    },
    {
      path: 'resources/messages/CartBundle.properties',
      pattern: 'resources/messages/CartBundle_{locale}.properties',
      targets: { fr: 'resources/messages/CartBundle_fr.properties' },
    },
  ],
  '.NET': [
    {
      path: 'Shop/Properties/Resources.resx',
      pattern: 'Shop/Properties/Resources.{locale}.resx',
      targets: { 'pt-BR': 'Shop/Properties/Resources.pt-BR.resx', 'zh-CN': 'Shop/Properties/Resources.zh-Hans.resx' },
    },
    {
      path: 'Resources/Views.Home.Index.en.resx',
      otherPaths: ['Resources/Views.Home.Index.fr.resx'],
      pattern: 'Resources/Views.Home.Index.{locale}.resx',
      named: 'en',
      targets: { fr: 'Resources/Views.Home.Index.fr.resx' },
      existing: ['fr'],
    },
    {
      path: 'Forms/Cart.resx',
      otherPaths: ['Forms/Cart.de.resx'],
      pattern: 'Forms/Cart.{locale}.resx',
      targets: { de: 'Forms/Cart.de.resx' },
    },
    {
      path: 'Strings/en-US/Resources.resw',
      pattern: 'Strings/{locale}/Resources.resw',
      named: 'en-US',
      targets: { 'fr-FR': 'Strings/fr-FR/Resources.resw' },
    },
  ],
  Qt: [
    {
      path: 'translations/shop_en.ts',
      otherPaths: ['translations/shop_de.ts'],
      pattern: 'translations/shop_{locale}.ts',
      named: 'en',
      targets: { 'pt-BR': 'translations/shop_pt_BR.ts' },
      existing: ['de'],
    },
    {
      path: 'src/shop.ts',
      otherPaths: ['src/shop_de.ts', 'src/shop_zh_CN.ts'],
      pattern: 'src/shop_{locale}.ts',
      targets: { fr: 'src/shop_fr.ts' },
    },
  ],
  'fastlane and the App Store': [
    {
      path: 'fastlane/metadata/en-US/subtitle.txt',
      pattern: 'fastlane/metadata/{locale}/subtitle.txt',
      named: 'en-US',
      targets: {
        de: 'fastlane/metadata/de-DE/subtitle.txt',
        ja: 'fastlane/metadata/ja/subtitle.txt',
        nb: 'fastlane/metadata/no/subtitle.txt',
        he: 'fastlane/metadata/he/subtitle.txt',
        'pt-BR': 'fastlane/metadata/pt-BR/subtitle.txt',
        'zh-TW': 'fastlane/metadata/zh-Hant/subtitle.txt',
      },
    },
    {
      path: 'ios/fastlane/metadata/it/name.txt',
      otherPaths: ['ios/fastlane/metadata/en-US/name.txt', 'ios/fastlane/metadata/hi/name.txt'],
      pattern: 'ios/fastlane/metadata/{locale}/name.txt',
      named: 'it',
      targets: { fr: 'ios/fastlane/metadata/fr-FR/name.txt' },
      existing: ['en-US', 'hi'],
    },
    {
      path: 'fastlane/metadata/de-DE/name.txt',
      otherPaths: ['fastlane/metadata/default/name.txt', 'fastlane/metadata/en-US/name.txt'],
      pattern: 'fastlane/metadata/{locale}/name.txt',
      named: 'de-DE',
      targets: { es: 'fastlane/metadata/es-ES/name.txt' },
      existing: ['en-US'],
    },
    {
      path: 'fastlane/metadata/default/keywords.txt',
      otherPaths: ['fastlane/metadata/de-DE/keywords.txt'],
      pattern: 'fastlane/metadata/{locale}/keywords.txt',
      targets: { es: 'fastlane/metadata/es-ES/keywords.txt' },
      existing: ['de-DE'],
    },
  ],
  'Google Play and F-Droid': [
    {
      path: 'fastlane/metadata/android/en-US/full_description.txt',
      pattern: 'fastlane/metadata/android/{locale}/full_description.txt',
      named: 'en-US',
      targets: {
        ja: 'fastlane/metadata/android/ja-JP/full_description.txt',
        nb: 'fastlane/metadata/android/no-NO/full_description.txt',
        he: 'fastlane/metadata/android/iw-IL/full_description.txt',
        fil: 'fastlane/metadata/android/fil/full_description.txt',
        'zh-Hans': 'fastlane/metadata/android/zh-CN/full_description.txt',
        'es-419': 'fastlane/metadata/android/es-419/full_description.txt',
      },
    },
    {
      path: 'metadata/en-US/changelogs/103.txt',
      otherPaths: ['metadata/de/title.txt', 'metadata/fr/changelogs/103.txt'],
      pattern: 'metadata/{locale}/changelogs/103.txt',
      named: 'en-US',
      targets: { de: 'metadata/de/changelogs/103.txt', fr: 'metadata/fr/changelogs/103.txt' },
      existing: ['fr'],
    },
    {
      path: 'app/src/main/play/listings/en-US/short-description.txt',
      pattern: 'app/src/main/play/listings/{locale}/short-description.txt',
      named: 'en-US',
      targets: { ru: 'app/src/main/play/listings/ru-RU/short-description.txt' },
    },
    {
      path: 'app/src/main/play/release-notes/en-US/production.txt',
      pattern: 'app/src/main/play/release-notes/{locale}/production.txt',
      named: 'en-US',
      targets: { vi: 'app/src/main/play/release-notes/vi/production.txt' },
    },
    {
      path: 'distribution/whatsnew/whatsnew-en-US',
      otherPaths: ['distribution/whatsnew/whatsnew-pt-BR'],
      pattern: 'distribution/whatsnew/whatsnew-{locale}',
      named: 'en-US',
      targets: { ko: 'distribution/whatsnew/whatsnew-ko-KR' },
      existing: ['pt-BR'],
    },
  ],
  SharePoint: [
    {
      path: 'src/webparts/hello/loc/en-us.js',
      pattern: 'src/webparts/hello/loc/{locale}.js',
      named: 'en-US',
      targets: { de: 'src/webparts/hello/loc/de-de.js', 'zh-Hans': 'src/webparts/hello/loc/zh-cn.js' },
    },
  ],
  Dojo: [
    {
      path: 'js/nls/root/strings.js',
      otherPaths: ['js/nls/de/strings.js'],
      pattern: 'js/nls/{locale}/strings.js',
      targets: { fr: 'js/nls/fr/strings.js' },
      existing: ['de'],
    },
  ],
  'Power BI': [
    {
      path: 'stringResources/en-US/resources.resjson',
      pattern: 'stringResources/{locale}/resources.resjson',
      named: 'en-US',
      targets: { de: 'stringResources/de-DE/resources.resjson', 'zh-Hant': 'stringResources/zh-TW/resources.resjson' },
    },
  ],
  Magento: [
    {
      path: 'app/code/Acme/Shop/i18n/en_US.csv',
      pattern: 'app/code/Acme/Shop/i18n/{locale}.csv',
      named: 'en-US',
      targets: {
        de: 'app/code/Acme/Shop/i18n/de_DE.csv',
        'pt-BR': 'app/code/Acme/Shop/i18n/pt_BR.csv',
        'zh-Hans': 'app/code/Acme/Shop/i18n/zh_Hans_CN.csv',
        'zh-TW': 'app/code/Acme/Shop/i18n/zh_Hant_TW.csv',
      },
    },
  ],
  Joomla: [
    {
      path: 'administrator/language/en-GB/com_stall.ini',
      otherPaths: ['administrator/language/fr-FR/'],
      pattern: 'administrator/language/{locale}/com_stall.ini',
      named: 'en-GB',
      targets: {
        fr: 'administrator/language/fr-FR/com_stall.ini',
        ja: 'administrator/language/ja-JP/com_stall.ini',
      },
    },
    {
      path: 'site/language/en-GB/en-GB.com_stall.sys.ini',
      pattern: 'site/language/{locale}/{locale}.com_stall.sys.ini',
      named: 'en-GB',
      targets: { 'de-DE': 'site/language/de-DE/de-DE.com_stall.sys.ini' },
    },
    {
      path: 'language/en-GB/en-GB.ini',
      otherPaths: ['language/de-DE/de-DE.ini'],
      pattern: 'language/{locale}/{locale}.ini',
      named: 'en-GB',
      targets: { 'pt-BR': 'language/pt-BR/pt-BR.ini' },
      existing: ['de-DE'],
    },
  ],
  Play: [
    {
      path: 'conf/messages',
      otherPaths: ['conf/messages.fr'],
      pattern: 'conf/messages.{locale}',
      targets: { fr: 'conf/messages.fr', 'zh-Hans': 'conf/messages.zh-CN' },
      existing: ['fr'],
    },
    {
      path: 'shop/conf/messages.en',
      pattern: 'shop/conf/messages.{locale}',
      named: 'en',
      targets: { de: 'shop/conf/messages.de' },
    },
  ],
  'Vue components': [
    {
      path: 'src/components/Stall.vue',
      pattern: 'src/components/Stall.vue',
      targets: { ja: 'src/components/Stall.vue' },
    },
  ],
  Hugo: [
    { path: 'i18n/en.toml', pattern: 'i18n/{locale}.toml', named: 'en', targets: { 'pt-BR': 'i18n/pt-br.toml' } },
    {
      path: 'i18n/en.yaml',
      otherPaths: ['i18n/zh-CN.yaml'],
      pattern: 'i18n/{locale}.yaml',
      named: 'en',
      targets: { 'pt-BR': 'i18n/pt-BR.yaml' },
    },
    {
      path: 'content/en/posts/one.md',
      pattern: 'content/{locale}/posts/one.md',
      named: 'en',
      targets: { fr: 'content/fr/posts/one.md' },
    },
    {
      path: 'content/posts/one.md',
      otherPaths: ['content/posts/one.fr.md'],
      pattern: 'content/posts/one.{locale}.md',
      targets: { de: 'content/posts/one.de.md' },
      existing: ['fr'],
    },
  ],
  Fluent: [
    {
      path: 'locales/en-US/main.ftl',
      pattern: 'locales/{locale}/main.ftl',
      named: 'en-US',
      targets: { fr: 'locales/fr/main.ftl' },
    },
    {
      path: 'i18n/en/cart/list.ftl',
      pattern: 'i18n/{locale}/cart/list.ftl',
      named: 'en',
      targets: { fr: 'i18n/fr/cart/list.ftl' },
    },
    {
      path: 'en/cart.ftl',
      otherPaths: ['de/'],
      pattern: '{locale}/cart.ftl',
      named: 'en',
      targets: { de: 'de/cart.ftl' },
    },
  ],
  'Docusaurus and Starlight': [
    {
      path: 'website/docs/guides/cart.mdx',
      otherPaths: ['website/i18n/fr/docusaurus-plugin-content-docs/'],
      pattern: 'website/i18n/{locale}/docusaurus-plugin-content-docs/current/guides/cart.mdx',
      targets: {
        fr: 'website/i18n/fr/docusaurus-plugin-content-docs/current/guides/cart.mdx',
        'zh-CN': 'website/i18n/zh-CN/docusaurus-plugin-content-docs/current/guides/cart.mdx',
      },
    },
    {
      path: 'versioned_docs/version-2.0/cart.md',
      otherPaths: ['i18n/fr/docusaurus-plugin-content-docs/version-2.0/cart.md'],
      pattern: 'i18n/{locale}/docusaurus-plugin-content-docs/version-2.0/cart.md',
      targets: { fr: 'i18n/fr/docusaurus-plugin-content-docs/version-2.0/cart.md' },
      existing: ['fr'],
    },
    {
      path: 'blog/2024-01-01-sale.md',
      otherPaths: ['i18n/fr/docusaurus-plugin-content-blog/2023.md'],
      pattern: 'i18n/{locale}/docusaurus-plugin-content-blog/2024-01-01-sale.md',
      targets: { fr: 'i18n/fr/docusaurus-plugin-content-blog/2024-01-01-sale.md' },
    },
    {
      path: 'i18n/en/code.json',
      pattern: 'i18n/{locale}/code.json',
      named: 'en',
      targets: { fr: 'i18n/fr/code.json' },
    },
    {
      path: 'src/content/docs/guides/cart.mdx',
      otherPaths: ['src/content/docs/pt-br/'],
      pattern: 'src/content/docs/{locale}/guides/cart.mdx',
      targets: { 'pt-BR': 'src/content/docs/pt-br/guides/cart.mdx', 'zh-CN': 'src/content/docs/zh-cn/guides/cart.mdx' },
    },
    {
      path: 'src/content/docs/en/cart.md',
      pattern: 'src/content/docs/{locale}/cart.md',
      named: 'en',
      targets: { fr: 'src/content/docs/fr/cart.md' },
    },
  ],
  'subtitles, pages, tables, modules': [
    {
      path: 'media/movie.en.srt',
      pattern: 'media/movie.{locale}.srt',
      named: 'en',
      targets: { fr: 'media/movie.fr.srt' },
    },
    {
      path: 'media/movie.vtt',
      otherPaths: ['media/movie.fr.vtt'],
      pattern: 'media/movie.{locale}.vtt',
      targets: { de: 'media/movie.de.vtt' },
      existing: ['fr'],
    },
    {
      path: 'site/index.html',
      otherPaths: ['site/fr/index.html'],
      pattern: 'site/{locale}/index.html',
      targets: { de: 'site/de/index.html' },
      existing: ['fr'],
    },
    {
      path: 'index.html',
      otherPaths: ['index.fr.html'],
      pattern: 'index.{locale}.html',
      targets: { de: 'index.de.html' },
    },
    { path: 'assets/translations.csv', pattern: 'assets/translations.csv', targets: { fr: 'assets/translations.csv' } },
    { path: 'locales/shop.tsv', pattern: 'locales/shop.tsv', targets: { fr: 'locales/shop.tsv' } },
    { path: 'locales/en.csv', pattern: 'locales/{locale}.csv', named: 'en', targets: { fr: 'locales/fr.csv' } },
    { path: 'src/lang/en.ts', pattern: 'src/lang/{locale}.ts', named: 'en', targets: { fr: 'src/lang/fr.ts' } },
    {
      path: 'locales/en-US/index.js',
      pattern: 'locales/{locale}/index.js',
      named: 'en-US',
      targets: { fr: 'locales/fr/index.js' },
    },
    {
      path: 'README.md',
      otherPaths: ['README.ja.md'],
      pattern: 'README.{locale}.md',
      targets: { fr: 'README.fr.md' },
      existing: ['ja'],
    },
  ],
  'the person’s own patterns': [
    {
      path: 'docs/guide/a.md',
      patterns: ['docs/**/*.md -> i18n/{locale}/docusaurus-plugin-content-docs/current/**/*.md'],
      pattern: 'i18n/{locale}/docusaurus-plugin-content-docs/current/guide/a.md',
      targets: { ja: 'i18n/ja/docusaurus-plugin-content-docs/current/guide/a.md' },
    },
    {
      path: 'copy/main.json',
      patterns: ['copy/{name}.json -> copy/out/{locale}/{name}.json'],
      pattern: 'copy/out/{locale}/main.json',
      targets: { ja: 'copy/out/ja/main.json' },
    },
    {
      path: 'texts/pt/BR/home.yml',
      otherPaths: ['texts/es/MX/home.yml', 'texts/x/y/home.yml'],
      patterns: ['texts/{language}/{region}/{name}.{yml,yaml}'],
      pattern: 'texts/{language}/{region}/home.yml',
      named: 'pt-BR',
      targets: { 'fr-CA': 'texts/fr/CA/home.yml', ja: 'texts/ja/JP/home.yml' },
      existing: ['es-MX'],
    },
    {
      path: 'texts/en-main.txt',
      patterns: ['texts/{language}-main.txt'],
      pattern: 'texts/{language}-main.txt',
      named: 'en',
      targets: { fr: 'texts/fr-main.txt', 'pt-BR': 'texts/pt-main.txt' },
    },
    {
      path: 'a/b/c/en/x.json',
      patterns: ['a/**/{locale}/*.json'],
      pattern: 'a/b/c/{locale}/x.json',
      named: 'en',
      targets: { fr: 'a/b/c/fr/x.json' },
    },
  ],
};

describe('detectLayout', () => {
  for (const [ecosystem, examples] of Object.entries(ecosystems)) {
    describe(ecosystem, () => {
      for (const example of examples) {
        const others = example.otherPaths?.slice(0, 2).join(', ');
        it(`finds the layout of ${example.path}${others === undefined ? '' : ` next to ${others}`}`, () => {
          check(example);
        });
      }
    });
  }
});

function check({
  path,
  otherPaths = [],
  patterns = [],
  setting = 'en',
  pattern,
  named,
  targets,
  existing,
}: Example): void {
  const layout = detectLayout(path, [path, ...otherPaths], parseLayoutPatterns(patterns), setting);
  assert.ok(layout);
  assert.equal(layout.pattern, pattern);
  assert.equal(layout.pathLocale, named);
  if (!layout.isBilingual) {
    assert.equal(layout.namesSource, named !== undefined);
    assert.equal(layout.sourceLocale, named ?? setting);
  }
  assert.deepEqual(
    Object.fromEntries(Object.keys(targets).map((locale) => [locale, targetPath(layout, locale)])),
    targets,
  );
  if (existing !== undefined) assert.deepEqual(existingLocales(layout, otherPaths), existing);
}

describe('detectLayout for files that only look like locale files', () => {
  const ordinary: readonly (readonly [string, readonly string[]])[] = [
    ['src/app.ts', ['src/main.ts', 'src/app.css', 'src/app.test.ts']],
    ['src/main.ts', ['src/main_window.ts', 'src/main_db.ts']],
    ['src/get_by_id.ts', ['src/get_by.ts', 'src/get_it.ts']],
    ['src/is.ts', ['src/it.ts', 'src/to.ts', 'src/as.ts']],
    ['locales/index.ts', ['locales/en.ts', 'locales/de.ts']],
    ['src/locale/en/format.test.ts', []],
    ['data/id.json', ['data/it.json', 'data/no.json']],
    ['no.yml', ['yes.yml']],
    ['id.json', ['package.json']],
    ['it.properties', ['at.properties']],
    ['config/strings.xml', ['config/strings-fr.xml']],
    ['res/xml/strings.xml', []],
    [
      'res/values/colors.xml',
      ['res/values-night/colors.xml', 'res/values-v21/colors.xml', 'res/values-land/colors.xml'],
    ],
    ['res/values/donottranslate.xml', ['res/values-fr/strings.xml']],
    ['gradle.properties', ['local.properties', 'gradle.properties.bak']],
    [
      'src/main/resources/application.properties',
      ['src/main/resources/application-dev.properties', 'src/main/resources/application_it.properties'],
    ],
    ['messages.properties', []],
    ['Forms/Cart.resx', ['Forms/Cart.cs']],
    ['README.md', ['CONTRIBUTING.md', 'README_old.md']],
    ['how.md', ['how-to.md', 'how-it.md']],
    ['docs/in/depth.md', ['docs/depth.md', 'docs/to/depth.md']],
    ['index.html', ['about.html', 'it/index.html']],
    ['data/cities.csv', ['data/cities.json']],
    ['app/Http/routes.php', []],
    ['public/js/app.js', []],
    ['media/movie.srt', ['media/movie.mp4']],
    ['media/movie.hi.srt', []],
    ['translations/README.md', ['translations/en.json']],
    ['node_modules/pkg/locales/en.json', ['node_modules/pkg/locales/de.json']],
    ['.github/workflows/ci.yml', []],
    ['src/no/x.json', ['src/no/y.json']],
    ['docs/guide.md', ['docs/other.md', 'i18n/README.md']],
    ['Cargo.toml', ['rust-toolchain.toml']],
    ['vendor/tz/en.bin', []],
    ['scripts/polish/run.json', ['scripts/clean/run.json']],
    ['data/English.json', []],
    ['US.json', ['IN.json']],
    ['docs/templates/card.json', ['docs/it/card.json']],
    ['Language/locallang_be.ini', ['Language/locallang_db.ini']],
  ];
  for (const [path, otherPaths] of ordinary) {
    it(`finds no layout of ${path}${otherPaths.length > 0 ? ` next to ${otherPaths.join(', ')}` : ''}`, () => {
      assert.equal(detectLayout(path, [path, ...otherPaths])?.pattern, undefined);
    });
  }
});

describe('sourceFor', () => {
  it('is the folder of the source language before fastlane’s default/, which stands in where there is none', () => {
    const files = ['default', 'en-US', 'de-DE'].map((name) => `fastlane/metadata/${name}/name.txt`);
    const sourceOf = (path: string, siblings: readonly string[]): string | undefined => {
      const layout = detectLayout(path, siblings);
      return layout && sourceFor(layout, siblings, 'en').path;
    };
    const german = 'fastlane/metadata/de-DE/name.txt';
    assert.equal(sourceOf(german, files), 'fastlane/metadata/en-US/name.txt');
    assert.equal(sourceOf('fastlane/metadata/default/name.txt', files), undefined);
    const withoutEnglish = files.filter((file) => !file.includes('en-US'));
    assert.equal(sourceOf(german, withoutEnglish), 'fastlane/metadata/default/name.txt');
    assert.equal(sourceOf('fastlane/metadata/default/name.txt', withoutEnglish), 'fastlane/metadata/default/name.txt');
  });

  const cases: readonly (readonly [string, readonly string[], { readonly path: string; readonly into?: string }])[] = [
    ['res/values-pt-rBR/strings.xml', ['res/values/strings.xml'], { path: 'res/values/strings.xml', into: 'pt-BR' }],
    [
      'res/values-fr-rCA-night/strings.xml',
      ['res/values/strings.xml', 'res/values-night/strings.xml'],
      { path: 'res/values-night/strings.xml', into: 'fr-CA' },
    ],
    ['fr.lproj/A.strings', ['Base.lproj/A.strings'], { path: 'Base.lproj/A.strings', into: 'fr' }],
    [
      'de.lproj/A.strings',
      ['English.lproj/A.strings', 'fr.lproj/A.strings'],
      { path: 'English.lproj/A.strings', into: 'de' },
    ],
    ['fr.lproj/A.strings', ['en.lproj/A.strings'], { path: 'en.lproj/A.strings', into: 'fr' }],
    ['i/messages_fr.properties', ['i/messages.properties'], { path: 'i/messages.properties', into: 'fr' }],
    ['src/locale/messages.fr.xlf', ['src/locale/messages.xlf'], { path: 'src/locale/messages.xlf', into: 'fr' }],
    ['src/locale/messages.fr.xlf', [], { path: 'src/locale/messages.fr.xlf', into: 'fr' }],
    ['po/fr.po', ['po/project.pot'], { path: 'po/project.pot', into: 'fr' }],
    ['po/fr.po', [], { path: 'po/fr.po', into: 'fr' }],
    [
      'locale/fr/LC_MESSAGES/django.po',
      ['locale/en/LC_MESSAGES/django.po'],
      { path: 'locale/en/LC_MESSAGES/django.po', into: 'fr' },
    ],
    ['languages/p-fr_FR.po', ['languages/p.pot'], { path: 'languages/p.pot', into: 'fr-FR' }],
    ['a/Resources.de.resx', ['a/Resources.resx'], { path: 'a/Resources.resx', into: 'de' }],
    ['translations/app_de.ts', ['translations/app_en.ts'], { path: 'translations/app_en.ts', into: 'de' }],
    ['package.nls.ja.json', ['package.nls.json'], { path: 'package.nls.json', into: 'ja' }],
    ['i18n/fr/docusaurus-plugin-content-docs/current/a/b.md', ['docs/a/b.md'], { path: 'docs/a/b.md', into: 'fr' }],
    ['src/content/docs/fr/b.md', ['src/content/docs/b.md'], { path: 'src/content/docs/b.md', into: 'fr' }],
    ['locales/fr.json', ['locales/en.json'], { path: 'locales/en.json', into: 'fr' }],
    ['locales/en.json', ['locales/fr.json'], { path: 'locales/en.json' }],
    ['locales/fr.json', [], { path: 'locales/fr.json' }],
    ['locales/fr.json', ['locales/en.default.json'], { path: 'locales/en.default.json', into: 'fr' }],
    ['locales/fr-FR.json', ['locales/en-US.json'], { path: 'locales/en-US.json', into: 'fr-FR' }],
    ['locales/en-GB.json', ['locales/en-US.json', 'locales/en-AU.json'], { path: 'locales/en-US.json', into: 'en-GB' }],
    ['locales/en-US.json', ['locales/en-GB.json'], { path: 'locales/en-US.json' }],
    [
      'language/fr-FR/com_stall.ini',
      ['language/en-GB/com_stall.ini'],
      { path: 'language/en-GB/com_stall.ini', into: 'fr-FR' },
    ],
    ['locales/fr.json', ['locales/en-GB.json', 'locales/en-AU.json'], { path: 'locales/fr.json' }],
    ['app/locale/de/LC_MESSAGES/a.po', ['a.pot'], { path: 'a.pot', into: 'de' }],
    ['lang/german/a.php', ['lang/english/a.php'], { path: 'lang/english/a.php', into: 'de' }],
    ['i18n/DE.json', ['i18n/EN.json'], { path: 'i18n/EN.json', into: 'de' }],
    ['res/values/strings.xml', ['res/values-fr/strings.xml'], { path: 'res/values/strings.xml' }],
    ['content/post.fr.md', ['content/post.md'], { path: 'content/post.md', into: 'fr' }],
  ];
  for (const [path, otherPaths, expected] of cases) {
    it(`returns ${expected.path} for ${path} next to ${otherPaths.join(', ') || 'no other file'}`, () => {
      const layout = detectLayout(path, [path, ...otherPaths]);
      assert.ok(layout);
      const { path: source, into } = sourceFor(layout, [path, ...otherPaths], 'en');
      assert.deepEqual({ path: source, ...(into === undefined ? {} : { into }) }, expected);
    });
  }

  it('finds a source that a pattern names with its locale, and none for a setting that is not a locale', () => {
    const patterns = parseLayoutPatterns(['content/{locale}/**/*.md -> i18n/{locale}/docs/**/*.md']);
    const paths = ['i18n/de/docs/a/b.md', 'content/en/a/b.md', 'content/fr/a/b.md'];
    const layout = detectLayout('i18n/de/docs/a/b.md', paths, patterns);
    assert.ok(layout);
    assert.deepEqual(sourceFor(layout, paths, 'en'), { kind: 'file', path: 'content/en/a/b.md', into: 'de' });
    const plain = detectLayout('locales/de.json', ['locales/en.json'], [], 'no locale');
    assert.ok(plain);
    assert.deepEqual(sourceFor(plain, ['locales/en.json'], 'no locale'), { kind: 'file', path: 'locales/de.json' });
  });

  it('uses a bilingual file as its own source and target', () => {
    const layout = detectLayout('po/fr.po', ['po/fr.po', 'po/de.po']);
    assert.ok(layout);
    assert.equal(layout.sourceLocale, 'en');
    assert.equal(layout.namesSource, false);
    assert.equal(targetPath(layout, 'fr'), 'po/fr.po');
    assert.equal(targetPath(layout, 'de'), 'po/de.po');
  });
});
