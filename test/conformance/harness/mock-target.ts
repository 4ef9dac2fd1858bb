import { createMockAssay } from "@assay/sdk/msw";
import { setupServer } from "msw/node";
import type { Target } from "./target.ts";

/** Returns the mock as a target for the scenarios; requests to other URLs are sent normally. */
export async function mockTarget(): Promise<Target> {
  const mock = createMockAssay({ baseUrl: "https://mock.assay.test/api" });
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledRequest: "bypass" });
  return {
    name: "mock",
    baseUrl: mock.baseUrl,
    newWorkspace: async () => (await mock.world.createWorkspace()).apiKey,
    hold: async () => mock.world.evaluations.hold(),
    resume: () => mock.world.evaluations.resume(),
    reset: () => mock.reset(),
    advance: (ms) => mock.advance(ms),
    settled: async () => undefined,
    close: async () => server.close(),
  };
}
