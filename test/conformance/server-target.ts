import type { Database } from "../../server/src/db/connect.ts";
import { startTestServer } from "../support/server.ts";
import type { Target } from "./target.ts";

/** A server on an engine, as a target of the scenarios. */
export async function serverTarget(engine: Database["engine"]): Promise<Target> {
  const { url, worker, newWorkspace, advance, close } = await startTestServer(engine, {
    // The receivers of scenarios are on this machine.
    ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8",
  });
  return {
    name: `server on ${engine}`,
    baseUrl: url,
    newWorkspace,
    hold: async () => {
      worker.pause();
      await worker.idle();
    },
    resume: () => worker.resume(),
    advance,
    close,
  };
}
