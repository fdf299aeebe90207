import assert from 'node:assert/strict';
import {
  openSelectedSource,
  openSourceFile,
  openTargetFile,
  UnreadableFileError,
} from '../../../../src/orders/files/localeFile.ts';
import { OrderError } from '../../../../src/orders/model/orderError.ts';
import type { Project } from '../../../../src/orders/model/project.ts';
import { memoryProject } from '../memoryProject.ts';

const settings = { patterns: [], sourceLocale: 'en' };

const files = {
  'locales/en.json': { a: 'One' },
  'locales/ja.json': { a: '一' },
  'locales/pt-BR.json': {},
  'package.json': {},
};

describe('localeFile', () => {
  const opened = async (project: Project, path: string): Promise<readonly (string | undefined)[]> => {
    const { source, into } = await openSelectedSource(project, path, settings);
    return [source.path, into];
  };

  it('orders from the source if the file of another locale is selected', async () => {
    const project = memoryProject(files);
    assert.deepEqual(await opened(project, 'locales/ja.json'), ['locales/en.json', 'ja']);
    assert.deepEqual(await opened(project, 'locales/pt-BR.json'), ['locales/en.json', 'pt-BR']);
    assert.deepEqual(await opened(project, 'locales/en.json'), ['locales/en.json', undefined]);
  });

  it('orders from the file itself if there is no other source', async () => {
    const project = memoryProject({ 'locales/ja.json': { a: '一' }, 'locales/ko.json': {} });
    assert.deepEqual(await opened(project, 'locales/ja.json'), ['locales/ja.json', undefined]);
  });

  it('detects the layout of each file once', async () => {
    const located: string[] = [];
    const project = memoryProject(files);
    const counting: Project = {
      ...project,
      siblings: (path) => {
        located.push(path);
        return project.siblings(path);
      },
    };
    await opened(counting, 'locales/en.json');
    assert.deepEqual(located.splice(0), ['locales/en.json']);
    await opened(counting, 'locales/ja.json');
    assert.deepEqual(located, ['locales/ja.json', 'locales/en.json']);
  });

  it('returns the locales other than the source’s', async () => {
    const source = await openSourceFile(memoryProject(files), 'locales/en.json', settings);
    assert.deepEqual([source.locale, [...source.targetLocales].sort()], ['en', ['ja', 'pt-BR']]);
  });

  it('reports which file is broken, and where', async () => {
    const project = memoryProject({ ...files, 'locales/ja.json': '{\n  "a": \n}' });
    const source = await openSourceFile(project, 'locales/en.json', settings);
    await assert.rejects(
      openTargetFile(source, 'ja'),
      (error) => error instanceof UnreadableFileError && error.path === 'locales/ja.json' && error.cause.line === 3,
    );
    await assert.rejects(
      openSourceFile(memoryProject({ 'locales/en.json': '[' }), 'locales/en.json', settings),
      UnreadableFileError,
    );
  });

  it('rejects a file that is not a locale file', async () => {
    const isRefused = (error: unknown): boolean => error instanceof OrderError && error.reason === 'not-a-locale-file';
    await assert.rejects(openSourceFile(memoryProject(files), 'package.json', settings), isRefused);
    await assert.rejects(openSourceFile(memoryProject(files), 'locales/fr.json', settings), isRefused);
    await assert.rejects(openSelectedSource(memoryProject(files), 'package.json', settings), isRefused);
  });
});
