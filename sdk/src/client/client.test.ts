import { contract, routesOf } from "@assay/contract/openapi/apis";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Assay, InvalidArgumentError, NotFoundError } from "../index.ts";
import * as faulty from "./transport/transport-fixture.ts";

let server: faulty.FaultyServer;
let assay: Assay;
beforeEach(async () => {
  server = await faulty.startFaultyServer(faulty.refuse(404, "not_found"));
  assay = new Assay({ baseUrl: server.url, apiKey: "assay_live_secret" });
});
afterEach(() => server.close());

test("neither the client nor an error contains the key", async () => {
  const error: unknown = await assay.projects.get("proj_1").catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NotFoundError);
  for (const shown of [assay, error]) {
    expect(inspect(shown, { depth: 20, showHidden: true })).not.toContain("secret");
    expect(JSON.stringify(shown)).not.toContain("secret");
  }
});

test("an id cannot change the route of a call", async () => {
  await expect(assay.evaluations.cancel("../../v1/api_keys")).rejects.toBeInstanceOf(NotFoundError);
  expect(server.received[0]?.url).toBe("/v1/evaluations/..%2F..%2Fv1%2Fapi_keys/cancel");
  await expect(assay.projects.get("..")).rejects.toBeInstanceOf(InvalidArgumentError);
});

test.each(
  routesOf(contract).flatMap((route) =>
    route.metadata.sdk === null ? [] : [[route.metadata.sdk, route] as const],
  ),
)("%s calls its operation's method and path", async (sdk, { method, path }) => {
  const call = sdk.split(".").reduce<unknown>((place, name) => Reflect.get(Object(place), name), assay);
  const ids = Array.from(path.matchAll(/:\w+/g), () => "x_1");
  // Only the route of the call matters here, so the arguments are arbitrary.
  await expect((call as (...values: unknown[]) => Promise<unknown>)(...ids)).rejects.toBeInstanceOf(
    NotFoundError,
  );
  expect(server.received.map((received) => [received.method, received.url])).toEqual([
    [method, path.replaceAll(/:\w+/g, "x_1")],
  ]);
});
