import type { Call } from "./handler.ts";

/** Returns the mock's base URL as it appears in the caller's request. */
export const publicBase = ({ sent: { url, path } }: Pick<Call, "sent">): string =>
  `${url.origin}${url.pathname}`.slice(0, -path.length);
