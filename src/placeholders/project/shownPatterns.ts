import type { PlaceholderSyntax } from '../read/placeholder.ts';

/** A family that a program uses although the format and its libraries do not have it; its strings show this. */
export interface ShownFamily {
  /** Ids of the formats; absent for all but documents and formats with only their own syntax. */
  readonly formats?: readonly string[];
  readonly syntax: PlaceholderSyntax;
  /** A text without this part has no evidence: a cheap check before the search. */
  readonly needs: string;
  /** If at least `minStrings` strings of a file match this, it is no coincidence. */
  readonly evidence: RegExp;
  readonly minStrings: number;
  /** Matches the paths of the only files that may have the family; absent for all files. */
  readonly path?: RegExp;
}

/** Formats of any program without a dollar sign in their own syntax. */
const withoutDollars = [
  ...[
    'json',
    'json-locales',
    'json-plurals',
    'json5',
    'javascript',
    'typescript',
    'yaml',
    'yaml-locales',
    'toml',
    'csv',
  ],
  ...['csv-texts', 'vue', 'php', 'properties', 'ini', 'po', 'lang', 'xliff', 'strings', 'android-xml', 'resx', 'qt'],
];
const modulesOfScripts = ['json', 'json-locales', 'json-plurals', 'json5', 'javascript', 'typescript', 'yaml', 'vue'];

/** Formats of games, servers and sites; in PO files, words in brackets are often those of a command's usage. */
const bracketFormats = [...modulesOfScripts, 'php', 'properties', 'lang', 'toml'];

