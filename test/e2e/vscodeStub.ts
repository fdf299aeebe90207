import { registerHooks } from 'node:module';

// Lets tests outside VS Code import the product's labels: replaces VS Code's API by what they need, with English texts.
const stub = 'export const l10n = { t: (message) => message }; export const env = { language: "en" };';
const url = `data:text/javascript,${encodeURIComponent(stub)}`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url, shortCircuit: true } : next(specifier, context),
});
