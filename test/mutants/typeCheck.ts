import path from 'node:path';
import ts from 'typescript';

/** Checks the types of single files of a project with other texts than they have on disk. */
export class TypeCheck {
  readonly #service: ts.LanguageService;
  readonly #files: ReadonlySet<string>;
  #changed: { readonly file: string; readonly text: string } | undefined;
  #version = 0;

  constructor(configFile: string) {
    const folder = path.dirname(configFile);
    const { config } = ts.readConfigFile(configFile, (file) => ts.sys.readFile(file)) as { config: unknown };
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder, undefined, configFile);
    this.#files = new Set(fileNames.map((file) => path.resolve(file)));
    const textOf = (file: string): string | undefined =>
      this.#changed?.file === path.resolve(file) ? this.#changed.text : ts.sys.readFile(file);
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => [...this.#files],
      getScriptVersion: (file) => (this.#changed?.file === path.resolve(file) ? String(this.#version) : '0'),
      getScriptSnapshot: (file) => {
        const text = textOf(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => folder,
      getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
      fileExists: (file) => ts.sys.fileExists(file),
      readFile: (file) => textOf(file),
      readDirectory: (...args) => ts.sys.readDirectory(...args),
      directoryExists: (file) => ts.sys.directoryExists(file),
      getDirectories: (file) => ts.sys.getDirectories(file),
    });
  }

  /** Whether a file belongs to the project. */
  has(file: string): boolean {
    return this.#files.has(path.resolve(file));
  }

  /** Whether a file would be valid with this text. Files that import it are not checked. */
  accepts(file: string, text: string): boolean {
    this.#changed = { file: path.resolve(file), text };
    this.#version += 1;
    return (
      this.#service.getSyntacticDiagnostics(file).length === 0 &&
      this.#service.getSemanticDiagnostics(file).length === 0
    );
  }
}
