// Tests a guarded tool with faulty services and faulty callbacks.
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Assay } from "../client/client.ts";
import { NotAuthorizedError } from "../errors/errors-guard.ts";
import { AssayError } from "../errors/errors.ts";
import type { Authorization } from "../generated/types.ts";
import type { GuardOptions } from "./guard-options.ts";
import { answerTo, exampleAuthorization, type ExampleRequest } from "./guard.fixture.ts";
import { failOnUnhandled } from "../msw/fail-on-unhandled.ts";

const base = "https://assay.test";
const address = `${base}/api/policy/authorize`;
const server = setupServer();
beforeAll(() => server.listen(failOnUnhandled));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const run = vi.fn((args: object) => args);
afterEach(() => run.mockClear());

/** Calls a guarded tool. @returns the error that the call throws. */
const failureOf = (options: GuardOptions = {}, timeoutMs = 60_000): Promise<unknown> =>
  new Assay({ apiKey: "assay_live_x", baseUrl: base, maxRetries: 0, timeoutMs }).control
    .guard("bot", options)
    .tool(
      "chart.read",
      run,
    )({ n: 1 })
    .then(
      (value: unknown) => ({ value }),
      (error: unknown) => error,
    );

/** Returns a clock at which a decision is valid, and a function that advances the clock until it has expired. */
function decisionClock({ evaluatedAt, expiresAt }: Pick<Authorization, "evaluatedAt" | "expiresAt">) {
  let now = evaluatedAt;
  return { clock: { now: () => now }, expire: () => void (now = expiresAt) };
}

/** Responds to every request with a decision on its call. */
const answers = (body: unknown): void =>
  server.use(
    http.post<never, ExampleRequest>(address, async ({ request }) =>
      jsonText(answerTo(await request.json(), body))(),
    ),
  );
/** The request of a call that accepts changed arguments. */
const sent = { agentId: "bot", tool: "chart.read", args: { n: 1 }, context: { supports: ["transform"] } };
const exampleText = (type: string, status: number) =>
  new HttpResponse(answerTo(sent, exampleAuthorization), { status, headers: { "content-type": type } });
const jsonText = (text: string | Uint8Array<ArrayBuffer>) => () =>
  new HttpResponse(text, { headers: { "content-type": "application/json" } });
const exampleWith = (found: string, written: string): string => {
  const text = answerTo(sent, { ...exampleAuthorization, warnings: [{ message: "\u00e9" }] });
  expect(text).toContain(found);
  return text.replace(found, written);
};
const approvalRequired = { ...exampleAuthorization, decision: false, outcome: "ask" };
const transforms = {
  ...exampleAuthorization,
  outcome: "transform",
  transform: [{ op: "remove", path: "/n" }],
};
const onTransform = (changed: Record<string, unknown>): Record<string, unknown> => changed;

test("the valid response allows a tool; the other tests alter it", async () => {
  answers(exampleAuthorization);
  expect(await failureOf()).toEqual({ value: { n: 1 } });
});

