import assert from 'node:assert/strict';
import { proxySettings } from '../../../../src/service/http/proxy.ts';

describe('proxySettings', () => {
  const none = { httpProxy: '', httpsProxy: '', noProxy: '' };

  it('is empty without options and variables', () => {
    assert.deepEqual(proxySettings({ noProxy: [] }, {}), none);
    assert.deepEqual(proxySettings({ proxy: ' ', noProxy: ['', ' '] }, { HTTP_PROXY: '', NO_PROXY: ' ' }), none);
  });

  it('prefers the option to the environment, and lower-case variables to upper-case ones', () => {
    const environment = { HTTP_PROXY: 'http://a', http_proxy: 'http://b', HTTPS_PROXY: 'http://c' };
    assert.deepEqual(proxySettings({ noProxy: [] }, environment), {
      ...none,
      httpProxy: 'http://b',
      httpsProxy: 'http://c',
    });
    assert.deepEqual(proxySettings({ proxy: 'http://d', noProxy: [] }, environment), {
      ...none,
      httpProxy: 'http://d',
      httpsProxy: 'http://d',
    });
  });

  it('uses the http proxy for https if https has none', () => {
    assert.equal(proxySettings({ noProxy: [] }, { http_proxy: 'http://b' }).httpsProxy, 'http://b');
  });

  it('adds a missing scheme', () => {
    assert.equal(
      proxySettings({ proxy: 'proxy.company:8080', noProxy: [] }, {}).httpsProxy,
      'http://proxy.company:8080',
    );
    assert.equal(proxySettings({ proxy: 'socks5://proxy:1', noProxy: [] }, {}).httpsProxy, 'socks5://proxy:1');
  });

  it('joins all hosts to reach without a proxy', () => {
    assert.equal(
      proxySettings({ noProxy: ['a', 'b:80'] }, { no_proxy: 'c,d', NO_PROXY: 'e f' }).noProxy,
      'a,b:80,c,d,e f',
    );
  });
});
