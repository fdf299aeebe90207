import type { Peer } from '../peer.ts';
import type { Load } from '../install.ts';

interface Processor {
  use(plugin: unknown, options?: unknown): Processor;
  parse(text: string): unknown;
  runSync(tree: unknown): unknown;
  stringify(tree: unknown): string;
}

interface Recast {
  parse(text: string, options: object): unknown;
  print(tree: unknown): { readonly code: string };
}

interface MagicModule {
  readonly $ast: unknown;
}

/** Loads libraries for HTML, Markdown and MDX, and for JavaScript and TypeScript modules. */
export async function documentPeers(load: Load): Promise<readonly Peer[]> {
  return [...(await htmlPeers(load)), ...(await markdownPeers(load)), ...(await modulePeers(load))];
}

async function htmlPeers(load: Load): Promise<readonly Peer[]> {
  const parse5 = (await load('parse5')) as { parse(text: string): unknown; serialize(tree: unknown): string };
  const htmlparser2 = (await load('htmlparser2')) as { parseDocument(text: string): unknown };
  const { default: render } = (await load('dom-serializer')) as { readonly default: (tree: unknown) => string };
  return [
    {
      library: 'parse5',
      formats: ['html'],
      parse: (text) => parse5.parse(text),
      print: (tree) => parse5.serialize(tree),
    },
    {
      library: 'htmlparser2, dom-serializer',
      formats: ['html'],
      parse: (text) => htmlparser2.parseDocument(text),
      print: (tree) => render(tree),
    },
  ];
}

async function markdownPeers(load: Load): Promise<readonly Peer[]> {
  const { remark } = (await load('remark')) as { readonly remark: () => Processor };
  const plugin = async (name: string): Promise<unknown> =>
    ((await load(name)) as { readonly default: unknown }).default;
  const plain = remark()
    .use(await plugin('remark-gfm'))
    .use(await plugin('remark-frontmatter'), ['yaml', 'toml']);
  const mdx = remark()
    .use(await plugin('remark-gfm'))
    .use(await plugin('remark-frontmatter'), ['yaml', 'toml'])
    .use(await plugin('remark-mdx'));
  const peer = (library: string, format: string, processor: Processor): Peer => ({
    library,
    formats: [format],
    parse: (text) => processor.parse(text),
    print: (tree) => processor.stringify(tree),
  });
  return [peer('remark', 'markdown', plain), peer('remark-mdx', 'mdx', mdx)];
}

async function modulePeers(load: Load): Promise<readonly Peer[]> {
  const formats = ['javascript', 'typescript'];
  const babel = (await load('@babel/parser')) as { parse(text: string, options: object): unknown };
  const generator = (await load('@babel/generator')) as {
    generate(tree: unknown, options: object): { readonly code: string };
  };
  const { default: recast } = (await load('recast')) as { readonly default: Recast };
  const magicast = (await load('magicast')) as {
    parseModule(text: string): MagicModule;
    generateCode(module: MagicModule): { readonly code: string };
  };
  // The library's own parsers use features that this version of Babel no longer has.
  const parser = {
    parse: (text: string): unknown =>
      babel.parse(text, { sourceType: 'unambiguous', tokens: true, plugins: ['typescript'] }),
  };
  const magic: Peer<MagicModule> = {
    library: 'magicast',
    formats,
    parse: (text) => magicast.parseModule(text),
    set: (module, from, to) => setLiteral(module.$ast, from, to),
    print: (module) => magicast.generateCode(module).code,
  };
  return [
    {
      library: '@babel/generator',
      formats,
      parse: (text) => babel.parse(text, { sourceType: 'unambiguous', plugins: ['typescript'] }),
      set: setLiteral,
      print: (tree) => `${generator.generate(tree, {}).code}\n`,
    },
    {
      library: 'recast',
      formats,
      parse: (text) => recast.parse(text, { parser }),
      set: setLiteral,
      print: (tree) => recast.print(tree).code,
    },
    magic,
  ];
}

/** Sets a literal's value in a Babel tree, and removes its original spelling, which printers would prefer. */
function setLiteral(tree: unknown, from: string, to: string): boolean {
  const seen = new Set<unknown>();
  const open: unknown[] = [tree];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const literal = node as { type?: string; value?: unknown; extra?: unknown };
    if (literal.type === 'StringLiteral' && literal.value === from) {
      literal.value = to;
      delete literal.extra;
      return true;
    }
    const template =
      literal.type === 'TemplateElement' ? (literal.value as { raw?: string; cooked?: string }) : undefined;
    if (template?.cooked?.includes(from) === true) {
      literal.value = { raw: template.raw?.replace(from, () => to), cooked: template.cooked.replace(from, () => to) };
      return true;
    }
    for (const [key, child] of Object.entries(node))
      if (key !== 'tokens' && key !== 'original' && key !== 'loc') open.push(child);
  }
  return false;
}
