import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { FormatError, type LocaleFormat } from '../../../../src/formats/format.ts';
import { json } from '../../../../src/formats/json/json.ts';
import { json5 } from '../../../../src/formats/json5/json5.ts';
import { javascript, typescript } from '../../../../src/formats/module/module.ts';
import { jsonLocales } from '../../../../src/formats/multilingual/jsonLocales.ts';
import { yamlLocales } from '../../../../src/formats/multilingual/yamlLocales.ts';
import { php } from '../../../../src/formats/php/php.ts';
import { toml } from '../../../../src/formats/toml/toml.ts';
import { vue } from '../../../../src/formats/vue/vue.ts';
import { yaml, yaml11 } from '../../../../src/formats/yaml/yaml.ts';

/** A source with two elements that are known by `name`, and a target that has only the first. */
interface Files {
  readonly format: LocaleFormat;
  readonly source: string;
  readonly target: string;
}

/** The lines of an element in a syntax. */
type Element = (name: string, title: string) => string;

/** Returns files of a syntax, from its text before and after the list. */
function filesOf(format: LocaleFormat, element: Element, around: (list: string, locale: string) => string): Files {
  const home = (title: string): string => element('home', title);
  return {
    format,
    source: around(home('Home') + element('about-us', 'About us'), 'en'),
    target: around(home('Start'), 'de'),
  };
}

/** Returns one file that holds both. */
function inOneFile(format: LocaleFormat, element: Element, around: (english: string, german: string) => string): Files {
  const english = element('home', 'Home') + element('about-us', 'About us');
  const text = around(english, element('home', 'Start'));
  return { format, source: text, target: text };
}

const jsonElement: Element = (name, title) => `{ "name": "${name}", "title": "${title}" },\n`;
/** JSON without the comma after the last element. */
const jsonList = (elements: string): string => `[\n${elements.replace(/,\n$/, '\n')}]`;
const codeElement: Element = (name, title) => `    { name: '${name}', title: '${title}' },\n`;
const phpElement: Element = (name, title) => `    ['name' => '${name}', 'title' => '${title}'],\n`;
const tomlElement: Element = (name, title) => `[[nav]]\nname = "${name}"\ntitle = "${title}"\n`;
const yamlElement =
  (indent: string): Element =>
  (name, title) =>
    `${indent}- name: ${name}\n${indent}  title: ${title}\n`;

const files: Readonly<Record<string, Files>> = {
  json: filesOf(json, jsonElement, (list) => `{ "nav": ${jsonList(list)} }\n`),
  'json5, in a list': filesOf(json5, jsonElement, (list) => `{ "nav": ${jsonList(list)}, }\n`),
  'json, with all locales': inOneFile(
    jsonLocales,
    jsonElement,
    (english, german) => `{ "en": { "nav": ${jsonList(english)} }, "de": { "nav": ${jsonList(german)} } }\n`,
  ),
  yaml: filesOf(yaml, yamlElement('  '), (list) => `nav:\n${list}`),
  'yaml, under its locale': filesOf(yaml11, yamlElement('    '), (list, locale) => `${locale}:\n  nav:\n${list}`),
  'yaml, with all locales': inOneFile(
    yamlLocales,
    yamlElement('    '),
    (english, german) => `en:\n  ok: OK\n  nav:\n${english}de:\n  ok: OK\n  nav:\n${german}`,
  ),
  toml: filesOf(toml, tomlElement, (list) => list),
  php: filesOf(php, phpElement, (list) => `<?php\nreturn [\n  'nav' => [\n${list}  ],\n];\n`),
  'php, as an assignment': filesOf(php, phpElement, (list) => `<?php\n$lang['nav'] = [\n${list}];\n`),
  'php, with all locales': inOneFile(
    php,
    phpElement,
    (english, german) => `<?php\nreturn [\n'en' => ['nav' => [\n${english}]],\n'de' => ['nav' => [\n${german}]],\n];\n`,
  ),
  javascript: filesOf(javascript, codeElement, (list) => `module.exports = {\n  nav: [\n${list}  ],\n};\n`),
  'typescript, in a constant': filesOf(
    typescript,
    codeElement,
    (list, locale) => `export const ${locale} = {\n  nav: [\n${list}  ],\n} as const;\n`,
  ),
  'typescript, under its locale': filesOf(
    typescript,
    codeElement,
    (list, locale) => `export default { ${locale}: {\n  nav: [\n${list}  ],\n} };\n`,
  ),
  'javascript, with all locales': inOneFile(
    javascript,
    codeElement,
    (english, german) => `export default {\nen: { nav: [\n${english}] },\nde: { nav: [\n${german}] },\n};\n`,
  ),
  'a component': inOneFile(
    vue,
    jsonElement,
    (english, german) =>
      `<template/>\n<i18n>\n{ "en": { "nav": ${jsonList(english)} }, "de": { "nav": ${jsonList(german)} } }\n</i18n>\n`,
  ),
  'a component with a block for each locale': inOneFile(
    vue,
    jsonElement,
    (english, german) =>
      `<i18n locale="en">\n{ "nav": ${jsonList(english)} }\n</i18n>\n` +
      `<i18n locale="de">\n{ "nav": ${jsonList(german)} }\n</i18n>\n`,
  ),
};

