import * as vscode from 'vscode';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';
import { icon } from './icon.ts';

/** A term that a filter can be completed with. */
export interface FilterTerm {
  readonly text: string;
  readonly label: Words;
  readonly description: Words;
}

export interface FilterOptions {
  readonly title: Words;
  readonly placeholder: Words;
  /** The present filter. */
  readonly value: string;
  readonly terms: readonly FilterTerm[];
  /** The row that applies the filter as it was typed. */
  readonly applyLabel: (text: string) => Words;
  /** The row that removes the filter. */
  readonly clearLabel: Words;
}

type Row = vscode.QuickPickItem & { readonly filter: string };

/**
 * Asks for a filter. Enter applies it as it was typed; a term below the text box completes it. Returns undefined if the
 * user cancels.
 */
export function askFilter(options: FilterOptions): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick<Row>();
  pick.title = plain(options.title);
  pick.placeholder = plain(options.placeholder);
  pick.value = options.value;
  const update = (): void => {
    pick.items = rowsOf(pick.value, options);
  };
  update();
  pick.onDidChangeValue(update);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.filter ?? pick.value.trim());
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** VS Code would hide the rows that don't contain the text, so all have `alwaysShow`. */
function rowsOf(typedText: string, { value, terms, applyLabel, clearLabel }: FilterOptions): readonly Row[] {
  const text = typedText.trim();
  // `German ` and `@sta` of “German @sta”: the term that is being typed is completed.
  const [, textBefore = '', typedTerm = ''] = /^(.*?)(@\S*)?$/su.exec(text) ?? [];
  const rows: Row[] = [];
  if (text !== '') rows.push({ label: icon(applyLabel(text)), filter: text, alwaysShow: true });
  else if (value !== '') rows.push({ label: icon(clearLabel), filter: '', alwaysShow: true });
  for (const { text: term, label, description } of terms) {
    if (!term.startsWith(typedTerm.toLowerCase()) || text.includes(term)) continue;
    const filter = `${textBefore.trim()} ${term}`.trim();
    rows.push({ label: icon(label), description: icon(description), filter, alwaysShow: true });
  }
  return rows;
}