/** `$name`, `$user.name`, `$!name` and `$!{user.name}`: Velocity, Kotlin, Perl, Python's Template, the shell. */
const dollarName: PlaceholderSyntax = {
  pattern:
    '(?<![\\w$\\\\{])\\$!?[A-Za-z_][A-Za-z\\d_]*(?:\\.[A-Za-z_][A-Za-z\\d_]*|->[A-Za-z_]\\w*)*(?![\\w$(\\[])' +
    '|\\$!\\{[\\w.]+\\}',
};
/** `$name|`: in Wesnoth, the bar ends the name. https://wiki.wesnoth.org/VariablesWML */
const dollarNameWithBar: PlaceholderSyntax = { pattern: '(?<![\\w$])\\$[A-Za-z_][\\w.]*\\|' };
/** `$NAME$`, with Paradox's format, `$VALUE|+0$`. */
const dollarPair: PlaceholderSyntax = { pattern: '(?<![\\w$])\\$[A-Za-z][\\w.]*(?:\\|[^\\s$]*)?\\$(?!\\w)' };
/** `$1`, where a program numbers its arguments in this way. */
const dollarNumber: PlaceholderSyntax = { pattern: '(?<![\\w$])\\$[1-9](?![\\d.,]?\\d|\\w)' };
/** `$(ARG1)`, `$(^Name)`; `$\r` and `$INSTDIR` of NSIS. */
const dollarParenthesis: PlaceholderSyntax = {
  pattern: '\\$\\(\\^?[A-Z][A-Za-z\\d_]*\\)|\\$\\\\[rnt]|\\$[A-Z]{4,}(?![\\w$])',
};
/** Kodi's `$LOCALIZE[13]` and `$INFO[Player.Title]`. https://kodi.wiki/view/InfoLabels */
const kodiInfo: PlaceholderSyntax = {
  pattern: '\\$(?:INFO|VAR|LOCALIZE|ADDON|ESCINFO|ESCVAR|PARAM|EXP|NUMBER)\\[[^\\[\\]\\n]*\\]',
};
/** `%%NAME%%` */
const doubledPercents: PlaceholderSyntax = { pattern: '(?<![\\d%])%%[A-Za-z_][\\w.-]*%%(?!%)' };
/** `%PRODUCTNAME` of LibreOffice. */
const percentName: PlaceholderSyntax = { pattern: '(?<![\\w%])%[A-Z][A-Z\\d_]{3,}(?![\\w%])' };
/** `%s1` of the Source engine. https://developer.valvesoftware.com/wiki/VGUI_Localization */
const numberedString: PlaceholderSyntax = { pattern: '(?<![\\d%])%s[1-9](?!\\w)' };
/** `%1!s!` of Windows' FormatMessage. https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-formatmessage */
const formatMessage: PlaceholderSyntax = { pattern: '(?<!\\d)%[1-9]\\d?![^!\\s]+!' };
/** `%0:s` of Object Pascal, where no entry has a flag. */
export const pascalArgument: PlaceholderSyntax = {
  pattern: '%\\d{1,2}:-?\\d{0,4}(?:\\.\\d{1,4})?[dueEfgnmpsxX]',
};
/** `~s`, `~ts`, `~2f` of Erlang, and `~a` of Lisp. */
const tildeArgument: PlaceholderSyntax = { pattern: '(?<![\\w~/.])~[\\d.*,]*(?:t?[spwbcefg]|[aAdDSn])(?![\\w/])' };
/** `###NAME###`, `##ticket.title##` and `#NAME#`: WordPress, TYPO3, GLPI, Bitrix. */
const hashName: PlaceholderSyntax = {
  pattern: '(?<![\\w&#])(?:###[A-Z][A-Z\\d_]*###|##[A-Za-z][\\w.:]*##|#[A-Z][A-Z\\d_]+#)(?![\\w#])',
};
/** `__NAME__` and `__name__`: Dolibarr, and i18next before its version 2. */
const underscoreName: PlaceholderSyntax = {
  pattern: '(?<!\\w)__[A-Za-z][A-Za-z\\d]*(?:_[A-Za-z\\d]+)*__(?!\\w)',
};
/** `*|NAME|*` of Mailchimp. */
const mergeTag: PlaceholderSyntax = { pattern: '\\*\\|[A-Z][A-Z\\d_:]*\\|\\*' };
/** `<<name>>` */
const doubledAngles: PlaceholderSyntax = { pattern: '(?<!<)<<[A-Za-z_][\\w.]*>>(?!>)' };
/** `((name))` of GOV.UK Notify. */
const doubledParentheses: PlaceholderSyntax = { pattern: '(?<!\\()\\(\\([a-z][\\w ]*(?:\\?\\?)?\\)\\)(?!\\))' };
/** `@1` of Luanti. https://docs.luanti.org/for-creators/api/translations/ */
const atNumber: PlaceholderSyntax = { pattern: '(?<![\\w@])@[1-9](?!\\w|\\.\\d)|(?<![\\w@])@n(?!\\w)' };
/** MessageFormat 2: `{$count :number}`, `{#b}`, `{/b}`, `{|quoted|}`. */
const secondMessageFormat: PlaceholderSyntax = {
  pattern: '\\{\\s*(?:\\$[\\w.-]+|\\|[^|{}]*\\||:[\\w:-]+|#[\\w:-]+|/[\\w:-]+)(?:\\s[^{}]*)?\\}',
};
/** `{if $x}` and `{/if}` of Smarty and Latte. */
const braceStatement: PlaceholderSyntax = {
  pattern: '\\{/?(?:if|else|elseif|foreach|foreachelse|for|block|capture|link|url|include|assign)(?:\\s[^{}]*)?\\}',
};
/** `{0,plural,one {1 hour},other {# hours}}`: a plural with commas, which programs with parsers of their own read. */
const commaPlural: PlaceholderSyntax = {
  pattern:
    '\\{\\s*\\w+\\s*,\\s*plural\\s*,\\s*(?:=\\d+|[a-z]+)\\s*\\{|\\},\\s*(?:=\\d+|zero|one|two|few|many|other)\\s*\\{' +
    '|(?<=\\},\\s*(?:=\\d+|zero|one|two|few|many|other)\\s*\\{[^{}]*)\\}\\s*\\}|(?<=(?:=\\d|[a-z])\\s*\\{[^{}]*)#',
};
/** `{[plural(n) one: page, other: pages]}` of html10n, all but the texts. */
const bracedPlural: PlaceholderSyntax = {
  pattern:
    '\\{\\[\\s*plural\\([^()]*\\)\\s*[a-z]+:|(?<=\\{\\[\\s*plural\\([^{}]*),\\s*(?:zero|one|two|few|many|other):' +
    '|(?<=\\{\\[\\s*plural\\([^{}]*)\\s*\\]\\}',
};
/**
 * `{Count}|plural(one=item,other=items)` and `{Gender}|gender(he,she)` of Unreal, all but the texts.
 * https://dev.epicgames.com/documentation/unreal-engine/text-formatting-in-unreal-engine
 */
