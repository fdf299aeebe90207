import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { errorRemedy } from '../../../src/editor/errorRemedy.ts';
import { errorSentence } from '../../../src/words/errorSentence.ts';
import { plain } from '../../../src/words/plain.ts';
import { projectFileOf } from '../../../src/editor/workspace/projects.ts';
import { layoutSettings } from '../../../src/editor/settings.ts';
import { openSourceFile } from '../../../src/orders/units/files/localeFile.ts';
import { protect } from '../../../src/placeholders/protect.ts';
import { openFolder } from './localeCase.ts';

const place = 'cases/placeholders';

describe('protected placeholders', () => {
  const fileOf = (name: string): vscode.Uri => vscode.Uri.joinPath(openFolder(0).uri, place, name);
  const set = async (key: string, value: readonly string[] | undefined): Promise<void> => {
    await vscode.workspace
      .getConfiguration('humanTranslation', fileOf(''))
      .update(key, value, vscode.ConfigurationTarget.WorkspaceFolder);
  };

  before(async () => {
    await mkdir(fileOf('translations').fsPath, { recursive: true });
    await writeFile(fileOf('composer.json').fsPath, '{"require": {"symfony/framework-bundle": "^7"}}');
    await writeFile(
      path.join(fileOf('translations').fsPath, 'messages.en.yaml'),
      'greeting: Acme greets %name%, __place__ and {you}\n',
    );
  });

  after(async () => {
    for (const key of ['doNotTranslate', 'placeholders.add', 'placeholders.patterns']) await set(key, undefined);
    await rm(fileOf('').fsPath, { recursive: true });
  });

  async function sent(): Promise<string> {
    const uri = fileOf('translations/messages.en.yaml');
    const file = projectFileOf(uri);
    assert.ok(file !== undefined);
    const source = await openSourceFile(file.project, file.path, layoutSettings(uri));
    const [unit] = source.units;
    assert.ok(unit !== undefined);
    return protect(unit.text, source.syntaxesOf(unit)).text;
  }

  it('depend on the manifests in the folders above the file', async () => {
    assert.equal(await sent(), 'Acme greets [[[%name%]]], __place__ and {you}');
  });

  it('include those of the folder’s settings', async () => {
    await set('doNotTranslate', ['Acme']);
    await set('placeholders.add', ['brace']);
    await set('placeholders.patterns', ['__\\w+__']);
    assert.equal(await sent(), '[[[Acme]]] greets [[[%name%]]], [[[__place__]]] and [[[{you}]]]');
  });

  it('are refused with the setting and its value if the value is invalid', async () => {
    await set('placeholders.patterns', ['(a']);
    await assert.rejects(sent(), (error) => {
      const sentence = plain(errorSentence(error));
      for (const value of ['“(a”', 'humanTranslation.placeholders.patterns', 'Unterminated group'])
        assert.ok(sentence.includes(value), sentence);
      assert.ok(errorRemedy(error) !== undefined);
      return true;
    });
  });
});
