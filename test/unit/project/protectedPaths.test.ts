import assert from 'node:assert/strict';
import { isGitPath, isProtectedPath, isToolPath } from '../../../src/project/protectedPaths.ts';

const split = (path: string): readonly string[] => path.split('/');

describe('isGitPath', () => {
  for (const name of [
    '.git',
    '.GIT',
    '.gIt',
    'git~1',
    'GIT~1',
    '.git.',
    '.git ',
    '.git . .',
    'git~1 .',
    '.git::$INDEX_ALLOCATION',
    '.git:stream',
    'GIT~1::$INDEX_ALLOCATION',
    '.git. ::$DATA',
    '.g\u200Cit',
    '\u200D.git',
    '.git\uFEFF',
    '.\u206Bg\u202Ei\u200Ft',
  ])
    it(`recognizes ${JSON.stringify(name)}, as Git does`, () => {
      assert.ok(isGitPath(split(`${name}/config`)));
      assert.ok(isGitPath(split(`modules/${name}`)));
      assert.ok(isProtectedPath(split(`a/${name}/hooks/de.json`)));
    });

  for (const path of ['git/config', 'git~2/a', '.gitx/a', 'a.git/b', '.github/de.md', 'git', '..git'])
    it(`does not take ${path} for Git’s folder`, () => {
      assert.ok(!isGitPath(split(path)));
    });
});

describe('isProtectedPath', () => {
  for (const path of [
    '.vscode/tasks.json',
    '.VSCode/de.json',
    '.vscode./de.json',
    '.github/workflows/de.yml',
    '.GitHub/Actions/de/action.yml',
    'packages/a/.husky/pre-commit',
    '.devcontainer/de.json',
    'node_modules/a/locales/de.json',
    'a/Node_Modules/b/de.json',
    'bower_components/a/de.json',
  ])
    it(`protects ${path} in the project and outside it`, () => {
      assert.ok(isProtectedPath(split(path)));
      assert.ok(isToolPath(split(path)));
    });

  for (const path of [
    '.gitmodules',
    'res/.gitattributes',
    '.circleci/de.yml',
    '.idea/de.xml',
    '.vs/de.json',
    '.git-hooks/de',
    '.npmrc',
    'locales/.de.json',
    '.github/.de.md',
    '.github',
  ])
    it(`protects ${path}, whose name begins with a dot`, () => {
      assert.ok(isProtectedPath(split(path)));
    });

  for (const path of [
    'locales/de.json',
    '.github/README.de.md',
    'docs/.vitepress/i18n/de.json',
    'docs/.vuepress/de.md',
    'workflows/de.json',
    'github/actions/de.json',
    'a..b/c.json',
  ])
    it(`allows ${path}`, () => {
      assert.ok(!isProtectedPath(split(path)));
    });
});