const unrealArgument: PlaceholderSyntax = {
  pattern:
    '(?<=\\})\\|(?:plural|ordinal)\\([a-z]+=|(?<=\\}\\|(?:plural|ordinal)\\([^()]*),\\s*(?:zero|one|two|few|many|other)=' +
    '|(?<=\\})\\|(?:gender|hpp)\\(|(?<=\\}\\|(?:gender|hpp)\\([^()]*),|(?<=\\}\\|(?:plural|ordinal|gender|hpp)\\([^()]*)\\)',
};
/** The end of any element in Unreal: `<Bold>words</>`. Of HTML, `</>` is a misspelling. */
const anyEndTag: PlaceholderSyntax = { pattern: '</>' };
/** `[MOTOR_ID]` of the blocks of Scratch's extensions, and of other templates with names in capitals. */
const bracketedCapitals: PlaceholderSyntax = { pattern: '\\[[A-Z][A-Z\\d_]+\\](?!\\()' };
/** `[user_name]`, `[userName]` */
const bracketedName: PlaceholderSyntax = {
  pattern: '(?<![\\w\\[\\]\\\\])\\[[a-z]+(?:_[a-z\\d-]+|[A-Z][a-z\\d]*)+\\](?![\\[(:])',
};
/** A word in the usage of a command, `[player]` or `<rank>`. */
const argument = '[\\[<][\\w-]+[\\]>]';
/**
 * `[name]`, `[user-name]`: a word by itself, where a file has many names in brackets. A text of nothing but such words is
 * the usage of a command.
 */
