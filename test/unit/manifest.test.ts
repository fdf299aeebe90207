import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fieldsOf } from '../../src/agents/toolInput.ts';
import { toolNames } from '../../src/agents/toolNames.ts';
import { commandIds, contextKeys, jobPageType, reviewPageType, walkthroughId } from '../../src/editor/commandIds.ts';
import { detectLayout } from '../../src/locales/layout.ts';
import { formatTable } from '../../src/formats/formatTable.ts';
import { allLocalesFile, codeAndDocumentExtensions } from '../../src/locales/localeFileExtension.ts';
import { parsePolicy } from '../../src/orders/model/limits/parsePolicy.ts';
import { documentExtensions } from '../../src/orders/model/documentType.ts';
import { familyNames } from '../../src/placeholders/project/placeholderSettings.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly icon: string;
  readonly keywords: readonly string[];
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly supported: string; readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
      readonly enablement?: string;
    }[];
    readonly languageModelTools: readonly {
      readonly displayName: string;
      readonly userDescription: string;
      readonly name: string;
      readonly when: string;
      readonly modelDescription: string;
      readonly inputSchema: {
        readonly additionalProperties: boolean;
        readonly properties: Readonly<Record<string, { readonly type: string }>>;
      };
    }[];
    readonly submenus: readonly { readonly id: string }[];
    readonly keybindings: readonly { readonly command: string }[];
    readonly views: Readonly<
      Record<string, readonly { readonly id: string; readonly accessibilityHelpContent?: string }[]>
    >;
    readonly menus: Readonly<
      Record<string, readonly { readonly command?: string; readonly submenu?: string; readonly when?: string }[]>
    >;
    readonly viewsWelcome: readonly { readonly contents: string; readonly when: string }[];
    readonly walkthroughs: readonly {
      readonly id: string;
      readonly steps: readonly {
        readonly id: string;
        readonly description: string;
        readonly media: { readonly svg: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly configuration: {
      readonly properties: Readonly<
        Record<
          string,
          {
            readonly scope: string;
            readonly ignoreSync?: boolean;
            readonly default: unknown;
            readonly items?: { readonly enum?: readonly string[]; readonly pattern?: string };
            readonly properties?: Readonly<Record<string, PropertySchema>>;
            readonly markdownDescription: string;
          }
        >
      >;
    };
  };
}

/** A property of a setting that is an object. */
interface PropertySchema {
  readonly minimum?: number;
  readonly additionalProperties?: { readonly properties: Readonly<Record<string, PropertySchema>> };
}

const manifestText = readFileSync(path.join(root, 'package.json'), 'utf8');
const manifest = JSON.parse(manifestText) as Manifest;
const words = JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>;
const { commands, menus, submenus, configuration, keybindings, views } = manifest.contributes;
const clauses = clausesIn(manifest.contributes);

const localeFiles = [
  'en.json',
  'src/en.jsonc',
  'messages.de.json',
  'locales/pt-BR.json',
  'locales/pt_BR.json',
  'lang/pt-br.json',
  'i18n/zh-Hant.json',
  'i18n/es-419.json',
  'i18n/fil.json',
  'i18n/en.json5',
  'i18n/id.json',
  'locales/hr/common.json',
  'l10n/bundle.l10n.json',
  'bundle.l10n.zh-cn.json',
  'package.nls.json',
  'package.nls.ja.json',
  'public/locales/en/common.json',
  '_locales/pt_BR/messages.json',
  'lib/l10n/app_en.arb',
  'App/Localizable.xcstrings',
  'App/en.lproj/Localizable.strings',
  'App/Base.lproj/Localizable.stringsdict',
  'app/src/main/res/values/strings.xml',
  'res/values-pt-rBR/strings_cart.xml',
  'res/values-b+sr+Latn/plurals.xml',
  'res/values-night/strings.xml',
  'en.yaml',
  'config/locales/en.yml',
  'config/locales/models/user.en.yml',
  'config/locales/views/fr/cart.yml',
  'translations/messages.en.yaml',
  'translations/messages+intl-icu.en.xlf',
  'src/locale/messages.xlf',
  'po/fr.po',
  'po/shop.pot',
  'locale/fr/LC_MESSAGES/django.po',
  'languages/plugin-fr_FR.po',
  'lang/en/messages.php',
  'resources/lang/en/shop/cart.php',
  'i18n/en.toml',
  'locales/en-US/main.ftl',
  'i18n/en/cart/list.ftl',
  'src/main/resources/messages.properties',
  'src/main/resources/i18n/messages_fr.properties',
  'a/b/CartBundle_pt_BR.properties',
  'Properties/Resources.resx',
  'Resources/Views.Home.fr.resx',
  'Strings/en-US/Resources.resw',
  'translations/shop_de.ts',
  'src/lang/en.ts',
  'locales/en-US/index.js',
  'media/movie.en.srt',
];

const ordinaryFiles = [
  'package.json',
  'tsconfig.json',
  'tsconfig.app.json',
  'id.json',
  'it.json',
  'nx.json',
  'mocks/me.json',
  'test/ok/a.json',
  'regions/id/arrows.json',
  'ts.json',
  'ui.json',
  'settings.json',
  'no.yml',
  '.github/workflows/ci.yml',
  'docker-compose.yml',
  'Cargo.toml',
  'gradle.properties',
  'src/main/resources/application.properties',
  'messages.properties',
  'src/app.ts',
  'src/main.ts',
  'src/en.ts',
  'src/get_by_id.ts',
  'locales/index.ts',
  'src/i18n/index.js',
  'src/i18n/setup.ts',
  'res/values/colors.xml',
  'res/values/dimens.xml',
  'res/values/donottranslate_strings.xml',
  'res/xml/strings.xml',
  'strings.xml',
  'pom.xml',
  'index.html',
  'README.md',
  'docs/en/guide.md',
  'data/cities.csv',
  'app/Http/routes.php',
  'templates/mail.ftl',
  'App/Main.strings',
  'Forms/Cart.resx',
  'movie.srt',
  'movie.hi.srt',
  'i18n/README.md',
];

describe('manifest', () => {
  it('contributes exactly the commands that are registered', () => {
    assert.deepEqual(commands.map(({ command }) => command).sort(), [...commandIds].sort());
  });

  it('contributes exactly the tools that are registered, in trusted workspaces, with the fields that they accept', () => {
    const tools = manifest.contributes.languageModelTools;
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolNames,
    );
    assert.deepEqual(
      tools.map(({ when, inputSchema }) => [
        when,
        inputSchema.additionalProperties,
        Object.entries(inputSchema.properties).map(([field, { type }]) => `${field}: ${type}`),
      ]),
      toolNames.map((name) => ['isWorkspaceTrusted', false, fieldsOf[name].map((field) => `${field}: array`)]),
    );
  });

  it('gives the commands the expected titles, in one category', () => {
    const titles = Object.fromEntries(
      commands.map(({ command, title }) => [command.replace('humanTranslation.', ''), words[title.slice(1, -1)]]),
    );
    assert.deepEqual({ ...titles, ...expectedTitles }, titles);
    assert.deepEqual([...new Set(commands.map(({ category }) => words[category.slice(1, -1)]))], ['Human Translation']);
  });

  it('has only existing commands and submenus in its menus', () => {
    const known = new Set<string>([...commandIds, ...submenus.map(({ id }) => id)]);
    const unknown = Object.values(menus)
      .flat()
      .map(({ command, submenu }) => command ?? submenu ?? '')
      .filter((id) => !known.has(id));
    assert.deepEqual(unknown, []);
  });

  it('binds only existing commands to keys', () => {
    const known = new Set<string>([...commandIds, 'runCommands', 'workbench.action.closeActiveEditor']);
    assert.deepEqual(
      keybindings.filter(({ command }) => !known.has(command)),
      [],
    );
  });

  it('has accessibility help for each view, which names only existing commands', () => {
    const titles = Object.entries(words).filter(([key]) => key.startsWith('command.'));
    for (const { id, accessibilityHelpContent: key = '' } of Object.values(views).flat()) {
      const help = words[key.slice(1, -1)] ?? '';
      assert.ok(help.length > 100, id);
      const named = [...help.matchAll(/[Tt]he commands? (?<names>.+?) (?:starts|opens|change|fetches)/gu)].flatMap(
        (match) => match.groups?.['names']?.split(/, and |, /u) ?? [],
      );
      assert.ok(named.length > 0, id);
      for (const name of named)
        assert.ok(
          titles.some(([, title]) => title.replace('…', '') === name),
          name,
        );
    }
  });

  it('has a text for every %key%, and no unused texts', () => {
    const used = [...manifestText.matchAll(/"%([\w.]+)%"/g)].map((match) => match[1] ?? '');
    assert.deepEqual(
      used.filter((key) => words[key] === undefined),
      [],
    );
    assert.deepEqual(
      Object.keys(words).filter((key) => !used.includes(key)),
      [],
    );
  });

  it('has no text that can’t be translated', () => {
    const shown =
      /^(?:title|label|description|markdownDescription|name|contextualTitle|contents|category|displayName|altText|errorMessage|\w*(?:Descriptions|Labels|Message))$/u;
    const found: string[] = [];
    const visit = (value: unknown, where: string, isShown: boolean): void => {
      if (typeof value === 'string' && isShown && !/^%.+%$/u.test(value)) found.push(`${where}: ${value}`);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, member] of Object.entries(value))
        visit(member, `${where}.${key}`, Array.isArray(value) ? isShown : shown.test(key));
    };
    // Models read the names, schemas and model descriptions of tools, in English; people read the rest.
    const { languageModelTools, ...others } = manifest.contributes;
    visit(others, 'contributes', false);
    for (const { name, displayName, userDescription } of languageModelTools)
      visit({ displayName, description: userDescription }, `contributes.languageModelTools.${name}`, false);
    assert.deepEqual(found, []);
  });

  it('keeps repositories from changing where requests go and what may be spent', () => {
    for (const name of [
      'humanTranslation.baseUrl',
      'humanTranslation.limits',
      'humanTranslation.budget.perOrder',
      'humanTranslation.budget.perDay',
      'humanTranslation.budget.perMonth',
      'humanTranslation.sandbox.pace',
      'humanTranslation.callbacks.enabled',
    ]) {
      assert.equal(configuration.properties[name]?.scope, 'application', name);
    }
  });

  it('syncs no setting that names a service, or that depends on it or on this machine', () => {
    const notSynced = Object.entries(configuration.properties).filter(([, { ignoreSync }]) => ignoreSync === true);
    assert.deepEqual(notSynced.map(([name]) => name).sort(), [
      'humanTranslation.baseUrl',
      'humanTranslation.callbacks.enabled',
      'humanTranslation.limits',
    ]);
  });

  it('ignores the settings of an untrusted workspace, except for those that only change what is shown', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.equal(supported, 'limited');
    const others = Object.keys(configuration.properties).filter((name) => !restrictedConfigurations.includes(name));
    assert.deepEqual(
      others.filter((name) => !/\.(?:fileDecorations|hover|codeLens\.\w+|notifications\.\w+)$/u.test(name)),
      [],
    );
    assert.deepEqual(
      restrictedConfigurations.filter((name) => configuration.properties[name] === undefined),
      [],
    );
  });

  it('enables only commands in Restricted Mode that need neither the service nor the journal', () => {
    const enabled = commands.filter(({ enablement = '' }) => !enablement.split(' && ').includes('isWorkspaceTrusted'));
    assert.deepEqual(enabled.map(({ command }) => command.replace('humanTranslation.', '')).sort(), [
      ...['accessibilityHelp', 'clearFilter', 'disconnect', 'filterJobs', 'goToSource', 'goToTranslation'],
      ...['groupByFile', 'groupByLocale', 'groupByOrder', 'groupByStatus', 'groupJobs'],
      ...['groupedByFile', 'groupedByLocale', 'groupedByOrder', 'groupedByStatus'],
      ...['openSample', 'reportIssue', 'setBudget', 'showLog', 'showMoreJobs'],
    ]);
  });

  it('has no setting that the code does not read, and the code reads no other', () => {
    const source = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(path.join(root, 'src', name), 'utf8'))
      .join('\n');
    const names = Object.keys(configuration.properties).map((name) => name.replace('humanTranslation.', ''));
    // `budget.${budget}` reads a group of settings.
    const isRead = (name: string): boolean => {
      const group = name.slice(0, name.lastIndexOf('.') + 1);
      return source.includes(`'${name}'`) || (group !== '' && source.includes(`\`${group}\${`));
    };
    assert.deepEqual(
      names.filter((name) => !isRead(name)),
      [],
    );
    const inSettings = ['src/editor/settings.ts', 'src/project/projectSettings.ts']
      .map((name) => readFileSync(path.join(root, name), 'utf8'))
      .flatMap((text) => [...text.matchAll(/\b(?:read|text|list|isOn|inspect|get(?:<\w+>)?)\('([\w.]+)'/gu)]);
    assert.ok(inSettings.length > 15);
    assert.deepEqual(
      inSettings.map(([, name = '']) => name).filter((name) => !names.includes(name)),
      [],
    );
  });

  it('gives every setting a default and a scope', () => {
    for (const [name, setting] of Object.entries(configuration.properties)) {
      assert.ok('default' in setting && /^(?:application|window|resource)$/u.test(setting.scope), name);
      assert.notEqual(words[setting.markdownDescription.slice(1, -1)] ?? '', '', name);
    }
  });

  it('offers exactly the limits that a policy may have, in the settings of users, workspaces and folders', () => {
    const { scope, properties, default: unset } = configuration.properties['humanTranslation.policy'] ?? {};
    assert.deepEqual([scope, unset], ['resource', {}]);
    const limits = {
      perOrder: 1,
      perDay: 1,
      perMonth: 1,
      perLocale: { ja: { perOrder: 1, perMonth: 1 } },
      tiers: ['standard'],
      targetLocales: ['ja'],
      typeAmountAbove: 1,
    };
    const origin = { kind: 'user' } as const;
    assert.deepEqual(parsePolicy(limits, origin), { origin, ...limits });
    assert.deepEqual(Object.keys(properties ?? {}), Object.keys(limits));
    const ofLocale = properties?.['perLocale']?.additionalProperties?.properties ?? {};
    assert.deepEqual(Object.keys(ofLocale), Object.keys(limits.perLocale.ja));
    for (const [name, { minimum }] of [...Object.entries(properties ?? {}), ...Object.entries(ofLocale)])
      assert.equal(minimum, /^per(?:Order|Day|Month)$|Above$/u.test(name) ? 0 : undefined, name);
  });

  it('offers exactly the families of placeholders', () => {
    for (const name of ['add', 'remove'])
      assert.deepEqual(
        configuration.properties[`humanTranslation.placeholders.${name}`]?.items?.enum,
        familyNames,
        name,
      );
    for (const family of familyNames) assert.ok(words['setting.placeholders.add']?.includes(`\`${family}\``), family);
  });

  it('has callbacks turned off by default', () => {
    assert.equal(configuration.properties['humanTranslation.callbacks.enabled']?.default, false);
  });

  it('activates the extension only after startup has finished', () => {
    assert.deepEqual(manifest.activationEvents, ['onStartupFinished']);
  });

  it('names an existing icon', () => {
    assert.ok(existsSync(path.join(root, manifest.icon)));
    assert.ok(manifest.keywords.length <= 5);
  });

  it('offers document commands for all document extensions, and not for folders', () => {
    const explorer =
      menus['explorer/context']?.find(({ command }) => command === 'humanTranslation.orderDocument')?.when ?? '';
    const [, source = '', flags = ''] = /resourceExtname =~ \/(.+)\/(\w*)$/u.exec(explorer) ?? [];
    const pattern = new RegExp(source, flags);
    assert.deepEqual(
      documentExtensions.filter(
        (extension) => !pattern.test(`.${extension}`) || !pattern.test(`.${extension.toUpperCase()}`),
      ),
      [],
    );
    assert.deepEqual(
      ['.json', '.ts', '.png', '.mdc', '.xml.bak', ''].filter((extension) => pattern.test(extension)),
      [],
    );
    assert.match(explorer, /!explorerResourceIsFolder/u);
    const inMenus = Object.values(menus)
      .flat()
      .filter(({ command }) => command?.endsWith('Document') === true && command !== '')
      .map(({ when = '' }) => when)
      .filter((when) => when.includes('resourceExtname'));
    assert.ok(inMenus.length >= 4 && inMenus.every((when) => when.includes(`/${source}/${flags}`)));
  });

  it('offers the actions of a job in the menus of the pages, where their contexts allow them', () => {
    const offered = (menus['webview/context'] ?? []).map(({ command = '', when = '' }) => [
      command.replace('humanTranslation.', ''),
      when,
    ]);
    const row = `webviewId == '${reviewPageType}' && webviewSection == 'row'`;
    const job = `webviewId == '${jobPageType}' && webviewSection == 'job'`;
    assert.deepEqual(offered, [
      ['openJob', row],
      ['approve', `${row} && canApprove`],
      ['revise', `${row} && canRevise`],
      ['reject', `${row} && canReject`],
      ['approve', `${job} && canApprove`],
      ['revise', `${job} && canRevise`],
      ['reject', `${job} && canReject`],
      ['cancel', `${job} && canCancel`],
    ]);
  });

  it('has no clause longer than 200 characters', () => {
    assert.ok(clauses.length > 50);
    assert.deepEqual(
      clauses.filter((clause) => clause.length > 200),
      [],
    );
  });

  it('has no regular expression longer than 100 characters', () => {
    const patterns = clauses.flatMap((clause) =>
      [...clause.matchAll(/=~ (\/.+?\/\w*)(?=[ )]|$)/gu)].map(([, pattern = '']) => pattern),
    );
    assert.ok(patterns.length > 20);
    assert.deepEqual(
      patterns.filter((pattern) => pattern.length > 100),
      [],
    );
  });

  describe('texts for beginners', () => {
    const { viewsWelcome, walkthroughs } = manifest.contributes;
    const [walkthrough, ...others] = walkthroughs;
    const textOf = (key: string): string => words[key.slice(1, -1)] ?? '';
    /** The commands of a text's buttons, each of which is a line, and of all its links. */
    const commandsIn = (text: string) => {
      const links = [...text.matchAll(/\[[^\]]+\]\(command:([\w.]+)(?:\?([^)]*))?\)/gu)];
      const buttons = text.split('\n').filter((line) => /^\[[^\]]+\]\([^)]+\)$/u.test(line));
      return { buttons, links: links.map(([, command = '', args = '']) => ({ command, args })) };
    };

    it('have one button at most, which is their last line, and links to existing commands', () => {
      const texts = [
        ...viewsWelcome.map(({ contents }) => contents),
        ...(walkthrough?.steps ?? []).map((step) => step.description),
      ];
      for (const text of texts.map(textOf)) {
        const { buttons, links } = commandsIn(text);
        assert.ok(buttons.length <= 1, text);
        if (buttons.length === 1) assert.equal(text.split('\n').at(-1), buttons[0]);
        for (const { command, args } of links) {
          if (command.startsWith('humanTranslation.'))
            assert.ok(
              commandIds.some((id) => id === command),
              command,
            );
          const values: unknown = args === '' ? [] : JSON.parse(decodeURIComponent(args));
          if (command === 'workbench.action.openWalkthrough') assert.deepEqual(values, [walkthroughId]);
        }
      }
    });

    it('are one walkthrough of five steps, each with a picture and a button, completed by what has happened', () => {
      assert.deepEqual(others, []);
      assert.equal(`${manifest.publisher}.${manifest.name}#${walkthrough?.id ?? ''}`, walkthroughId);
      assert.deepEqual(
        walkthrough?.steps.map(({ id }) => id),
        ['try', 'order', 'review', 'connect', 'budget'],
      );
      const { sampleOpened, ordered, delivered, connected, budgetSet } = contextKeys;
      const facts: readonly string[] = [sampleOpened, ordered, delivered, connected, budgetSet];
      for (const { id, description, media, completionEvents } of walkthrough.steps) {
        assert.equal(commandsIn(textOf(description)).buttons.length, 1, id);
        const picture = readFileSync(path.join(root, media.svg), 'utf8');
        // VS Code allows neither styles nor scripts in pictures.
        assert.match(picture, /^<svg id="\w+" [^>]*viewBox/u);
        assert.doesNotMatch(picture, /<style|<script|style=|#[0-9a-f]{3}/iu, id);
        for (const event of completionEvents) {
          // An event is not noticed if its context key was set before the walkthrough was opened; the second one is.
          const [, fact = ''] = /^onContext:([\w.]+)(?: && activeEditor == gettingStartedPage)?$/u.exec(event) ?? [];
          assert.ok(facts.includes(fact), event);
        }
        assert.equal(
          completionEvents.filter((event) => event.includes('activeEditor')).length * 2,
          completionEvents.length,
        );
      }
    });
  });

  describe('locale files in menus', () => {
    const commandsOfFiles = ['quoteFile', 'orderFile', 'previewSent'].map((name) => `humanTranslation.${name}`);
    const ofFiles = Object.entries(menus)
      .filter(([menu]) => menu !== 'commandPalette')
      .flatMap(([, items]) => items)
      .filter(({ command = '' }) => commandsOfFiles.includes(command));
    const clausesOfFiles = ofFiles.map(({ when = '' }) => when);
    const [, condition = '', source = ''] =
      /(\(resourcePath in [\w.]+ \|\| ![\w.]+ && resourcePath =~ \/((?:[^/\\]|\\.)+)\/\))/u.exec(
        clausesOfFiles[0] ?? '',
      ) ?? [];
    const hint = new RegExp(source, 'u');
    const isHinted = (name: string): boolean => {
      const posix = hint.test(`/home/me/project/${name}`);
      assert.equal(hint.test(`C:\\me\\project\\${name.replaceAll('/', '\\')}`), posix);
      return posix;
    };

    const localeFileExtensions = [...new Set(formatTable.flatMap(({ extensions }) => extensions))];
    const ofPreviews = 'resourceScheme == human-translation-preview && ';

    it('are the listed files and, until the workspace has been searched, files with usual names', () => {
      assert.equal(
        condition,
        `(resourcePath in ${contextKeys.localeFiles} || !${contextKeys.scanned} && resourcePath =~ /${source}/)`,
      );
    });

    it('are recognized in the same way by every command', () => {
      assert.equal(clausesOfFiles.length, 7);
      const selections =
        menus['humanTranslation.editor']
          ?.filter(({ command = '' }) => /Selection$|\.checkCount$/u.test(command))
          .map(({ when = '' }) => when) ?? [];
      assert.equal(selections.length, 3);
      for (const clause of [...clausesOfFiles, ...selections]) assert.ok(clause.endsWith(condition), clause);
      // No other clause refers to the path, except for those of previews.
      const others = clauses.filter((clause) => !clause.startsWith(ofPreviews));
      assert.equal(others.filter((clause) => clause.includes('resourcePath')).length, 16);
    });

    it('can hold all locales if a layout without a locale allows it', () => {
      const { items } = configuration.properties['humanTranslation.layouts'] ?? {};
      const pattern = new RegExp(items?.pattern ?? '', 'u');
      assert.deepEqual(
        localeFileExtensions.filter((extension) => pattern.test(`words/all.${extension}`)),
        localeFileExtensions.filter((extension) => allLocalesFile.test(`words/all.${extension}`)),
      );
    });

    it('have no commands in Git editors, where commands cannot read them', () => {
      const inEditors = [...(menus['editor/title'] ?? []), ...(menus['humanTranslation.editor'] ?? [])];
      for (const { when = '' } of inEditors)
        assert.ok(when.startsWith(ofPreviews) || when.includes('resourceScheme != git'), when);
    });

    it('are recognized only by usual extensions until the workspace has been searched', () => {
      const isKnown = (extension: string): boolean => isHinted(`locales/en.${extension}`);
      const inMenus = formatTable.flatMap(({ inMenus: usual = [] }) => usual);
      assert.deepEqual(localeFileExtensions.filter(isKnown).sort(), [...inMenus].sort());
      // Few code files and documents are locale files, even in folders with usual names.
      assert.deepEqual(codeAndDocumentExtensions.filter(isKnown), []);
      assert.deepEqual(['png', 'txt', 'jsonl', 'css', ''].filter(isKnown), []);
    });

    it('are recognized by usual folders until the workspace has been searched', () => {
      const usual = [
        'locales/en.json',
        'src/i18n/de.json',
        'lang/en/shop.json',
        'languages/plugin-fr_FR.po',
        'locale/fr/LC_MESSAGES/django.po',
        '_locales/en/messages.json',
        'config/locales/en.yml',
        'config/locales/views/fr/cart.yaml',
        'res/values/strings.xml',
        'res/values-pt-rBR/strings.xml',
        'l10n/bundle.l10n.json',
      ];
      assert.deepEqual(
        usual.filter((name) => !isHinted(name)),
        [],
      );
      const others = [
        'package.json',
        'tsconfig.json',
        'src/app.json',
        'pom.xml',
        '.github/workflows/ci.yml',
        'docker-compose.yml',
        'locales/logo.png',
        'locales',
      ];
      assert.deepEqual(
        others.filter((name) => isHinted(name)),
        [],
      );
    });

    for (const name of localeFiles) {
      it(`include ${name}`, () => {
        assert.ok(detectLayout(name, []) !== undefined);
      });
    }
    for (const name of ordinaryFiles) {
      it(`do not include ${name}`, () => {
        assert.equal(detectLayout(name, []), undefined);
      });
    }
  });
});

