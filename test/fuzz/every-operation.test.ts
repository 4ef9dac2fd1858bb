import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "../../server/src/log.ts";
import { targetOf } from "../conformance/server-target.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { postgresUrl } from "../support/test-postgres.ts";
import { bySize, testSeed } from "../support/test-size.ts";
import { faultsOf } from "./check-answer.ts";
import { anyRequest, type FuzzRequest } from "./requests.ts";
import { send } from "./send.ts";
import { createWorld, type World } from "./world.ts";

const havePostgres = (await postgresUrl()) !== null;

/** Requests that meet one world: what they make and change there would slow down more. */
const perWorld = 1000;
const total = bySize(1500, 100_000);

describe.each([
  { engine: "embedded" as const, possible: true },
  { engine: "postgres" as const, possible: havePostgres },
])("any request to a server on $engine", ({ engine, possible }) => {
  let server: TestServer;
  const logged: string[] = [];
  beforeAll(async () => {
    if (!possible) return;
    // What goes on in the background is not what a request did.
    const sink = { write: (line: string) => void (line.includes('"requestId"') && logged.push(line)) };
    const variables = { ASSAY_RATE_LIMIT: "100000000", ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8" };
    server = await startTestServer(engine, variables, { log: createLogger("error", sink) });
  });
  afterAll(() => server?.close());

  test.skipIf(!possible)(
    `is answered as the contract says, and never with 5xx (${total} requests, seed ${testSeed})`,
    async () => {
      for (let done = 0, seed = testSeed; done < total; done += perWorld, seed += 1) {
        const world = await createWorld(targetOf(server, engine));
        const numRuns = Math.min(perWorld, total - done);
        // On failure fast-check prints the seed and the smallest request that it found.
        await fc.assert(holds(world), {
          seed,
          numRuns,
          endOnFailure: false,
          interruptAfterTimeLimit: 3_600_000,
        });
      }
    },
    bySize(1_800_000, 7_200_000),
  );

  const holds = (world: World) =>
    fc.asyncProperty(anyRequest, async (request: FuzzRequest) => {
      logged.length = 0;
      const answer = await send(server.url, world.real(request));
      expect([...faultsOf(request, answer), ...logged]).toEqual([]);
    });
});
