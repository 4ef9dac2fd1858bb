import type { ResourceHandlers } from "./handler.ts";

/** Health probes; a mock is always alive and ready. */
export const healthHandlers: ResourceHandlers<"health"> = {
  live: () => ({ status: "ok" }),
  ready: () => ({ status: "ready", database: "embedded", schema: null }),
};
