import { ApiPromise } from "./api-promise.ts";

/** A page as the API sends it. */
export interface ListBody<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** How a {@link Page} comes to the one after it. */
export interface Paging<T> {
  /** Asks for the page at a cursor. */
  fetch: (after: string) => PromiseLike<ListBody<T>>;
  /** The cursors met so far and the number of the page that gave each (0: the caller). */
  met: Map<unknown, number>;
  /** This page's number, from 1. */
  number: number;
}

/** One page of a list. `for await` over it goes through its items and those of every page after it. */
export class Page<T> implements ListBody<T> {
  declare readonly object: "list";
  declare readonly data: T[];
  declare readonly has_more: boolean;
  declare readonly next_cursor: string | null;
  readonly #paging: Paging<T>;

  constructor(body: ListBody<T>, paging: Paging<T>) {
    Object.assign(this, body);
    this.#paging = paging;
  }

  /**
   * The page after this one; null when nothing follows, or when the server names a cursor again that it gave before,
   * which would go round for ever.
   */
  async getNextPage(): Promise<Page<T> | null> {
    const { fetch, met, number } = this.#paging;
    const cursor = this.has_more && this.next_cursor;
    if (!cursor || (met.get(cursor) ?? number) !== number) return null;
    met.set(cursor, number);
    return new Page(await fetch(cursor), { fetch, met, number: number + 1 });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* this.data;
    for (let next = await this.getNextPage(); next; next = await next.getNextPage()) yield* next.data;
  }
}

/** A list on its way: await it for its first page, or `for await` over it for the items of all pages. */
export class PagePromise<T> extends ApiPromise<Page<T>> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}
