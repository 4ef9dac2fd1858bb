import { ApiPromise } from "./api-promise.ts";

/** A page in the format of the API. */
export interface ListBody<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** One page of a list. `for await` over it goes through its items and those of every page after it. */
export class Page<T> implements ListBody<T> {
  declare readonly object: "list";
  declare readonly data: T[];
  declare readonly has_more: boolean;
  declare readonly next_cursor: string | null;
  readonly #next: () => Promise<Page<T> | null>;

  /** @param next fetches the next page: {@link firstPage}. */
  constructor(body: ListBody<T>, next: () => Promise<Page<T> | null>) {
    Object.assign(this, body);
    this.#next = next;
  }

  /**
   * The next page; null on the last page, or if the server repeats a cursor, which would loop forever.
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
 * The first page of a list.
 *
 * @param after the cursor of the request, if any.
 * @param fetch requests the page at a cursor.
 */
export function firstPage<T>(
  first: ListBody<T>,
  after: unknown,
  fetch: (after: string) => PromiseLike<ListBody<T>>,
): Page<T> {
  // The cursors so far, with the number of the page that returned each (0: the caller).
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

/** A pending list: await it for its first page, or `for await` over it for the items of all pages. */
export class PagePromise<T> extends ApiPromise<Page<T>> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}
