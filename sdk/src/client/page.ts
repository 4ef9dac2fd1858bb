import { ApiPromise } from "./api-promise.ts";

/** A page in the API's format. */
export interface ListBody<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** Members that the client adds to an answer with items. They are not enumerable, so JSON does not contain them. */
export interface PageMembers<T, Answer> {
  /** The items of this page. */
  readonly items: T[];
  /** Whether there is a next page. A cursor that the server repeats does not lead to one. */
  hasNextPage(): boolean;
  /**
   * Returns the next page; null on the last page. If the server repeats a cursor, also returns null, because
   * the pages would otherwise never end.
   */
  getNextPage(): Promise<Page<T, Answer> | null>;
  /** Iterates over the items of this page and of all following pages. */
  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined>;
}

/**
 * One page of a list: the unchanged answer with additional members. `for await` iterates over the items of this
 * page and of all following pages.
 */
export type Page<T, Answer = ListBody<T>> = Answer & PageMembers<T, Answer>;

/** Limit of `toArray`. */
export interface ToArrayOptions {
  /** Maximum number of items to return, 1 to 100,000. */
  limit: number;
}

/**
 * A pending list. Await it to get the first page, or use `for await` to iterate over the items of all pages.
 */
export class PagePromise<T, Answer = ListBody<T>> extends ApiPromise<Page<T, Answer>> {
  /**
   * Returns the first items of all pages, at most `limit`. Requests no page after the last returned item.
   *
   * @throws {InvalidArgumentError} if `limit` is not an integer from 1 to 100,000.
   */
  declare readonly toArray: (options: ToArrayOptions) => Promise<T[]>;

  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    return itemsFrom(this);
  }
}

/** The members of an answer that the client reads. */
interface PageFields {
  readonly [member: string]: unknown;
}

/** How to request the next page of a list. */
type Paging<T, Answer> = readonly [
  /** The cursors of the requests for this page and for the pages before it. */
  cursors: readonly unknown[],
  /** Requests the page at the last of the cursors. */
  request: (cursors: readonly unknown[]) => PagePromise<T, Answer>,
];

/**
 * Adds the members of a page to an answer.
 *
 * @param member the member with the items; empty if the answer is an array.
 * @returns whether the answer has items.
 */
export function becomesPage<T, Answer>(
  answer: Page<T, Answer>,
  member: string,
  [cursors, request]: Paging<T, Answer>,
): boolean {
  // Safe: the values of all members are unknown, and an answer that is null has no items.
  const fields = answer as PageFields & Page<T, Answer>;
  const items = member ? (answer as PageFields | null)?.[member] : answer;
  if (!Array.isArray(items)) return false;
  const cursor = fields.nextCursor ?? (fields.has_more && fields.next_cursor);
  const hasNextPage = (): boolean => !!cursor && !cursors.includes(cursor);
  Object.defineProperties(fields, {
    items: { value: items },
    hasNextPage: { value: hasNextPage },
    getNextPage: { value: async () => (hasNextPage() ? request([...cursors, cursor]) : null) },
    [Symbol.asyncIterator]: { value: () => itemsFrom(answer) },
  });
  return true;
}

/** Yields the items of a page and of all following pages. */
async function* itemsFrom<T, Answer>(
  first: Page<T, Answer> | PromiseLike<Page<T, Answer>>,
): AsyncGenerator<T, void, undefined> {
  // `values()` is needed, because an answer that is an array has this iterator itself.
  for (let page: Page<T, Answer> | null = await first; page; page = await page.getNextPage())
    yield* page.items.values();
}
