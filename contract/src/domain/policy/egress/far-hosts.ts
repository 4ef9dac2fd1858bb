// Finds hosts that are too far from the scheme before them to be parsed.

/** Number of characters of an authority (user, host, port) that are parsed. A longer authority is unreadable. */
export const maxAuthorityChars = 1000;

/** Matches the end of an authority that RFC 3986 defines. */
const authorityEnd = /[\s/?#]/g;
/** Characters that may enclose an address in prose or JSON. */
const closers = `"'<>\`{}|^[]`;
/** Matches a host with its port, and a path that begins with a backslash. */
export const plainHost = /^((?:\[[^\s[\]]*\]|[^\s"'<>`{}|^\\[\]])+)(?:\\(?!["'`]).*)?$/;

/**
 * Returns a function that finds the next match at or after a position. It remembers the last match, so that a
 * pass over ascending positions reads the text once.
 *
 * @param search returns the position of the next match; the length of the text if there is none.
 */
function nextIn(search: (from: number) => number): (from: number) => number {
  let [start, found] = [0, -1];
  return (from) => {
    if (from < start || from > found) [start, found] = [from, search(from)];
    return found;
  };
}

/** Returns the last of ascending positions that is less than an end; -1 if there is none. */
function lastBefore(positions: readonly number[], end: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? end) < end) low = middle + 1;
    else high = middle;
  }
  return positions[low - 1] ?? -1;
}

const positionsOf = (text: string, part: string): number[] => {
  const positions: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) positions.push(at);
  return positions;
};

/**
 * Returns a function that checks the authority at a position of a text. The function returns whether a client
 * may read a host that ends at least 1,000 characters after this position. For some clients, the host follows
 * the last `@` before white space, `/`, `?`, `#`, or a character that may enclose the address. All checks of
 * a text together take time that is linear in its length.
 */
export function farHostFinder(text: string): (start: number) => boolean {
  const signs = positionsOf(text, "@");
  if (signs.length === 0 || text.length < maxAuthorityChars) return () => false;
  const orLength = (at: number): number => (at === -1 ? text.length : at);
  const nextEnd = nextIn((from) => {
    authorityEnd.lastIndex = from;
    return authorityEnd.exec(text)?.index ?? text.length;
  });
  const nextClosers = Array.from(closers, (one) => nextIn((from) => orLength(text.indexOf(one, from))));
  const hosts = new Map<number, number>();
  /** Returns the position of the host that may end at a position; -1 if no host can end there. */
  const hostBefore = (end: number): number => {
    const cached = hosts.get(end);
    if (cached !== undefined) return cached;
    const at = lastBefore(signs, end);
    const isHost = plainHost.test(text.slice(at + 1, Math.min(end, at + 1 + maxAuthorityChars)));
    const host = at !== -1 && isHost ? at : -1;
    hosts.set(end, host);
    return host;
  };
  return (start) => {
    const end = nextEnd(start);
    if (end - start < maxAuthorityChars) return false;
    return [end, ...nextClosers.map((next) => next(start))].some(
      (one) => one <= end && one - start >= maxAuthorityChars && hostBefore(one) >= start,
    );
  };
}
