import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { folderUri } from '../../../../src/orders/model/folderIdentity.ts';

describe('folderUri', () => {
  const cases: readonly (readonly [platform: NodeJS.Platform, root: string, uri: string])[] = [
    ['linux', '/home/mia/shop', 'file:///home/mia/shop'],
    ['linux', '/', 'file:///'],
    ['linux', '/srv/-._~/a b', 'file:///srv/-._~/a%20b'],
    ['linux', "/srv/(x) a@b/x+y/&=,'!*$;:", 'file:///srv/%28x%29%20a%40b/x%2By/%26%3D%2C%27%21%2A%24%3B%3A'],
    ['linux', '/srv/ä ö/100%/[id]/#/?', 'file:///srv/%C3%A4%20%C3%B6/100%25/%5Bid%5D/%23/%3F'],
    ['linux', '/srv/店/😀/%41', 'file:///srv/%E5%BA%97/%F0%9F%98%80/%2541'],
    ['darwin', '/Users/mia/back\\slash', 'file:///Users/mia/back%5Cslash'],
    ['win32', 'C:\\vscode\\spelling', 'file:///c%3A/vscode/spelling'],
    ['win32', 'd:\\My Shop (2)', 'file:///d%3A/My%20Shop%20%282%29'],
    ['win32', '\\\\Server\\share\\Shop', 'file://server/share/Shop'],
    ['win32', '\\\\wsl$\\Ubuntu\\shop', 'file://wsl%24/Ubuntu/shop'],
  ];
  for (const [platform, root, uri] of cases)
    it(`writes ${root} as VS Code on ${platform} does`, () => {
      assert.equal(folderUri(root, platform), uri);
    });

  it('leads back to the folder', () => {
    for (const [platform, root] of cases.filter(([one, path]) => one === 'win32' && !path.includes('wsl$')))
      assert.equal(fileURLToPath(folderUri(root, platform), { windows: true }).toLowerCase(), root.toLowerCase());
    for (const [platform, root] of cases.filter(([one]) => one !== 'win32'))
      assert.equal(fileURLToPath(folderUri(root, platform), { windows: false }), root);
  });
});
