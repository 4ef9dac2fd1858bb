// Checks that standalone resources make the same calls as the full client.
import { contract, routesOf } from "@assay/contract/openapi/apis";
import { describe, expect, test } from "vitest";
import { createControl } from "../generated/resources/control.ts";
import { createEvaluations } from "../generated/resources/evaluations.ts";
import { createWebhooks } from "../generated/resources/webhooks.ts";
import { Assay, AssayError, EvaluationFailedError, NotAuthorizedError, RateLimitError } from "../index.ts";
import type { AssayOptions } from "./options.ts";

const kebabCase = (text: string): string => text.replaceAll(/[A-Z]/g, "-$&").toLowerCase();
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Call = (...values: unknown[]) => Promise<unknown>;
const member = (holder: unknown, name: string): unknown => Reflect.get(Object(holder), name);

/** Creates a standalone resource. */
async function alone(place: readonly string[], options: AssayOptions): Promise<unknown> {
  const path = `../generated/resources/${place.map(kebabCase).join("/")}.ts`;
  const module: unknown = await import(/* @vite-ignore */ path);
  // Every standalone module exports one function with this name; another name fails the test.
  const create = member(module, `create${place.map(capitalized).join("")}`) as (
    given: AssayOptions,
  ) => object;
  return create(options);
}

/** Returns options for a client that needs no server, and the requests that they record. */
function recording() {
  const sent: unknown[] = [];
  const fetch = async (url: unknown, init?: RequestInit): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    delete headers["idempotency-key"];
    sent.push([init?.method, url, init?.body, headers]);
    const { pathname } = new URL(String(url));
    if (/^\/api\/(agents|policies)$/.test(pathname)) return Response.json([]);
    const lists = { approvals: [], entities: [], events: [], versions: [], nextCursor: null };
    return Response.json({ ...lists, object: "list", data: [], has_more: false, next_cursor: null });
  };
  return {
    sent,
    options: { apiKey: "k", baseUrl: "http://a.test", controlPlaneUrl: "http://b.test", fetch },
  };
}

/** The operations of resources; `me` is a method of the client itself. */
const operations = routesOf(contract).flatMap((route) =>
  route.metadata.sdk?.includes(".") ? [[route.metadata.sdk, route] as const] : [],
);

describe("a standalone resource", () => {
  test.each(operations)("%s sends the same call as the full client", async (sdk, { path }) => {
    const place = sdk.split(".");
    const name = place.pop() ?? "";
    const ids = Array.from(path.matchAll(/:\w+/g), (_, index) => `x_${index}`);
    const upload = { content: "{}\n", contentType: "application/x-ndjson" };
    // Values without an own parameter are options, so each member has the name of an option.
    const body = name === "import" ? upload : { idempotencyKey: "7" };
    const values = [...ids, body, { maxRetries: 2 }, { headers: { "x-own": "1" } }];
    const single = recording();
    const whole = recording();
    const resource = place.reduce<unknown>(member, new Assay(whole.options));
    await (member(await alone(place, single.options), name) as Call)(...values);
    await (member(resource, name) as Call)(...values);
    expect(single.sent).toEqual(whole.sent);
    expect(single.sent).toHaveLength(1);
  });

  test("sends an empty object for an omitted body", async () => {
    const single = recording();
    const whole = recording();
    await createWebhooks(single.options).rotateSecret("wh_1");
    await new Assay(whole.options).webhooks.rotateSecret("wh_1");
    expect(single.sent).toEqual(whole.sent);
  });

  test("has its generated and extra methods, and no other resource", () => {
    expect(Object.keys(createEvaluations({ apiKey: "k" })).sort()).toEqual(
      Object.keys(new Assay({ apiKey: "k" }).evaluations).sort(),
    );
    expect(Object.keys(createControl({ apiKey: "k" })).sort()).toEqual([
      "authorize",
      "authorizeBatch",
      "guard",
      "settle",
    ]);
  });

  test("rejects each call for invalid options, with the messages of the full client", async () => {
    const evaluations = createEvaluations({ apiKey: "k", baseUrl: "a.test" });
    const rejected = await evaluations.get("eval_1").catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(AssayError);
    expect(rejected).toMatchObject({ message: 'baseUrl "a.test" must be a plain http(s) URL.' });
    expect(() => new Assay({ apiKey: "k", baseUrl: "a.test" })).toThrow(String(member(rejected, "message")));
  });

  test("retries, and fails with the error classes of the full client", async () => {
    let calls = 0;
    const fetch = async (): Promise<Response> => {
      calls += 1;
      return Response.json(
        { code: "rate_limited", detail: "Too many." },
        { status: 429, headers: { "retry-after": "0", "content-type": "application/problem+json" } },
      );
    };
    const call = createEvaluations({ apiKey: "k", fetch }).get("eval_1");
    await expect(call).rejects.toBeInstanceOf(RateLimitError);
    await expect(call).rejects.toMatchObject({
      code: "rate_limited",
      message: expect.stringMatching(/Too many/),
    });
    expect(calls).toBe(3);
  });

  test("waits for an evaluation", async () => {
    const progress = { completed: 1, failed: 0, total: 2 };
    const states = ["running", "failed"];
    const fetch = async (): Promise<Response> =>
      Response.json({ id: "eval_1", status: states.shift(), progress, error: "No." });
    const waiting = createEvaluations({ apiKey: "k", fetch }).wait("eval_1", { pollIntervalMs: 1 });
    await expect(waiting).rejects.toBeInstanceOf(EvaluationFailedError);
    await expect(
      createEvaluations({ apiKey: "k", fetch }).wait("eval_1", { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ name: "AbortError" });
  });

  test("guards tools, and verifies webhooks without a call", async () => {
    const decision = { decision: false, outcome: "deny", decisionId: "dec_1", context: { message: "No." } };
    const fetch = async (): Promise<Response> => Response.json(decision);
    const tool = createControl({ apiKey: "k", fetch })
      .guard("bot")
      .tool("chart.read", () => "read");
    await expect(tool({})).rejects.toBeInstanceOf(NotAuthorizedError);
    await expect(createWebhooks({ apiKey: "k" }).unwrap("{}", {}, "whsec_AAAA")).rejects.toMatchObject({
      name: "WebhookVerificationError",
    });
  });
});
