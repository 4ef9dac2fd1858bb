import type { Call } from "./handler.ts";

/** The mock's address as the caller reached it. */
export const publicBase = ({ sent: { url, path } }: Pick<Call, "sent">): string =>
  `${url.origin}${url.pathname}`.slice(0, -path.length);
