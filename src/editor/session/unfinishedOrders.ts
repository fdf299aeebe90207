import * as vscode from 'vscode';
import { parseUnfinishedOrders, type UnfinishedOrder } from '../../orders/model/order/unfinishedOrder.ts';
import { contextKeys } from '../commandIds.ts';
import { unfinishedOrdersKey } from '../unfinishedOrdersKey.ts';

/** The most orders that are kept: the user would hardly continue older ones. */
const maxOrders = 10;

/** The orders of this workspace that may not have been placed completely, the newest first. */
export class UnfinishedOrders {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get all(): readonly UnfinishedOrder[] {
    return parseUnfinishedOrders(this.#memento.get(unfinishedOrdersKey));
  }

  /** Stores an order, in place of an earlier state of it. */
  async store(order: UnfinishedOrder): Promise<void> {
    const otherOrders = this.all.filter(({ id }) => id !== order.id);
    await this.#memento.update(unfinishedOrdersKey, [order, ...otherOrders].slice(0, maxOrders));
  }

  async forget(id: string): Promise<void> {
    const otherOrders = this.all.filter((order) => order.id !== id);
    await this.#memento.update(unfinishedOrdersKey, otherOrders.length === 0 ? undefined : otherOrders);
  }

  /** Offers *Order the Rest* in the palette exactly while there is an order other than those being placed. */
  async publish(idsBeingPlaced: ReadonlySet<string>): Promise<void> {
    const hasRest = this.all.some(({ id }) => !idsBeingPlaced.has(id));
    await vscode.commands.executeCommand('setContext', contextKeys.unfinished, hasRest);
  }
}
