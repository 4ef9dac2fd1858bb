import { expect, test } from "vitest";
import { unauthenticated } from "../refusals.ts";
import { bearerSecret } from "./bearer-secret.ts";

test.each(["Bearer assay_live_x", "bearer   assay_live_x"])("%j contains a secret", (header) =>
  expect(bearerSecret(header)).toBe("assay_live_x"),
);

test.each([null, undefined])("%j is refused as missing", (header) =>
  expect(() => bearerSecret(header)).toThrow(unauthenticated("missing")),
);

test.each(["", "Bearer", "Bearer ", "Basic assay_live_x", "Bearer a b"])(
  "%j is refused as malformed",
  (header) => expect(() => bearerSecret(header)).toThrow(unauthenticated("malformed")),
);
