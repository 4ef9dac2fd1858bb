import { ApiPromise } from "./api-promise.ts";

/** A page as the API sends it. */
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

  /** @param next gives the page after this one: {@link firstPage}. */
  constructor(body: ListBody<T>, next: () => Promise<Page<T> | null>) {
    Object.assign(this, body);
    this.#next = next;
  }

  /**
   * The page after this one; null when nothing follows, or when the server names a cursor again that it gave before,
   * which would go round for ever.
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
 * The page that a list begins with.
 *
 * @param after the cursor that it was asked for by, if any.
 * @param fetch asks for the page at a cursor.
 */
export function firstPage<T>(
  first: ListBody<T>,
  after: unknown,
  fetch: (after: string) => PromiseLike<ListBody<T>>,
): Page<T> {
  // The cursors met so far, and the number of the page that gave each (0: the caller).
  const met = new Map<unknown, number>([[after, 0]]);
  const page = (body: ListBody<T>, number: number): Page<T> =>
    new Page(body, async () => {
      const cursor = body.has_more && body.next_cursor;
      if (!cursor || (met.get(cursor) ?? number) !== number) return null;
      met.set(cursor, number);
      return page(await fetch(cursor), number + 1);
    });
  return page(first, 1);
}

/** A list on its way: await it for its first page, or `for await` over it for the items of all pages. */
export class PagePromise<T> extends ApiPromise<Page<T>> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}
