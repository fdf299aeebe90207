import assert from 'node:assert/strict';
import { multipartBody } from '../../../../src/service/http/multipart.ts';

describe('multipartBody', () => {
  it('encodes only quotation marks, line breaks and backslashes in names', () => {
    const name = 'Größe "1"\\Menü 日本🎉 100%\r\n.md';
    const { body } = multipartBody({ 'a"b': 'value' }, [
      { name, filename: name, mimeType: 'text/markdown', content: Buffer.from('x') },
    ]);
    const text = Buffer.from(body).toString('utf8');
    const encoded = 'Größe %221%22%5CMenü 日本🎉 100%%0D%0A.md';
    assert.ok(
      text.includes(
        `content-disposition: form-data; name="${encoded}"; filename="${encoded}"\r\n` +
          'content-type: text/markdown\r\n\r\nx\r\n',
      ),
      text,
    );
    assert.ok(text.includes('name="a%22b"\r\n\r\nvalue'));
    assert.ok(!text.includes('filename*'));
  });

  it('is read correctly by another implementation', async () => {
    const filename = 'Größe 日本🎉 100%.md';
    const { body, contentType } = multipartBody({ data: '{}' }, [
      { name: 'file_1', filename, mimeType: 'text/markdown', content: Buffer.from('x') },
    ]);
    const form = await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': contentType },
    }).formData();
    const file = form.get('file_1');
    assert.deepEqual([form.get('data'), file instanceof File ? file.name : undefined], ['{}', filename]);
  });
});
