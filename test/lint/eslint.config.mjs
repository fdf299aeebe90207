import tseslint from 'typescript-eslint';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

export default tseslint.config(
  {
    ignores: ['dist/**', '.vscode-test/**', 'test/fixtures/**', 'test/host/code-server/**', 'test/out/**'],
    basePath: root,
  },
  {
    files: ['**/*.ts'],
    basePath: root,
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['test/lint/tsconfig.json', 'src/webview/page/tsconfig.json'],
        tsconfigRootDir: root,
      },
    },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        { selector: 'ExportDefaultDeclaration', message: 'Use named exports.' },
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines it.' },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // There are no enums, and the compiler compares classes by what they have. These rules are among the slowest.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    // mocha's describe and it return values that nobody awaits, and tests may assert what types promise.
    files: ['test/**/*.ts'],
    basePath: root,
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: ['describe', 'it'], package: 'mocha' }] },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
);
