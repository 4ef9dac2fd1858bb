import type { Database } from "../../../server/src/platform/db/connection/connect.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";
import type { Target } from "./target.ts";

/** Starts a server on an engine, as a target for the scenarios. */
export async function serverTarget(engine: Database["engine"]): Promise<Target> {
  // The scenarios' receivers run on this machine.
  return targetOf(await startTestServer(engine, { ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8" }), engine);
}

/** Returns a running server as a target. */
export function targetOf(
  { url, worker, newWorkspace, advance, settled, close }: TestServer,
  engine: Database["engine"],
): Target {
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
    settled,
    close,
  };
}