describe("a guarded tool is not called", () => {
  test.each([
    ["a response without a body", () => new HttpResponse(null, { status: 204 })],
    ["an empty body", () => new HttpResponse("", { headers: { "content-type": "application/json" } })],
    ["an HTML page", () => HttpResponse.html("<p>Log in</p>")],
    ["invalid JSON", () => new HttpResponse("{", { headers: { "content-type": "application/json" } })],
    ["a redirect", () => HttpResponse.redirect("https://elsewhere.test/")],
    ["a decision of another media type", () => exampleText("text/html", 200)],
    ["a decision with status 201", () => exampleText("application/json", 201)],
    ["a decision with status 203", () => exampleText("application/json", 203)],
    ["part of a decision", () => exampleText("application/json", 206)],
    ["a server error", () => HttpResponse.json(exampleAuthorization, { status: 500 })],
    ["a broken connection", () => HttpResponse.error()],
    ["later than the time limit", () => new Promise<never>(() => {}), 50],
  ])("when the response is %s", async (_what, answer, timeoutMs?: number) => {
    server.use(http.post(address, answer));
    expect(await failureOf({ onAsk: () => true, onTransform }, timeoutMs)).toBeInstanceOf(AssayError);
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    ["repeats its decision", exampleWith('"decision":true', '"decision":false,"decision":true')],
    ["repeats a member under an escaped name", exampleWith("{", String.raw`{"decisio\u006e":false,`)],
    ["repeats a member of a member", exampleWith('"context":{}', '"context":{"code":"a","code":"a"}')],
    [
      "repeats a value of a change",
      answerTo(sent, transforms).replace('"path"', '"value":5,"value":500,"path"'),
    ],
    ["has a number that JavaScript rounds", exampleWith('"context":{}', '"context":{"n":9007199254740993}')],
    ["is not UTF-8", Uint8Array.from(exampleWith("", ""), (character) => character.charCodeAt(0))],
    ["is followed by another decision", `${exampleWith("", "")}${exampleWith("", "")}`],
  ])("when the response %s", async (_what, text) => {
    server.use(http.post(address, jsonText(text)));
    const failure = await failureOf({ onAsk: () => true, onTransform });
    expect(failure).toBeInstanceOf(AssayError);
    expect(failure).toMatchObject({ message: "chart.read was not called: the response is not a decision." });
    expect(run).not.toHaveBeenCalled();
  });

  test.each([undefined, null, "p-1042", 5, () => 1])("with invalid arguments: %o", async (given) => {
    const { control } = new Assay({ apiKey: "assay_live_x", baseUrl: base, maxRetries: 0 });
    // The cast simulates a program without types.
    const call = control.guard("bot").tool("chart.read", run)(given as never);
    await expect(call).rejects.toBeInstanceOf(AssayError);
    await expect(call).rejects.toThrow("chart.read was not called: its arguments must be an object.");
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    null,
    true,
    "allow",
    1,
    [],
    [exampleAuthorization],
    {},
    { decision: true },
    { decision: true, outcome: "allow" },
    { decision: true, outcome: "allow", context: {} },
    { ...exampleAuthorization, decisionId: undefined },
    { ...exampleAuthorization, decisionId: null },
    { ...exampleAuthorization, decisionId: "" },
    { ...exampleAuthorization, context: [] },
  ])("when the response is not a decision: %o", async (answer) => {
    answers(answer);
    const failure = await failureOf({ onAsk: () => true, onTransform });
    expect(failure).toBeInstanceOf(AssayError);
    expect(failure).toMatchObject({
      message: "chart.read was not called: the response is not a decision.",
    });
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    { decision: "true" },
    { decision: 1 },
    { decision: undefined },
    { outcome: "deny" },
    { outcome: "permit" },
    { outcome: "ask" },
    { ...transforms, transform: null },
    { ...transforms, transform: "all" },
    { ...transforms, transform: [] },
    { ...transforms, outcome: "allow" },
    { transform: [] },
    { transform: false },
    { ...transforms, transform: [null] },
    { ...transforms, transform: [{ op: "test", path: "/n", value: 2 }] },
    { ...transforms, transform: [{ op: "remove" }] },
    { ...transforms, transform: [{ op: "replace", path: "/n" }] },
    { ...transforms, transform: [{ op: "add", path: "/m" }] },
    { ...transforms, expiresAt: undefined },
    { expiresAt: undefined },
    { expiresAt: exampleAuthorization.evaluatedAt },
    { expiresAt: String(exampleAuthorization.expiresAt) },
    { evaluatedAt: "1" },
    { evaluatedAt: 1, expiresAt: 2 },
  ])("for a decision that does not allow it: %o", async (part) => {
    answers({ ...exampleAuthorization, ...part });
    expect(await failureOf({ onAsk: () => true, onTransform })).toBeInstanceOf(NotAuthorizedError);
    expect(run).not.toHaveBeenCalled();
  });

  test("with an error that names the contradiction of the decision", async () => {
    const contradicts = "chart.read was not called (%): the decision contradicts itself: it is ";
    for (const [part, text] of [
      [{ outcome: "allow" }, "allow, but has a transform."],
      [{ transform: [] }, "transform, but has no changes."],
    ] as const) {
      answers({ ...transforms, ...part });
      const outcome = "outcome" in part ? part.outcome : "transform";
      const message = expect.stringContaining(`${contradicts.replace("%", outcome)}${text}`);
      expect(await failureOf({ onTransform })).toMatchObject({ message });
    }
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    [approvalRequired, { onAsk: () => Promise.reject(new Error("mine")) }],
    [
      approvalRequired,
      {
        onAsk: () => {
          throw new Error("mine");
        },
      },
    ],
    [transforms, { onTransform: () => Promise.reject(new Error("mine")) }],
  ] as const)("when a callback fails, with the error of the callback: %#", async (answer, options) => {
    answers(answer);
    expect(await failureOf(options)).toMatchObject({ message: "mine" });
    expect(run).not.toHaveBeenCalled();
  });

  test("when onAsk alters the decision instead of waiting for an approval", async () => {
    answers(approvalRequired);
    const alter = (decision: Authorization) =>
      Object.assign(decision, { decision: true, outcome: "allow" }) !== decision;
    const failure = await failureOf({ onAsk: alter });
    expect(failure).toBeInstanceOf(NotAuthorizedError);
    expect(failure).toMatchObject({ decision: { decision: false, outcome: "ask" } });
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    ["another argument", { args: { n: 2 } }],
    ["an argument of another type", { args: { n: "1" } }],
    ["a further argument", { args: { n: 1, m: 1 } }],
    ["another tool", { tool: "chart.write" }],
    ["another agent", { agentId: "bot2" }],
    ["another context", { context: { supports: [] } }],
    ["a call without the approval", { context: { supports: ["transform"] } }, { approvalId: "apr_1" }],
  ] satisfies [string, Partial<ExampleRequest>, Record<string, unknown>?][])(
    "when the response is the decision on a call with %s",
    async (_what, other: Partial<ExampleRequest>, context: Record<string, unknown> = {}) => {
      for (const body of [exampleAuthorization, transforms, approvalRequired]) {
        server.use(http.post(address, jsonText(answerTo({ ...sent, ...other }, body))));
        const onAsk = vi.fn(() => true);
        const failure = await failureOf({ onAsk, onTransform, context });
        expect(failure).toBeInstanceOf(AssayError);
        expect(failure).toMatchObject({
          message: "chart.read was not called: the response is the decision on another call.",
        });
        expect(onAsk).not.toHaveBeenCalled();
      }
      expect(run).not.toHaveBeenCalled();
    },
  );

  test("when the response has no digest of the call", async () => {
    for (const inputDigest of [undefined, null, "", 0]) {
      answers({ ...exampleAuthorization, inputDigest });
      expect(await failureOf()).toMatchObject({ message: expect.stringContaining("on another call") });
    }
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    ["a handler is missing", {}],
    ["the handler returns false", { onObligations: () => false }],
    ["the handler returns another value", { onObligations: () => "true" as unknown as boolean }],
    ["the handler returns a list", { onObligations: () => [true] as unknown as boolean }],
    [
      "the handler does not resolve with true",
      { onObligations: async () => undefined as unknown as boolean },
    ],
  ] satisfies [string, GuardOptions][])("for a decision with obligations if %s", async (_what, options) => {
    for (const body of [exampleAuthorization, transforms])
      for (const obligations of [[{ policyId: "p", obligation: "mask" }], undefined, null, {}, "none"]) {
        answers({ ...body, obligations });
        const failure = await failureOf({ ...options, onTransform });
        expect(failure).toBeInstanceOf(NotAuthorizedError);
        expect(failure).toMatchObject({
          message: expect.stringContaining("onObligations did not return true"),
        });
      }
    expect(run).not.toHaveBeenCalled();
  });

  test("if onTransform returns anything else than a plain object", async () => {
    answers(transforms);
    const values: unknown[] = [new Boolean(false), new Map(), new Date(0), [], "x", null, undefined];
    for (const value of values) {
      const failure = await failureOf({ onTransform: () => value as Record<string, unknown> });
      expect(failure).toMatchObject({
        message: expect.stringContaining("onTransform returned no arguments"),
      });
    }
    expect(run).not.toHaveBeenCalled();
  });

  test("if the obligations of its decision are not a list, whatever the handler returns", async () => {
    const onObligations = vi.fn(() => true);
    for (const obligations of [undefined, null, {}, "none", { length: 0 }]) {
      answers({ ...exampleAuthorization, obligations });
      expect(await failureOf({ onObligations })).toBeInstanceOf(NotAuthorizedError);
    }
    expect(onObligations).not.toHaveBeenCalled();
    expect(run).not.toHaveBeenCalled();
  });

  test("when the handler of obligations fails, or finishes after the decision expired", async () => {
    const obligations = [{ policyId: "p", obligation: "mask" }];
    answers({ ...exampleAuthorization, obligations });
    const fails = () => Promise.reject(new Error("mine"));
    expect(await failureOf({ onObligations: fails })).toMatchObject({ message: "mine" });
    const { clock, expire } = decisionClock(exampleAuthorization);
    const late = () => {
      expire();
      return true;
    };
    expect(await failureOf({ onObligations: late, clock })).toMatchObject({
      message: expect.stringContaining("onObligations finished after the decision expired."),
    });
    expect(run).not.toHaveBeenCalled();
  });

  test("when the response takes longer than the decision is valid", async () => {
    const delayMs = 40;
    const slow = (validMs: number) =>
      server.use(
        http.post<never, ExampleRequest>(address, async ({ request }) => {
          await new Promise((resolve) => setTimeout(resolve, delayMs));
          const { evaluatedAt } = exampleAuthorization;
          const body = { ...exampleAuthorization, expiresAt: evaluatedAt + validMs };
          return jsonText(answerTo(await request.json(), body))();
        }),
      );
    slow(delayMs / 2);
    expect(await failureOf()).toMatchObject({
      message: expect.stringContaining("the decision has expired"),
    });
    expect(run).not.toHaveBeenCalled();
    slow(60_000);
    // The time before the request does not count.
    const context = () => new Promise<Record<string, unknown>>((resolve) => setTimeout(resolve, delayMs, {}));
    expect(await failureOf({ context })).toEqual({ value: { n: 1 } });
  });

  test("when onTransform moves the expiry of the decision", async () => {
    answers({ ...transforms, expiresAt: transforms.evaluatedAt + 20 });
    const late = (changed: Record<string, unknown>, decision: Authorization) =>
      new Promise<Record<string, unknown>>((resolve) => {
        decision.expiresAt += 60_000;
        setTimeout(() => resolve(changed), 40);
      });
    expect(await failureOf({ onTransform: late })).toBeInstanceOf(NotAuthorizedError);
    expect(run).not.toHaveBeenCalled();
  });

  test("if onTransform returns no arguments", async () => {
    answers(transforms);
    const given = (value: unknown) => failureOf({ onTransform: () => value as Record<string, unknown> });
    for (const value of [undefined, null, "n", [], [{ n: 1 }], () => ({})])
      expect(await given(value)).toBeInstanceOf(NotAuthorizedError);
    expect(run).not.toHaveBeenCalled();
  });

  test("for a decision that has expired by the clock of the options", async () => {
    const at = (now: number) => failureOf({ clock: { now: () => now }, onTransform });
    const { expiresAt } = exampleAuthorization;
    for (const body of [exampleAuthorization, transforms]) {
      answers(body);
      expect(await at(expiresAt)).toMatchObject({
        message: expect.stringContaining("the decision has expired"),
        decision: { decisionId: exampleAuthorization.decisionId },
      });
      expect(run).not.toHaveBeenCalled();
      expect(await at(expiresAt - 1)).toEqual({ value: body === transforms ? {} : { n: 1 } });
      run.mockClear();
    }
  });

  test("when onTransform finishes after the decision expired", async () => {
    answers(transforms);
    const { clock, expire } = decisionClock(transforms);
    const late = (changed: Record<string, unknown>) => {
      expire();
      return changed;
    };
    expect(await failureOf({ onTransform: late, clock })).toMatchObject({
      message: expect.stringContaining("onTransform finished after the decision expired."),
    });
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    [approvalRequired, "onAsk"],
    [transforms, "onTransform"],
  ] as const)("once the signal is aborted, whether or not a callback ever ends: %#", async (answer, name) => {
    answers(answer);
    const controller = new AbortController();
    const never = () => {
      setTimeout(() => controller.abort(new Error("given up")), 1);
      return new Promise<never>(() => {});
    };
    const failure = await failureOf({ [name]: never, signal: controller.signal });
    expect(failure).toMatchObject({ message: "given up" });
    const fresh = new AbortController();
    const meanwhile = (changed: unknown) => {
      fresh.abort(new Error("given up"));
      return changed as never;
    };
    expect(await failureOf({ [name]: meanwhile, signal: fresh.signal })).toMatchObject({
      message: "given up",
    });
    expect(run).not.toHaveBeenCalled();
  });
});