const bracketedWord: PlaceholderSyntax = {
  pattern:
    `(?:(?<!^(?:${argument}\\s*)*)|(?!\\[[\\w-]+\\](?:\\s*${argument})*\\s*$))` +
    '(?<![\\w\\[\\]\\\\])\\[[a-z][\\w-]*\\](?![\\[(:])',
};
/** `[HYPERLINK:https://bisq.network]`, `[ITEM:5]` */
const bracketedValue: PlaceholderSyntax = { pattern: '\\[[A-Z]{3,}:[^\\s\\[\\]]+\\]' };
/** `[p]` before the name of a command, in place of the prefix that a chat's commands have. */
const commandPrefix: PlaceholderSyntax = { pattern: '(?<![\\w\\[\\]])\\[p\\](?=[a-z])' };
/** `<` and `>` around what a game highlights, `<(Shift)>`. */
const highlight: PlaceholderSyntax = {
  pattern: '<(?=\\([^<>()\\n]+\\)>)|(?<=<\\([^<>()\\n]+\\))>',
};
/** `|*.png|`, `|*.jpg;*.jpeg|` in the kinds of files of a Windows dialog. */
const fileFilter: PlaceholderSyntax = {
  pattern: '\\|\\s*\\*\\.[\\w*?-]+(?:\\s*;\\s*\\*\\.[\\w*?-]+)*\\s*(?:\\||$)',
};
/** `[[name]]` of Polymer. */
const doubledBrackets: PlaceholderSyntax = { pattern: '(?<!\\[)\\[\\[[A-Za-z_][\\w.]*\\]\\](?![\\](])' };
/** `[Portal:PortalName]` of DNN. */
const bracketedPair: PlaceholderSyntax = { pattern: '\\[[A-Z][A-Za-z]*:[A-Z][A-Za-z]*\\]' };
/** Markup in square brackets that is closed again: `[link]words[/link]`, `[1]words[/1]`, `[a@url@target]words[/a]`. */
const bracketMarkup: PlaceholderSyntax = {
  pattern:
    '\\[/[A-Za-z\\d][\\w-]*\\]' +
    '|\\[[A-Za-z\\d][\\w-]*(?:[ =@][^\\[\\]\\n]*)?\\](?=(?:[^\\[\\]]|\\[[A-Za-z\\d][^\\[\\]]*\\])*\\[/)' +
    '|\\[(?:br|hr|lb|rb)\\]',
};
/** `[gallery id="3"]` of WordPress, `[icon="a"]` of Pyrogenesis. */
const shortcode: PlaceholderSyntax = {
  pattern: '(?<!\\[)\\[[a-z][\\w-]*(?:\\s*[a-z_-]*=(?:"[^"\\]]*"|\'[^\'\\]]*\'))+\\s*/?\\]',
};
/** `[name]`, `[name!t]` of Ren'Py. https://www.renpy.org/doc/html/text.html */
const renpyValue: PlaceholderSyntax = {
  pattern: '(?<!\\[)\\[[A-Za-z_][\\w.]*(?:\\[[^\\[\\]]*\\])?(?:![a-z]+)?\\](?!\\()',
};
/** `\V[1]`, `\C[3]`, `\.` of RPG Maker. */
const rpgMakerCode: PlaceholderSyntax = { pattern: '\\\\[A-Za-z]+\\[[^\\[\\]\\n]*\\]|\\\\[.|!><^$G](?!\\w)' };
/** `|cffff0000`, `|r`, `|T…|t` of World of Warcraft. */
const warcraftCode: PlaceholderSyntax = { pattern: '\\|c[\\da-fA-F]{8}|\\|r|\\|n|\\|T[^|]*\\|t|\\|H[^|]*\\|h|\\|h' };
/** `§Y`, `§!`, `[Root.GetName]` and `£gold£` of Paradox' games. */
const paradoxCode: PlaceholderSyntax = { pattern: "§[A-Za-z\\d!]|\\[[A-Za-z][\\w.:]*[.|][\\w.|:']+\\]|£\\w+£" };
/** Colors of Minecraft's texts. */
const colorLetter = /§[a-fk-orA-FK-OR](?=\S)/u;
/** `[c/ff0000:words]` and `[i:29]` of Terraria. */
const terrariaCode: PlaceholderSyntax = {
  pattern: '\\[c/[\\da-fA-F]{6}:|(?<=\\[c/[\\da-fA-F]{6}:[^\\[\\]]*)\\]|\\[[in](?:/\\w+)?:\\w+\\]',
};
/** `[accent]`, `[#ff0000]` and `[]` of libGDX. https://libgdx.com/wiki/graphics/2d/fonts/color-markup-language */
const gdxColor: PlaceholderSyntax = { pattern: '\\[(?:[a-z]+|#[\\da-fA-F]{3,8})?\\](?!\\()' };
/** `#$b#`, `$h`, `@` of Stardew Valley's dialogues. https://stardewvalleywiki.com/Modding:Dialogue */
const stardewCode: PlaceholderSyntax = {
  pattern: '#\\$[a-z]\\d*#?|\\$(?:[a-z]|\\d{1,2})(?!\\w)|(?<![\\w@.])@(?![\\w@])',
};
/** `B<bold>`, `I<italic>` and `E<lt>`, as po4a writes manuals' markup, without the words. */
const manualMarkup: PlaceholderSyntax = {
  pattern: '(?<![A-Za-z])[BCFILS]<(?=[^<>]|[A-Z]<)|[EZ]<\\w*>|(?<=[BCFILS]<(?:[^<>]|[A-Z]<[^<>]*>)*)>',
};
/** `[_1]` and `[quant,_1,file,files]` of Locale::Maketext, and `%quant(%1,file,files)`, all but the texts. */
const maketextArgument: PlaceholderSyntax = {
  pattern:
    '\\[_\\d+\\]|\\[(?:quant|numerate|numf|\\*|#),_\\d+(?:,|\\])|(?<=\\[(?:quant|numerate|\\*),[^\\[\\]]*)[,\\]]' +
    '|%quant\\(%\\d+,|(?<=%quant\\([^()]*)[,)]',
};
/** `#1` of Mozilla's plurals, `#1 tab;#1 tabs`. */
const hashNumber: PlaceholderSyntax = { pattern: '(?<![\\w&#])#[1-9](?!\\w)' };