/** Returns every `when` and `enablement` below a part of the manifest. */
function clausesIn(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' && (name === 'when' || name === 'enablement') ? [value] : clausesIn(value),
  );
}

const expectedTitles = {
  quoteSelection: 'Quote Selection',
  orderSelection: 'Order Selection',
  quoteFile: 'Quote Locale File',
  orderFile: 'Order Locale File',
  quoteDocument: 'Quote Document',
  orderDocument: 'Order Document',
  quoteProject: 'Quote Project',
  orderProject: 'Order Project',
  orderBranch: 'Order Branch Changes…',
  previewProject: 'Preview Project',
  quoteFolder: 'Quote Folder',
  orderFolder: 'Order Folder',
  previewFolder: 'Preview Folder',
  orderRest: 'Order the Rest',
  previewSent: 'Preview What Translators See',
  checkCount: 'Check the Count with the Service',
  approve: 'Approve',
  revise: 'Request Revision',
  reject: 'Reject',
  cancel: 'Cancel Job',
  orderAgain: 'Allow Reordering',
  archive: 'Archive Job',
  openJob: 'Open Job',
  openSample: 'Open Sample Project…',
  refresh: 'Refresh Jobs',
  undoDelivery: 'Undo Delivery',
  exportJournal: 'Export Journal',
  connect: 'Connect to a Service',
  useSandbox: 'Use the Sandbox',
  disconnect: 'Disconnect',
};
