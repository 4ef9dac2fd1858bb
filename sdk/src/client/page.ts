import { ApiPromise } from "./api-promise.ts";

/** A page in the API's format. */
export interface ListBody<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** One page of a list. `for await` iterates over the items of this page and of all following pages. */
export class Page<T> implements ListBody<T> {
  declare readonly object: "list";
  declare readonly data: T[];
  declare readonly has_more: boolean;
  declare readonly next_cursor: string | null;
  readonly #next: () => Promise<Page<T> | null>;

  /** @param next fetches the next page; see {@link firstPage}. */
  constructor(body: ListBody<T>, next: () => Promise<Page<T> | null>) {
    Object.assign(this, body);
    this.#next = next;
  }

  /**
   * Returns the next page; null on the last page. If the server repeats a cursor, also returns null, because
   * the pages would otherwise never end.
   */
  getNextPage(): Promise<Page<T> | null> {
    return this.#next();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* this.data;
    for (let next = await this.#next(); next; next = await next.#next()) yield* next.data;
  }
}

/**
 * Returns the first page of a list.
 *
 * @param after the cursor in the request, if any.
 * @param fetch requests the page at a given cursor.
 */
export function firstPage<T>(
  first: ListBody<T>,
  after: unknown,
  fetch: (after: string) => PromiseLike<ListBody<T>>,
): Page<T> {
  // The cursors so far, each with the number of the page that returned it (0 if the caller passed it).
  const seen = new Map<unknown, number>([[after, 0]]);
  const page = (body: ListBody<T>, number: number): Page<T> =>
    new Page(body, async () => {
      const cursor = body.has_more && body.next_cursor;
      if (!cursor || (seen.get(cursor) ?? number) !== number) return null;
      seen.set(cursor, number);
      return page(await fetch(cursor), number + 1);
    });
  return page(first, 1);
}

/**
 * A pending list. Await it to get the first page, or use `for await` to iterate over the items of all pages.
 */
export class PagePromise<T> extends ApiPromise<Page<T>> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}
