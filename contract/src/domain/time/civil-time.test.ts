import { expect, test } from "vitest";
import { zoneFormat } from "./civil-time.ts";

test("the formats of the 100 time zones that were used last are cached", () => {
  const others = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "Europe/Berlin");
  const berlin = zoneFormat("Europe/Berlin");
  for (const zone of others.slice(0, 99)) zoneFormat(zone);
  expect(zoneFormat("Europe/Berlin")).toBe(berlin);
  for (const zone of others.slice(0, 100)) zoneFormat(zone);
  expect(zoneFormat("Europe/Berlin")).not.toBe(berlin);
});
