import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "../../server/src/platform/log.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { postgresUrl } from "../support/test-postgres.ts";
import { bySize, testSeed } from "../support/test-size.ts";
import { testTier } from "../support/test-tier.ts";
import { faultsOf, routeAt } from "./harness/check-answer.ts";
import { describedOperations } from "./harness/operations.ts";
import { anyRequest, type FuzzRequest, requestOf } from "./harness/requests.ts";
import { send } from "./harness/send.ts";
import { Tally } from "./harness/tally.ts";
import { createExampleWorkspace, type ExampleWorkspace } from "./harness/example-workspace.ts";

const havePostgres = (await postgresUrl()) !== null;

/**
 * Number of requests per workspace. Further requests would be slow, because of the data that earlier requests
 * created.
 */
const perWorkspace = 1000;
/** Number of requests per engine. */
const total = bySize(1500, 100_000, 150);
/**
 * Maximum number of further requests to an operation. They stop as soon as the operation has both accepted
 * and refused a request.
 */
const furtherPerOperation = 600;
const furtherPerWorkspace = 100;

/** Operations that need no key and read no input, and therefore cannot refuse a request. */
const refuseNothing = ["getAuthZenConfiguration", "getHealth", "getReadiness", "getSigningKeys"];

const operations = describedOperations();
const operationIds = operations.map(({ route }) => route.metadata.operationId);

const engines = [
  { engine: "embedded" as const, possible: true },
  // `npm test` uses only one engine, because most faults occur on both.
  ...(testTier === "ci" ? [] : [{ engine: "postgres" as const, possible: havePostgres }]),
];

describe.each(engines)("any request to a server on $engine", ({ engine, possible }) => {
  let server: TestServer;
  const logged: string[] = [];
  const tally = new Tally();
  beforeAll(async () => {
    if (!possible) return;
    // Only collect lines with a request id; lines from background work do not belong to a request.
    const sink = { write: (line: string) => void (line.includes('"requestId"') && logged.push(line)) };
    const variables = { ASSAY_RATE_LIMIT: "100000000", ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8" };
    server = await startTestServer(engine, variables, { log: createLogger("error", sink) });
  });
  const reportTally = () => process.stdout.write(`Fuzz on ${engine}, seed ${testSeed}: ${tally.summary()}\n`);
  afterAll(async () => {
    if (possible) reportTally();
    await server?.close();
  });

  test.skipIf(!possible)(
    `gets a response that conforms to the contract, and never status 5xx (${total} requests, seed ${testSeed})`,
    async () => {
      for (let done = 0, seed = testSeed; done < total; done += perWorkspace, seed += 1) {
        const workspace = await createExampleWorkspace(server, engine);
        const numRuns = Math.min(perWorkspace, total - done);
        // On failure, fast-check prints the seed and the smallest failing request.
        await fc.assert(holds(workspace, anyRequest), {
          seed,
          numRuns,
          endOnFailure: false,
        });
        if ((done + numRuns) % 10_000 === 0) reportTally();
      }
      expect(tally.sent).toBeGreaterThanOrEqual(total);
    },
    bySize(1_800_000, 21_600_000),
  );

  // This checks the generator of the requests. It sends about 1,500 further requests, so `npm test` skips it.
  test.skipIf(!possible || testTier === "ci")(
    "succeeds at least once and is refused at least once for every operation",
    async () => {
      let workspace = await createExampleWorkspace(server, engine);
      for (const described of operations) {
        const { operationId } = described.route.metadata;
        for (let done = 0; isOpen(operationId) && done < furtherPerOperation; done += furtherPerWorkspace) {
          // Earlier requests may have deleted or completed the objects, so each further round uses a new
          // workspace.
          if (done > 0) workspace = await createExampleWorkspace(server, engine);
          const further = { seed: testSeed + done, numRuns: furtherPerWorkspace };
          for (const request of fc.sample(requestOf(described), further))
            if (isOpen(operationId)) await expectAnswer(workspace, request);
        }
      }
      expect(tally.without("2xx", operationIds)).toEqual([]);
      expect(tally.without("4xx", operationIds).toSorted()).toEqual(refuseNothing);
    },
    bySize(900_000, 21_600_000),
  );

  /** Whether an operation still lacks a successful or a refused request. */
  const isOpen = (operationId: string): boolean =>
    tally.without("2xx", [operationId]).length > 0 ||
    (!refuseNothing.includes(operationId) && tally.without("4xx", [operationId]).length > 0);

  const holds = (workspace: ExampleWorkspace, requests: fc.Arbitrary<FuzzRequest>) =>
    fc.asyncProperty(requests, (request) => expectAnswer(workspace, request));

  async function expectAnswer(workspace: ExampleWorkspace, request: FuzzRequest): Promise<void> {
    logged.length = 0;
    const answer = await send(server.url, workspace.real(request));
    tally.count(routeAt(request.method, request.path)?.metadata.operationId, answer);
    expect([...faultsOf(request, answer), ...logged]).toEqual([]);
  }
});
