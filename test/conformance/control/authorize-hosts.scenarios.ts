// Scenarios for the forms in which a call can name a host.
import { expect } from "vitest";
import { call, newBot } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { scenario } from "../harness/scenario.ts";

/** Returns the messages of a call's reasons about hosts. */
const messagesOf = async ({ assay }: Context, args: Record<string, unknown>): Promise<string[]> =>
  (await assay.control.authorize(call({ args }))).reasons.flatMap(({ code, message }) =>
    code === "egress_outside_boundary" ? [message] : [],
  );

const privateHost = (host: string): string[] => [
  `Outside the boundary "default": host "${host}" is not a public address.`,
];
const unreadable = ['Outside the boundary "default": host "(unreadable)" is not a readable host.'];

export const authorizeHostScenarios = [
  scenario(
    "authorize",
    200,
    "reads a host that is not ASCII in the same way after many calls",
    async (context) => {
      await newBot(context);
      const address = "http:// @169.254\u00AD.169.254/latest/";
      for (let round = 0; round < 6; round += 1) {
        expect(await messagesOf(context, { u: address })).toEqual(privateHost("169.254.169.254"));
        const links = Array.from(
          { length: 1500 },
          (_, index) => `http://h${index % 90}.example.org/${round}`,
        );
        expect(await messagesOf(context, { links })).toEqual([]);
      }
    },
  ),
  scenario(
    "authorize",
    200,
    "finds the host of a text that starts with slashes and white space",
    async (context) => {
      await newBot(context);
      for (const text of ["// @10.0.0.1/x", "\\\\\u00A0u:p@10.0.0.1", "///\t @10.0.0.1"]) {
        for (const member of ["u", "url"])
          expect(await messagesOf(context, { [member]: text }), text).toEqual(privateHost("10.0.0.1"));
      }
      for (const text of ["//10.0.0.1:99999/ x", "\\\\\r127.0.0.1%40"])
        expect(await messagesOf(context, { u: text }), text).toEqual(unreadable);
      expect(await messagesOf(context, { u: "// a b c" })).toEqual([]);
      expect(await messagesOf(context, { url: "// a b c" })).toEqual(unreadable);
    },
  ),
];
