// Measures one format and prints the result as JSON: node --expose-gc test/bench/oneFormat.ts ID
// With --cpu-prof before the file, Node.js also writes a CPU profile.
import { present } from '../../src/base/present.ts';
import { applyEdits, formatById } from '../../src/formats/formats.ts';
import type { LocaleFormat, Unit, WriteContext } from '../../src/formats/format.ts';
import { splitPlural } from '../../src/formats/kit/unitId.ts';
import { allPeers } from '../peers/allPeers.ts';
import { installedPeers } from '../peers/install.ts';
import type { Peer } from '../peers/peer.ts';
import { bareParsers } from './bareParsers.ts';
import { bigFile } from './bigFiles.ts';
import { measure, timeOf, type Contender } from './measure.ts';

/** Times in milliseconds; NaN if they do not apply to the format. */
export interface FormatTimes {
  readonly id: string;
  readonly units: number;
  /** UTF-16 units. */
  readonly size: number;
  readonly edits: number;
  readonly inserted: number;
  readonly bareName: string;
  readonly bareKind: 'tree' | 'pass';
  readonly peerReader: string | undefined;
  readonly peerWriter: string | undefined;
  /** Libraries for this format that cannot read or write the file, each with its error message. */
  readonly failedPeers: readonly string[];
  readonly times: Readonly<
    Record<'bare' | 'read' | 'writeOne' | 'writeMany' | 'insertMany' | 'createMany' | 'peerRead' | 'peerWrite', number>
  >;
}

const fileUnits = 20_000;
const sampleUnits = 1000;

const id = process.argv[2] ?? '';
const format = await formatById(id);
const bare = bareParsers[id];
if (format === undefined || bare === undefined)
  throw new Error(`There is no format “${id}”, or no bare parser for it.`);
console.log(JSON.stringify(await measureFormat(format)));

async function measureFormat(measured: LocaleFormat): Promise<FormatTimes> {
  const read: LocaleFormat['read'] = (text, locale) => measured.read(text, locale);
  const write: LocaleFormat['write'] = (text, translations, wanted) => measured.write(text, translations, wanted);

  const everything = bigFile(id, { units: fileUnits, locale: 'de', isTranslated: () => true });
  const locales = measured.locales?.(everything);
  const isShared =
    locales !== undefined && (locales.source !== undefined || locales.targets.length > 0 || locales.all === true);
  const sourceText = isShared ? everything : bigFile(id, { units: fileUnits, locale: 'en', isTranslated: () => true });
  const context: WriteContext = { sourceText, sourceLocale: 'en', targetLocale: 'de' };
  const units = read(everything, 'de').filter(({ translatable }) => translatable !== false);
  // The forms of a plural are written together.
  const texts = [...Map.groupBy(units, (unit) => splitPlural(unit.id)?.base ?? unit.id).values()];
  const changed = (chosen: readonly (readonly Unit[])[]): ReadonlyMap<string, string> =>
    new Map(chosen.flat().map((unit) => [unit.id, `${unit.text} neu`]));
  const [one, many] = [changed(texts.slice(0, 1)), changed(texts.filter((_, index) => index % 2 === 1))];
  const half = isShared ? halfTranslated() : halfCreated();
  const isCreated = locales?.all !== true;

  const parse = await bare!.load();
  const peers = await fastestPeers(everything);
  const insertMany: Contender = () =>
    applyEdits(
      half.text,
      write(half.text, half.missing, { ...context, sourceText: isShared ? half.text : sourceText }),
    );
  const contenders: Record<string, Contender> = {
    bare: () => parse(everything),
    read: () => read(everything, 'de'),
    writeOne: () => applyEdits(everything, write(everything, one, context)),
    writeMany: () => applyEdits(everything, write(everything, many, context)),
    ...present({ insertMany: half.missing.size === 0 ? undefined : insertMany }),
    ...present({
      createMany: isCreated ? () => applyEdits('', write('', many, context)) : undefined,
      peerRead: peers.reader === undefined ? undefined : () => peers.reader?.parse(everything),
      peerWrite:
        peers.writer === undefined
          ? undefined
          : async () => peers.writer?.print(await peers.writer.parse(everything), everything),
    }),
  };
  const times = await measure(contenders);
  return {
    id,
    units: units.length,
    size: everything.length,
    edits: many.size,
    inserted: half.missing.size,
    bareName: bare!.name,
    bareKind: bare!.kind,
    peerReader: peers.reader?.library,
    peerWriter: peers.writer?.library,
    failedPeers: peers.failed,
    times: {
      bare: NaN,
      read: NaN,
      writeOne: NaN,
      writeMany: NaN,
      insertMany: NaN,
      createMany: NaN,
      peerRead: NaN,
      peerWrite: NaN,
      ...times,
    },
  };

  /** Returns a file with every other entry translated, and the missing translations. */
  function halfTranslated(): { readonly text: string; readonly missing: ReadonlyMap<string, string> } {
    const text = bigFile(id, { units: fileUnits, locale: 'de', isTranslated: (index) => index % 2 === 0 });
    const empty = new Set(
      read(text, 'de')
        .filter((unit) => unit.text === '' || unit.start === unit.end)
        .map((unit) => unit.id),
    );
    return { text, missing: new Map(units.filter((unit) => empty.has(unit.id)).map((unit) => [unit.id, unit.text])) };
  }

  /** Returns a file that was created with half of the units, and the other units. Documents always have all of them. */
  function halfCreated(): { readonly text: string; readonly missing: ReadonlyMap<string, string> } {
    const text = applyEdits(
      '',
      write(
        '',
        new Map(units.filter(({ id: unitId }) => !many.has(unitId)).map((unit) => [unit.id, unit.text])),
        context,
      ),
    );
    const created = new Set(read(text, 'de').map((unit) => unit.id));
    return { text, missing: new Map([...many].filter(([unitId]) => !created.has(unitId))) };
  }
}

