import ts from 'typescript';

/** Matches the functions of `vscode.window` that show text. */
const showsText = /^(?:show|create|withProgress|withScmProgress|setStatusBarMessage)/u;
/** Functions that match `showsText` but show no text of ours. */
const showsNoText: ReadonlySet<string> = new Set(['showTextDocument', 'showNotebookDocument']);
/** Classes of VS Code with texts that are shown. */
const shownObjects: ReadonlySet<string> = new Set([
  'CodeAction',
  'CodeLens',
  'CompletionItem',
  'Diagnostic',
  'DiagnosticRelatedInformation',
  'FileDecoration',
  'Hover',
  'InlayHint',
  'MarkdownString',
  'SnippetString',
  'TreeItem',
]);
/** Properties of VS Code's objects with texts that are shown. */
const shownProperties: ReadonlySet<string> = new Set([
  'accessibilityInformation',
  'placeholder',
  'prompt',
  'relatedInformation',
  'title',
  'tooltip',
  'validationMessage',
]);

/** Finds code that shows text itself, or declares text as the product's own; only `editor/shown/` may do so. */
export function findTextSinks(name: string, code: string): readonly string[] {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (node: ts.Node, what: string): void => {
    found.push(`${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${what}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      visitImport(node, node.moduleSpecifier.text, report);
    else if (isVscode(node, 'window')) visitWindow(node, report);
    else if (
      ts.isNewExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.expression.getText() === 'vscode' &&
      shownObjects.has(node.expression.name.text)
    ) {
      report(node, `new ${node.expression.getText()}`);
    } else if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      shownProperties.has(node.left.name.text)
    ) {
      report(node, `${node.left.getText()} =`);
    } else if (ts.isStringLiteralLike(node) && node.text === 'vscode.diff') report(node, 'vscode.diff');
    else if (ts.isIdentifier(node) && node.text === 'l10n') visitL10n(node, report);
    else if (ts.isCallExpression(node)) visitCall(node, report);
    else if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') visitTemplate(node, report);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function visitImport(
  node: ts.ImportDeclaration,
  specifier: string,
  report: (node: ts.Node, what: string) => void,
): void {
  const bindings = node.importClause?.namedBindings;
  const isTypeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  if (bindings === undefined || !ts.isNamedImports(bindings) || isTypeOnly) return;
  for (const element of bindings.elements.filter((one) => !one.isTypeOnly)) {
    const imported = (element.propertyName ?? element.name).text;
    if (specifier === 'vscode') report(node, `import { ${imported} } from 'vscode'`);
    if (specifier.endsWith('/words/words.ts') && imported === 'Words') report(node, 'the constructor of Words');
  }
}

/** `l10n.t` is called with a literal; no other name is given to it, and `vscode.l10n` is not used for it. */
function visitL10n(node: ts.Identifier, report: (node: ts.Node, what: string) => void): void {
  const { parent } = node;
  if (ts.isNamespaceImport(parent)) {
    const from = parent.parent.parent.moduleSpecifier;
    if (!ts.isStringLiteral(from) || from.text !== '@vscode/l10n') report(parent, 'l10n from elsewhere');
  } else if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    if (!ts.isPropertyAccessExpression(parent.parent) || parent.parent.name.text !== 'bundle')
      report(parent, 'l10n of vscode');
  } else if (!isMessage(parent.parent) && !parent.parent.getText().startsWith('l10n.config(')) {
    report(parent, 'l10n without a literal');
  }
}

/** `words` and `plural` get their messages from `l10n.t` itself. */
function visitCall(node: ts.CallExpression, report: (node: ts.Node, what: string) => void): void {
  const name = node.expression.getText();
  if (name === 'own' && hasOwnWords(node.arguments[0])) report(node, 'own with words');
  if (name === 'join' && isGlue(node.arguments[1], node.arguments[0]))
    report(node, 'join instead of sentences or listed');
  if (name === 'words' && !isMessage(node.arguments[0])) report(node, 'words without l10n.t');
  if (name !== 'plural') return;
  const forms = node.arguments[1];
  const isOfMessages =
    forms !== undefined &&
    ts.isObjectLiteralExpression(forms) &&
    forms.properties.every((form) => ts.isPropertyAssignment(form) && isMessage(form.initializer));
  if (!isOfMessages) report(node, 'plural without l10n.t');
}

/**
 * Returns whether the node is `l10n.t('…')`, or `l10n.t` with further arguments, or `l10n.t({ message: '…', comment: ['…'] })`.
 */
function isMessage(node: ts.Node | undefined): boolean {
  if (node === undefined || !ts.isCallExpression(node) || node.expression.getText() !== 'l10n.t') return false;
  const [first] = node.arguments;
  if (first === undefined || ts.isStringLiteral(first)) return first !== undefined;
  return (
    ts.isObjectLiteralExpression(first) &&
    first.properties.every(
      (property) =>
        ts.isPropertyAssignment(property) &&
        (ts.isStringLiteral(property.initializer) ||
          (ts.isArrayLiteralExpression(property.initializer) &&
            property.initializer.elements.every((each) => ts.isStringLiteral(each)))),
    )
  );
}

/** Whether a text of the product has words: icons, addresses, and names of formats have none. */
function hasOwnWords(node: ts.Node | undefined): boolean {
  if (node === undefined || !ts.isStringLiteral(node)) return false;
  return /\p{L}{2}/u.test(node.text.replace(/\$\([\w-]+\)|https?:\/\/\S*|^(?:CSV|JSON)$/gu, ''));
}

/**
 * Whether `join` puts spaces or commas between texts, of which not all languages have the same. An icon or a bullet at
 * the beginning is followed by a space everywhere.
 */
function isGlue(separator: ts.Node | undefined, texts: ts.Node | undefined): boolean {
  if (separator === undefined || !ts.isStringLiteral(separator) || texts === undefined) return false;
  if (separator.text === ' ') return !/^\[(?:own\(|\w*[iI]con\b)/u.test(texts.getText());
  return /^[,;:.]\s*$/u.test(separator.text);
}

/** The HTML of the pages has no words of its own: all are in the strings that the extension supplies. */
function visitTemplate({ template }: ts.TaggedTemplateExpression, report: (node: ts.Node, what: string) => void): void {
  const expression = '\u0001';
  const text = ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : [template.head.text, ...template.templateSpans.map(({ literal }) => expression + literal.text)].join('');
  const content = text.replace(/<[^>]*>?/gu, '<').replace(/^[^<]*>/u, '<');
  const attributes = [...text.matchAll(/\s(?:aria-label|aria-description|title|placeholder|alt)="?([^\s">]+)/gu)];
  if (
    /\p{L}{2}|[:(]\s*\u0001|\u0001\s*[:)]/u.test(content) ||
    attributes.some(([, value]) => !value?.startsWith(expression))
  )
    report(template, 'words in HTML');
}

/** Reports uses of `vscode.window` other than calls of functions that show no text. */
function visitWindow({ parent }: ts.Node, report: (node: ts.Node, what: string) => void): void {
  if (!ts.isPropertyAccessExpression(parent)) report(parent, 'vscode.window');
  else if (showsText.test(parent.name.text) && !showsNoText.has(parent.name.text)) report(parent, parent.getText());
}

function isVscode(node: ts.Node, member: string): boolean {
  return ts.isPropertyAccessExpression(node) && node.name.text === member && node.expression.getText() === 'vscode';
}