const any = { minStrings: 1 };
const twice = { minStrings: 2 };
const often = { minStrings: 3 };

/** Placeholders that only a program's own code reads, and markup that it draws, by what nothing else looks like. */
export const shownPatterns: readonly ShownFamily[] = [
  {
    ...twice,
    formats: withoutDollars,
    syntax: dollarName,
    needs: '$',
    evidence: /(?<![\w$\\{]|\{\s)\$[a-z_][A-Za-z\d_]+(?![\w$([])|\$!\{[\w.]+\}/u,
  },
  { ...any, formats: ['po'], syntax: dollarNameWithBar, needs: '|', evidence: /(?<![\w$])\$[a-z_][\w.]*\|/u },
  {
    ...any,
    formats: withoutDollars,
    syntax: dollarPair,
    needs: '$',
    evidence: /(?<![\w$])\$[A-Z][A-Z\d_]+(?:\|[^\s$]+)?\$(?![\w$])/u,
  },
  {
    ...twice,
    formats: withoutDollars,
    syntax: dollarNumber,
    needs: '$2',
    evidence: /(?<![\w$])\$1(?![\d.,]?\d|\w)[^]*(?<![\w$])\$2(?![\d.,]?\d|\w)/u,
  },
  { ...any, syntax: dollarParenthesis, needs: '$', evidence: /\$\(\^?[A-Z][A-Za-z\d_]*\)|\$\\[rn]/u },
  { ...any, syntax: kodiInfo, needs: '$', evidence: /\$(?:INFO|VAR|LOCALIZE|ADDON|ESCINFO|NUMBER)\[/u },
  { ...any, syntax: doubledPercents, needs: '%%', evidence: /(?<![\d%])%%[A-Za-z_][\w.-]+%%(?!%)/u },
  { ...any, syntax: percentName, needs: '%', evidence: /(?<![\w%])%[A-Z][A-Z_]{3,}(?![\w%])/u },
  { ...twice, syntax: numberedString, needs: '%s', evidence: /(?<![\d%])%s[1-9](?!\w)/u },
  { ...any, syntax: formatMessage, needs: '!', evidence: /(?<!\d)%[1-9]\d?![-#+ 0\d.]*[A-Za-z]+!/u },
  {
    ...any,
    formats: ['po'],
    syntax: pascalArgument,
    needs: '%',
    evidence: /%\d{1,2}:-?\d*(?:\.\d+)?[dsnfegmxu](?!\w)/u,
  },
  {
    ...twice,
    formats: ['po'],
    syntax: tildeArgument,
    needs: '~',
    evidence: /(?<![\w~/.])~(?:t?[spwb]|[aA])(?![\w/])/u,
  },
  {
    ...any,
    syntax: hashName,
    needs: '##',
    evidence: /(?<![\w&#])(?:###[A-Z][A-Z\d_]*###|##[A-Za-z][\w.:]*##)(?![\w#])/u,
  },
  { ...twice, syntax: hashName, needs: '#', evidence: /(?<![\w&#])#[A-Z][A-Z\d_]+#(?![\w#])/u },
  { ...any, syntax: underscoreName, needs: '__', evidence: /(?<!\w)__[A-Z][A-Z\d]*(?:_[A-Z\d]+)*__(?!\w)/u },
  {
    ...often,
    formats: modulesOfScripts,
    syntax: underscoreName,
    needs: '__',
    evidence: /(?<!\w)__[a-z][A-Za-z\d]*(?:_[A-Za-z\d]+)*__(?!\w)/u,
  },
  // Two names in one text, or one with a capital, which no `__init__` of Python has.
  {
    ...any,
    formats: modulesOfScripts,
    syntax: underscoreName,
    needs: '__',
    evidence: /(?<!\w)__[a-z]\w*[A-Z]\w*__(?!\w)|(?<!\w)__[a-z]\w*__(?!\w)[^]*(?<!\w)__[a-z]\w*__(?!\w)/u,
  },
  { ...any, syntax: mergeTag, needs: '*|', evidence: /\*\|[A-Z][A-Z\d_:]*\|\*/u },
  { ...twice, syntax: doubledAngles, needs: '<<', evidence: /(?<!<)<<[A-Za-z_]\w*>>(?!>)/u },
  { ...twice, syntax: doubledParentheses, needs: '((', evidence: /(?<!\()\(\([a-z][\w ]*(?:\?\?)?\)\)(?!\))/u },
  { ...twice, formats: ['po', 'json'], syntax: atNumber, needs: '@1', evidence: /(?<![\w@])@1(?!\w|\.\d)/u },
  {
    ...any,
    syntax: secondMessageFormat,
    needs: '{',
    evidence: /\{\s*\$[\w-]+\s+:[a-z]|\{#[a-z][\w-]*(?:\s[^{}]*)?\}[^]*\{\/[a-z][\w-]*\}/u,
  },
  { ...any, syntax: braceStatement, needs: '{/', evidence: /\{\/(?:if|foreach|for|block|capture)\}/u },
  {
    ...any,
    syntax: commaPlural,
    needs: 'plural',
    evidence: /\{\s*\w+\s*,\s*plural\s*,\s*(?:=\d+|[a-z]+)\s*\{[^{}]*\},\s*(?:=\d+|[a-z]+)\s*\{/u,
  },
  { ...any, syntax: bracedPlural, needs: '{[', evidence: /\{\[\s*plural\(/u },
  { ...any, syntax: unrealArgument, needs: '}|', evidence: /\}\|(?:plural|ordinal|gender|hpp)\(/u },
  { ...any, syntax: anyEndTag, needs: '</>', evidence: /<[A-Z][\w.]+>[^<>]*<\/>/u },
  { ...twice, syntax: bracketedCapitals, needs: '[', evidence: /\[[A-Z][A-Z\d]*_[A-Z\d_]+\]/u },
  {
    ...twice,
    syntax: bracketedCapitals,
    needs: '[',
    evidence: /\[(?:(?:SITE|USER|FIRST|LAST|FULL|SHOP|FILE)?NAME|E?MAIL|URL|LINK|DATE|TITLE|AMOUNT|COUNT|NUMBER)\]/u,
  },
  {
    ...twice,
    syntax: bracketedName,
    needs: '[',
    evidence: /(?<![\w[\]\\])\[[a-z]+(?:_[a-z\d-]+|[A-Z][a-z\d]*)+\](?![[(:])/u,
  },
  {
    minStrings: 5,
    formats: bracketFormats,
    syntax: bracketedWord,
    needs: '[',
    evidence: /(?<![\w[\]\\])\[[a-z]+(?:_[a-z\d-]+|[A-Z][a-z\d]*)+\](?![[(:])/u,
  },
  {
    minStrings: 10,
    formats: bracketFormats,
    syntax: bracketedWord,
    needs: '[',
    evidence: /(?<![\w[\]\\])\[[a-z]{3,}\](?![[(:])/u,
  },
  { ...any, syntax: bracketedValue, needs: '[', evidence: /\[[A-Z]{3,}:[^\s[\]]+\]/u },
  { ...twice, syntax: commandPrefix, needs: '[p]', evidence: /(?<![\w[\]])\[p\](?=[a-z])/u },
  { ...any, syntax: highlight, needs: '<(', evidence: /<\([^<>()\n]+\)>/u },
  { ...any, syntax: fileFilter, needs: '|*.', evidence: /[^|]\|\*\.[\w*?-]+(?:;\*\.[\w*?-]+)*(?:\||$)/u },
  {
    ...any,
    formats: modulesOfScripts,
    syntax: 'vue-link',
    needs: '@:',
    evidence: /^@:[A-Za-z][\w-]*(?:\.[\w-]+)+$/u,
  },
  { ...twice, syntax: doubledBrackets, needs: '[[', evidence: /(?<!\[)\[\[[a-z_][\w.]*\]\](?![\](])/u },
  { ...twice, formats: ['resx'], syntax: bracketedPair, needs: '[', evidence: /\[[A-Z][A-Za-z]*:[A-Z][A-Za-z]*\]/u },
  {
    ...any,
    syntax: bracketMarkup,
    needs: '[/',
    evidence: /\[([A-Za-z\d][\w-]*)(?:[ =@][^[\]]*)?\][^]*?\[\/\1\]/u,
  },
  { ...any, syntax: shortcode, needs: '="', evidence: /(?<!\[)\[[a-z][\w-]*(?:(?:\s+[a-z_-]+)?="[^"\]]*")+\s*\/?\]/u },
  {
    ...any,
    formats: modulesOfScripts,
    syntax: renpyValue,
    needs: '[',
    evidence:
      /\[[A-Za-z_][\w.]*![a-z]+\]|^(?=[^]*\{\/(?:b|i|u|s|color|size|k|alpha|font|cps)\})[^]*(?<!\[)\[[a-z_][\w.]*\](?!\()/u,
  },
  { ...any, syntax: rpgMakerCode, needs: '\\', evidence: /\\[VNCIPvncip]\[\d+\]/u },
  { ...any, syntax: warcraftCode, needs: '|c', evidence: /\|c[\da-fA-F]{8}/u },
  { ...any, syntax: paradoxCode, needs: '§', evidence: /§!/u },
  { ...any, syntax: paradoxCode, needs: '.Get', evidence: /\[[A-Z]\w*\.Get\w+/u },
  { ...any, syntax: 'color-code', needs: '§', evidence: colorLetter },
  { ...any, syntax: terrariaCode, needs: '[c/', evidence: /\[c\/[\da-fA-F]{6}:/u },
  {
    ...twice,
    syntax: gdxColor,
    needs: '[]',
    evidence:
      /\[(?:accent|scarlet|(?:light|dark)?gr[ae]y|red|green|blue|yellow|orange|gold|white|#[\da-fA-F]{3,8})\][^]*\[\]/u,
  },
  { ...any, formats: ['json'], syntax: stardewCode, needs: '#$', evidence: /#\$[a-z]#/u },
  { ...often, formats: ['po'], syntax: manualMarkup, needs: '<', evidence: /(?<![A-Za-z])[BI]<[^<>]+>/u },
  { ...any, syntax: maketextArgument, needs: ',', evidence: /(?<!~)\[(?:quant|numf|numerate),_\d|%quant\(%\d/u },
  { ...any, syntax: maketextArgument, needs: '[_', evidence: /(?<!~)\[_\d\]/u },
  { ...any, formats: ['properties'], syntax: hashNumber, needs: '#', evidence: /#[1-9](?!\w)[^;]*;[^;]*#[1-9](?!\w)/u },
];