interface Peers {
  readonly reader: Peer | undefined;
  readonly writer: Peer | undefined;
  readonly failed: readonly string[];
}

/** Returns the fastest libraries for reading and for writing a small file that can also process the large one. */
async function fastestPeers(everything: string): Promise<Peers> {
  const load = await installedPeers();
  if (load === undefined) return { reader: undefined, writer: undefined, failed: [] };
  const sample = bigFile(id, { units: sampleUnits, locale: 'de', isTranslated: () => true });
  const failed: string[] = [];
  const ranked: { readonly peer: Peer; readonly reading: number; readonly writing: number }[] = [];
  const print = async (peer: Peer, text: string): Promise<unknown> => peer.print(await peer.parse(text), text);
  const isAble = async (peer: Peer, run: () => Promise<unknown>): Promise<boolean> => {
    try {
      await run();
      return true;
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 100) : String(error);
      failed.push(`${peer.library}: ${reason}`);
      return false;
    }
  };
  for (const peer of (await allPeers(load)).filter(({ formats }) => formats.includes(id))) {
    await isAble(peer, async () =>
      ranked.push({
        peer,
        reading: await least(() => peer.parse(sample)),
        writing: await least(() => print(peer, sample)),
      }),
    );
  }
  const firstAble = async (
    peers: readonly Peer[],
    run: (peer: Peer) => Promise<unknown>,
  ): Promise<Peer | undefined> => {
    for (const peer of peers) if (await isAble(peer, () => run(peer))) return peer;
    return undefined;
  };
  // This library parses the file only when it writes a text, and again for each text.
  const whole = ranked.filter(({ peer }) => peer.library !== 'jsonc-parser modify');
  const [readers, writers] = [
    whole.toSorted((a, b) => a.reading - b.reading),
    whole.toSorted((a, b) => a.writing - b.writing),
  ];
  const reader = await firstAble(
    readers.map(({ peer }) => peer),
    (peer) => Promise.resolve(peer.parse(everything)),
  );
  const writer = await firstAble(
    writers.map(({ peer }) => peer),
    (peer) => print(peer, everything),
  );
  return { reader, writer, failed };
}

async function least(run: Contender): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) times.push(await timeOf(run));
  return Math.min(...times);
}
