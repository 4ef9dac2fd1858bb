import type { Call } from "./handler.ts";

/** Returns the mock's base URL as the caller reached it. */
export const publicBase = ({ sent: { url, path } }: Pick<Call, "sent">): string =>
  `${url.origin}${url.pathname}`.slice(0, -path.length);
