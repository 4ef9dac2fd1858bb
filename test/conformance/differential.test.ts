import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mockTarget } from "./harness/mock-target.ts";
import { randomRequests } from "./harness/random-requests.ts";
import { serverTarget } from "./harness/server-target.ts";
import type { Target } from "./harness/target.ts";
import { createTwin } from "./harness/twin.ts";
import { bySize } from "../support/test-size.ts";

// Another seed sends other requests; what one finds becomes a scenario.
const seed = Number(process.env["ASSAY_TEST_SEED"] ?? 1);
const count = Number(process.env["ASSAY_TEST_RUNS"] ?? bySize(400, 400, 200));

describe("the mock beside the server", () => {
  const targets: Target[] = [];
  beforeAll(async () => {
    targets.push(await serverTarget("embedded"), await mockTarget());
  });
  afterAll(async () => {
    await Promise.all(targets.map(({ close }) => close()));
  });

  test(`answers ${count} requests, right ones and wrong ones, as the server does`, async () => {
    const [server, mock] = await Promise.all(targets.map(createTwin));
    for (const request of randomRequests(count, seed)) {
      const [expected, answered] = [await server?.ask(request), await mock?.ask(request)];
      expect({ request, answer: answered }).toEqual({ request, answer: expected });
    }
  });
});
