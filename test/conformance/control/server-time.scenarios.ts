import { expect } from "vitest";
import { call, decisionsIn, newBot } from "../harness/arrange-authorize.ts";
import { expectFaults } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const minute = 60_000;

/** The last Sunday of a month at 01:00 UTC: the change of summer time in the European Union. */
function changeIn(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 24 * 60 * minute;
}

/**
 * Returns the next change of summer time after an instant, and the local hours in Berlin before and after the
 * change.
 */
function nextChange(after: number): { at: number; hours: [before: number, after: number] } {
  const year = new Date(after).getUTCFullYear();
  const changes = [year, year + 1].flatMap((each) => [
    { at: changeIn(each, 2), hours: [1, 3] as [number, number] },
    { at: changeIn(each, 9), hours: [2, 2] as [number, number] },
  ]);
  const next = changes.find(({ at }) => at > after + 60 * minute);
  if (!next) throw new Error("Two years have no change of summer time.");
  return next;
}

export const serverTimeScenarios = [
  engineScenario("authorize", 200, "gives policies the local time of the decision", async (context) => {
    const { control } = context.assay;
    await newBot(context);
    const timeOf = async (): Promise<Record<string, unknown>> => {
      const { evaluatedAt } = await control.authorize(call());
      const { now } = Object((await decisionsIn(context)).at(-1)?.data?.["facts"]) as { now: object };
      const instant = new Date(evaluatedAt).toISOString();
      expect(now).toMatchObject({ epochMs: evaluatedAt, instant, minute: Number(instant.slice(14, 16)) });
      return { ...now };
    };
    const utc = await timeOf();
    const instant = String(utc["instant"]);
    expect(utc).toMatchObject({
      date: instant.slice(0, 10),
      hour: Number(instant.slice(11, 13)),
      zone: "UTC",
    });
    await control.settings.put({ timeZone: "Europe/Berlin" });
    const { at, hours } = nextChange(Number(utc["epochMs"]));
    context.target.advance(at - 10 * minute - Number(utc["epochMs"]));
    const before = await timeOf();
    context.target.advance(20 * minute);
    const after = await timeOf();
    expect([before["hour"], after["hour"]]).toEqual(hours);
    // The changes are on a Sunday.
    expect(after).toMatchObject({ zone: "Europe/Berlin", dayOfWeek: 7 });
  }),
  scenario("createPolicy", 200, "accepts the time in a test case", async ({ assay, request }) => {
    const text = "permit (principal, action, resource) when { context.facts.now.hour < 9 };";
    const body = (now: object) => ({
      id: "early",
      text,
      tests: [{ name: "at night", request: { facts: { now } }, expect: "allow" as const }],
    });
    const night = { instant: "2026-03-02T02:00:00+01:00", zone: "Europe/Berlin" };
    const { tests } = await assay.control.policies.create(body(night));
    expect(tests[0]?.request?.facts).toEqual({ now: night });
    expect(await assay.control.policies.test("early", {})).toMatchObject({ passed: 1, failed: 0 });
    const refused = await request("POST", "/api/policies", {
      body: body({ zone: "Mars/Base", hour: 24, second: 1 }),
    });
    const at = "/tests/0/request/facts/now";
    expectFaults(
      refused,
      [`${at}/hour`, "too_big", "hour is 24; it must be at most 23."],
      [
        `${at}/zone`,
        "invalid_value",
        'zone is "Mars/Base"; it must be the IANA name of a time zone, for example Europe/Berlin.',
      ],
      [
        `${at}/second`,
        "unknown_field",
        "second is not a field that this object accepts; accepted: date, dayOfWeek, epochMs, hour, instant, minute, zone.",
      ],
    );
  }),
];
