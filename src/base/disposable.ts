/** Holds a resource until it is disposed. `vscode.Disposable` has this type. */
export interface Disposable {
  dispose(): unknown;
}

/** Wraps a function so that it runs once, when disposed. */
export function toDisposable(release: () => void): Disposable {
  let isReleased = false;
  return {
    dispose() {
      if (isReleased) return;
      isReleased = true;
      release();
    },
  };
}

/**
 * Owns any number of disposables and disposes them in reverse order. After its own disposal, it disposes additions
 * immediately.
 */
export class DisposableStore implements Disposable {
  readonly #disposables: Disposable[] = [];
  #isDisposed = false;

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  add<T extends Disposable>(disposable: T): T {
    if (this.#isDisposed) disposable.dispose();
    else this.#disposables.push(disposable);
    return disposable;
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    const errors: unknown[] = [];
    for (const disposable of this.#disposables.splice(0).reverse()) {
      try {
        disposable.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Some resources could not be released.');
  }
}
