import { expectTypeOf, test } from "vitest";
import type { Approval, WebhookEvent } from "../index.ts";

/** A handler that reads a payload after it compared the kind. */
const digestOf = (event: WebhookEvent): string | null =>
  event.event === "approval.requested" ? event.data.actionDigest : null;

test("the kind of an event determines the type of its payload", () => {
  expectTypeOf(digestOf).returns.toEqualTypeOf<string | null>();
  type Expired = Extract<WebhookEvent, { event: "approval.expired" }>;
  expectTypeOf<Expired["data"]>().toEqualTypeOf<Approval>();
});