function textsOf({ format, source }: Files, target: string): Readonly<Record<string, string>> {
  // A list alone doesn't show that the keys of YAML name locales.
  const texts = format.read(target, 'de', source).filter(({ id, text }) => text !== '' && id !== 'ok');
  return Object.fromEntries(texts.map(({ id, text }) => [id, text]));
}

function write({ format, source }: Files, target: string, texts: Readonly<Record<string, string>>): string {
  const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'de' };
  return applyEdits(target, format.write(target, new Map(Object.entries(texts)), context));
}

describe('the lists of a target', () => {
  for (const [name, syntax] of Object.entries(files)) {
    it(`are known by what the source’s are: ${name}`, () => {
      const { target } = syntax;
      assert.deepEqual(textsOf(syntax, target), { 'nav.home.title': 'Start' });
      const completed = write(syntax, target, { 'nav.about-us.title': 'Über uns' });
      assert.deepEqual(textsOf(syntax, completed), { 'nav.home.title': 'Start', 'nav.about-us.title': 'Über uns' });
      assert.match(completed, /about-us[^]*Über uns/);
      assert.deepEqual(textsOf(syntax, write(syntax, target, { 'nav.home.title': 'Haus' })), {
        'nav.home.title': 'Haus',
      });
    });
  }

  for (const name of ['json', 'yaml', 'toml'])
    it(`may be created in part: ${name}`, () => {
      const syntax = files[name];
      assert.ok(syntax !== undefined);
      assert.deepEqual(textsOf(syntax, write(syntax, '', { 'nav.home.title': 'Start' })), {
        'nav.home.title': 'Start',
      });
    });

  it('are known by their positions if the source’s are, also if their texts look like identifiers', () => {
    const source = '[{ "name": "Save as" }, { "name": "Undo" }]';
    const syntax = { format: json, source, target: '' };
    const target = '[{ "name": "speichern-unter" }]';
    assert.deepEqual(textsOf(syntax, target), { '0.name': 'speichern-unter' });
    assert.equal(
      write(syntax, target, { '1.name': 'zurück' }),
      '[{ "name": "speichern-unter" }, { "name": "zurück" }]',
    );
  });

  it('keep an empty identifier of the source as a text, so that it can be filled', () => {
    const source = '{ "values": [{ "id": "", "label": "None" }, { "id": "a", "label": "A" }] }';
    const syntax = { format: json, source, target: source };
    assert.deepEqual(textsOf(syntax, write(syntax, source, { 'values.0.id': 'x' })), {
      'values.0.id': 'x',
      'values.0.label': 'None',
      'values.1.id': 'a',
      'values.1.label': 'A',
    });
  });

  it('are refused if their elements stand elsewhere and only the target shows identifiers', () => {
    const source = '{ "nav": [{ "name": "home", "title": "Home" }] }';
    const target = '{ "nav": [{ "name": "about-us", "title": "Über" }, { "name": "home", "title": "Start" }] }';
    const syntax = { format: json, source, target };
    assert.throws(() => write(syntax, target, { 'nav.0.title': 'Haus' }), FormatError);
  });

  it('are refused if their identifiers were translated', () => {
    for (const { format, source, target } of Object.values(files)) {
      if (source === target) continue;
      const translated = target.replace('home', 'Startseite');
      assert.throws(() => write({ format, source, target }, translated, { 'nav.home.title': 'Haus' }), FormatError);
    }
  });

  it('are known by what those of the nested list with the same keys are', () => {
    const group = (key: string, items: string): string => `{ "key": "${key}", "items": [${items}] }`;
    const item = (name: string, title: string): string => `{ "name": "${name}", "title": "${title}" }`;
    const source = `[${group('main.nav', `${item('home', 'Home')}, ${item('about-us', 'About')}`)}, ${group('side.nav', item('x', 'X'))}]`;
    const target = `[${group('side.nav', item('x', 'Y'))}, ${group('main.nav', item('home', 'Start'))}]`;
    const syntax = { format: json, source, target };
    assert.deepEqual(textsOf(syntax, target), {
      'side\\.nav.items.0.name': 'x',
      'side\\.nav.items.0.title': 'Y',
      'main\\.nav.items.home.title': 'Start',
    });
  });

  it('decide by themselves if the source cannot be read', () => {
    for (const [format, text, broken] of [
      [json, '[{ "id": "a", "text": "A" }]', '{'],
      [yaml, '- id: a\n  text: A\n', ': ['],
      [toml, '[[x]]\nid = "a"\ntext = "A"\n', '[['],
      [php, "<?php return [['id' => 'a', 'text' => 'A']];", '<?php return ['],
    ] as const)
      assert.equal(format.read(text, 'de', broken)[0]?.text, 'A', format.id);
  });
});
