import type { ResourceHandlers } from "./handler.ts";

/** Health probes; a mock is always alive and ready. */
export const healthHandlers: ResourceHandlers<"health"> = {
  live: () => ({ status: 200, body: { status: "ok" } }),
  ready: () => ({ status: 200, body: { status: "ready", database: "embedded", schema: null } }),
};
