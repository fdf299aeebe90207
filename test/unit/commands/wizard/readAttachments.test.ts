import assert from 'node:assert/strict';
import { readAttachments } from '../../../../src/commands/wizard/readAttachments.ts';
import { checkedAttachment } from '../../../../src/service/interface/limits.ts';

describe('readAttachments', () => {
  it('reads addresses separated by spaces, commas or line breaks, each once', () => {
    const text =
      ' https://example.com/a.png, https://example.com/b.png\r\nhttps://example.com/a.png,,http://example.com/c.png ';
    const { attachments, refused } = readAttachments(text);
    assert.deepEqual(
      attachments.map(({ url }) => url),
      ['https://example.com/a.png', 'https://example.com/b.png', 'http://example.com/c.png'],
    );
    assert.deepEqual(refused, []);
  });

  it('reads nothing from an empty text', () => {
    for (const text of ['', '  \n', ' , ,']) assert.deepEqual(readAttachments(text), { attachments: [], refused: [] });
  });

  const files: readonly (readonly [address: string, filename: string, mimeType: string])[] = [
    ['https://example.com/shots/cart.png', 'cart.png', 'image/png'],
    ['https://example.com/a.JPG', 'a.JPG', 'image/jpeg'],
    ['https://example.com/a.jpeg', 'a.jpeg', 'image/jpeg'],
    ['https://example.com/a.gif?size=2#top', 'a.gif', 'image/gif'],
    ['https://example.com/a.bmp', 'a.bmp', 'image/bmp'],
    ['https://example.com/tour.mp4', 'tour.mp4', 'video/mp4'],
    ['https://example.com/voice.mp3', 'voice.mp3', 'audio/mpeg'],
    ['https://example.com/brief.pdf', 'brief.pdf', 'application/pdf'],
    ['https://example.com/notes.md', 'notes.md', 'text/markdown'],
    ['https://example.com/data.bin', 'data.bin', 'application/octet-stream'],
    ['https://example.com/board', 'board', 'application/octet-stream'],
    ['https://example.com/my%20cart%C3%A9.png', 'my carté.png', 'image/png'],
    ['https://example.com/100%.png', '100%.png', 'image/png'],
    ['https://example.com', 'example.com', 'application/octet-stream'],
    ['https://example.com/shots/', 'example.com', 'application/octet-stream'],
  ];
  for (const [address, filename, mimeType] of files) {
    it(`names ${address} as ${filename}, ${mimeType}`, () => {
      const { attachments, refused } = readAttachments(address);
      assert.deepEqual(refused, []);
      assert.deepEqual(attachments, [{ url: new URL(address).href, filename, mimeType }]);
    });
  }

  const notPublic = [
    'example.com/a.png',
    '/shots/a.png',
    'a.png',
    'file:///home/user/a.png',
    'ftp://example.com/a.png',
    'data:image/png;base64',
    'javascript:alert(1)',
    'https://',
    'https://user@example.com/a.png',
    'https://user:secret@example.com/a.png',
    'https://:secret@example.com/a.png',
    'http://localhost/a.png',
    'http://localhost:8080/a.png',
    'http://app.localhost/a.png',
    'http://intranet/a.png',
    'http://printer.local/a.png',
    'http://wiki.internal/a.png',
    'http://127.0.0.1/a.png',
    'http://2130706433/a.png',
    'http://0x7f.1/a.png',
    'http://10.0.0.8/a.png',
    'http://172.16.0.1/a.png',
    'http://192.168.1.1/a.png',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/a.png',
    'http://[fd00::1]/a.png',
    'http://[fe80::1]/a.png',
    'http://[::ffff:10.0.0.8]/a.png',
  ];
  for (const address of notPublic) {
    it(`refuses ${address}`, () => {
      assert.deepEqual(readAttachments(address), { attachments: [], refused: [address] });
    });
  }

  it('keeps the good addresses next to refused ones', () => {
    const { attachments, refused } = readAttachments('http://localhost/a.png https://example.com/b.png c.png');
    assert.deepEqual(
      attachments.map(({ filename }) => filename),
      ['b.png'],
    );
    assert.deepEqual(refused, ['http://localhost/a.png', 'c.png']);
  });

  it('accepts nothing that the client would refuse to send', () => {
    const text = files.map(([address]) => address).join(' ');
    const { attachments } = readAttachments(text);
    assert.equal(attachments.length, files.length);
    for (const attachment of attachments) assert.equal(checkedAttachment(attachment), attachment);
  });

  it('attaches two spellings of one address once', () => {
    const { attachments } = readAttachments(
      'https://EXAMPLE.com/a.png https://example.com/a.png https://example.com:443/a.png',
    );
    assert.deepEqual(
      attachments.map(({ url }) => url),
      ['https://example.com/a.png'],
    );
  });
});
