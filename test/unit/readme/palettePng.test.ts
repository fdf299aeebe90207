import assert from 'node:assert/strict';
import { decodePng, encodePalettePng, toPalettePng, type Picture } from '../../readme/palettePng.ts';

const filteredPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAAFCAYAAACAcVaiAAAAFElEQVR4nGNgYDjx301+wf8eu4r/jLxR57JdEKEAAAAiSURBVIGcGwwgzMQbxc4Aw8' +
  'xSW4oatPZ+YABhFrCoPAQDAM9jElIs8s8xAAAAAElFTkSuQmCC';
const filteredPixels = [
  0x0000c8, 0x461fa0, 0x8c3e78, 0x0d5acf, 0x5379a7, 0x99987f, 0x1ab4d6, 0x60d3ae, 0xa6f286, 0x270edd, 0x6d2db5,
  0xb34c8d, 0x3468e4, 0x7a87bc, 0xc0a694,
];

describe('encodePalettePng', () => {
  it('keeps every pixel of a picture with up to 256 colors', () => {
    const picture = pictureOf(16, 32, (index) => (index % 256) * 0x010100 + 7);
    assert.deepEqual(decodePng(encodePalettePng(picture)), picture);
  });

  it('replaces colors by similar ones, and keeps the color of a background', () => {
    const background = 0xf8f8f8;
    const picture = pictureOf(64, 64, (index) => (index < 2048 ? background : (index - 2048) * 0x0207));
    const { pixels } = decodePng(encodePalettePng(picture));
    assert.deepEqual(pixels.subarray(0, 2048), picture.pixels.subarray(0, 2048));
    assert.ok(new Set(pixels).size <= 256);
    for (const [index, color] of pixels.entries())
      for (const shift of [0, 8, 16])
        assert.ok(Math.abs(((color >> shift) & 255) - (((picture.pixels[index] ?? 0) >> shift) & 255)) <= 64);
  });
});

describe('toPalettePng', () => {
  it('reads the filters and the transparency of screenshots', () => {
    // 3 × 5 pixels of another encoder: each row has another filter, and the data is in two chunks.
    const png = Buffer.from(filteredPng, 'base64');
    assert.deepEqual([...decodePng(toPalettePng(png)).pixels], filteredPixels);
  });

  it('refuses other files', () => {
    assert.throws(() => toPalettePng(Buffer.from('GIF89a')), /no PNG/u);
  });
});

function pictureOf(width: number, height: number, colorAt: (index: number) => number): Picture {
  return { width, height, pixels: Uint32Array.from({ length: width * height }, (_, index) => colorAt(index)) };
}
