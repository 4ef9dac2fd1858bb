import type { Call } from "./handler.ts";

/** Where the mock is, as it was reached. */
export const publicBase = ({ sent: { url, path } }: Pick<Call, "sent">): string =>
  `${url.origin}${url.pathname}`.slice(0, -path.length);
