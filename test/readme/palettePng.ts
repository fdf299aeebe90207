import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxColors = 256;
const channels = [16, 8, 0] as const;

/** A picture, as colors `0xRRGGBB` from left to right and top to bottom. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

/** Returns the same picture as a PNG with at most 256 colors, which is several times smaller for a screenshot. */
export function toPalettePng(png: Uint8Array): Uint8Array {
  return encodePalettePng(decodePng(png));
}

/** Decodes a PNG of 8-bit colors that is not interlaced, as browsers take screenshots. Ignores transparency. */
export function decodePng(png: Uint8Array): Picture {
  const bytes = Buffer.from(png);
  if (!bytes.subarray(0, 8).equals(signature)) throw new Error('This is no PNG.');
  let header: Buffer | undefined;
  let palette: Buffer | undefined;
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = content;
    if (type === 'PLTE') palette = content;
    if (type === 'IDAT') data.push(content);
    at += length + 12;
  }
  const [width = 0, height = 0] = header === undefined ? [] : [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colorType = -1, , , interlaced] = header?.subarray(8) ?? [];
  const size = { 2: 3, 3: 1, 6: 4 }[colorType];
  if (depth !== 8 || interlaced !== 0 || size === undefined) throw new Error('This kind of PNG is not supported.');
  const rows = unfiltered(inflateSync(Buffer.concat(data)), { stride: width * size, height, size });
  const pixels = new Uint32Array(width * height);
  for (let index = 0; index < pixels.length; index += 1) {
    const at = index * size;
    pixels[index] = palette === undefined ? rows.readUIntBE(at, 3) : palette.readUIntBE((rows[at] ?? 0) * 3, 3);
  }
  return { width, height, pixels };
}

/** Undoes the filters of the rows, see www.w3.org/TR/png-3/#9Filter-types. */
function unfiltered(
  filtered: Buffer,
  { stride, height, size }: { readonly stride: number; readonly height: number; readonly size: number },
): Buffer {
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = filtered[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < size ? 0 : (rows[at - size] ?? 0);
      const up = y === 0 ? 0 : (rows[at - stride] ?? 0);
      const corner = x < size || y === 0 ? 0 : (rows[at - stride - size] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      rows[at] = (filtered[y * (stride + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Encodes a picture as a PNG with a palette. Colors are replaced by similar ones if there are more than 256. */
export function encodePalettePng({ width, height, pixels }: Picture): Uint8Array {
  const counts = new Map<number, number>();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const colors = reducedColors(counts);
  const indices = new Map([...counts.keys()].map((color) => [color, nearest(colors, color)]));
  const rows = Buffer.alloc((width + 1) * height);
  pixels.forEach((color, index) => {
    const y = Math.floor(index / width);
    rows[y * (width + 1) + 1 + (index % width)] = indices.get(color) ?? 0;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(colors.flatMap((color) => channels.map((shift) => (color >> shift) & 255)));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

type Counted = readonly (readonly [color: number, count: number])[];

/**
 * Returns at most 256 colors. The group of colors that differ most is divided until there are enough groups. Each is
 * represented by its most frequent color, so that backgrounds keep their exact color.
 */
function reducedColors(counts: ReadonlyMap<number, number>): readonly number[] {
  if (counts.size <= maxColors) return [...counts.keys()];
  const groups: Counted[] = [[...counts]];
  while (groups.length < maxColors) {
    const spreads = groups.map((group) => Math.max(...channels.map((shift) => spread(group, shift))));
    const widest = spreads.indexOf(Math.max(...spreads));
    const group = groups[widest] ?? [];
    const shift = channels.toSorted((a, b) => spread(group, b) - spread(group, a))[0] ?? 0;
    const sorted = group.toSorted(([a], [b]) => ((a >> shift) & 255) - ((b >> shift) & 255));
    const half = Math.floor(sorted.length / 2);
    groups.splice(widest, 1, sorted.slice(0, half), sorted.slice(half));
  }
  return groups.map((group) => group.reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0]);
}

/** Returns the difference of the lowest and highest values of a channel. */
function spread(group: Counted, shift: number): number {
  let [lowest, highest] = [255, 0];
  for (const [color] of group) {
    const value = (color >> shift) & 255;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  return highest - lowest;
}

/** Returns the position of the most similar color. */
function nearest(colors: readonly number[], color: number): number {
  let best = 0;
  let smallest = Infinity;
  for (const [index, candidate] of colors.entries()) {
    let distance = 0;
    for (const shift of channels) distance += (((candidate >> shift) & 255) - ((color >> shift) & 255)) ** 2;
    if (distance < smallest) [best, smallest] = [index, distance];
  }
  return best;
}
