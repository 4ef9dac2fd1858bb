import { eventKinds } from "@assay/contract/webhooks/webhook-events";
import { describe, expect, test } from "vitest";
import { CliError } from "../cli-error.ts";
import { parsePort, subscriptionOf } from "./listen-options.ts";

describe("the registration of assay webhooks listen", () => {
  test("has every kind of event except threshold crossings, which require a threshold", () => {
    const kinds = eventKinds.filter((kind) => kind !== "score.threshold_crossed");
    expect(subscriptionOf({ port: 0 })).toEqual({ event_types: kinds, config: {} });
    expect(subscriptionOf({ port: 0, threshold: ["a=b=70.5"] })).toEqual({
      event_types: [...kinds, "score.threshold_crossed"],
      config: { thresholds: { "a=b": { below: 70.5 } } },
    });
  });

  test("is limited to the requested kinds and project", () => {
    const options = { port: 0, event: ["evaluation.failed"], project: "proj_1" };
    expect(subscriptionOf(options)).toEqual({
      event_types: ["evaluation.failed"],
      config: { project: "proj_1" },
    });
  });

  test.each([
    [
      { event: ["evaluation.done"] },
      /--event is "evaluation.done"; it must be one of score.threshold_crossed, /,
    ],
    [{ event: ["score.threshold_crossed"] }, /requires a --threshold/],
    [{ threshold: ["triage_accuracy"] }, /--threshold is "triage_accuracy"; it must be an evaluator's key/],
    [{ threshold: ["triage_accuracy=101"] }, /--threshold is "triage_accuracy=101"/],
  ])("is refused for %j", (options, message) => {
    expect(() => subscriptionOf({ port: 0, ...options })).toThrow(CliError);
    expect(() => subscriptionOf({ port: 0, ...options })).toThrow(message);
  });

  test("accepts valid ports only", () => {
    expect(["0", "8799", "65535"].map(parsePort)).toEqual([0, 8799, 65_535]);
    for (const text of ["65536", "-1", "80.5", "http"]) expect(() => parsePort(text)).toThrow(CliError);
  });
});
