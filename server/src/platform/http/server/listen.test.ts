import { createServer } from "node:http";
import { expect, test, vi } from "vitest";
import { createLogger } from "../../log.ts";
import { surviveAcceptErrors } from "./listen.ts";

test("connections that are not accepted are logged at most once a second, and the process lives", () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line: string) => void lines.push(line) });
  const server = createServer();
  const now = vi.fn(() => 0);
  surviveAcceptErrors(server, log, now);
  const fault = Object.assign(new Error("accept EMFILE"), { code: "EMFILE" });
  for (const at of [0, 10, 999]) {
    now.mockReturnValue(at);
    server.emit("error", fault);
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("connection dropped");
  expect(lines[0]).toContain("EMFILE");
  now.mockReturnValue(1000);
  server.emit("error", fault);
  expect(lines).toHaveLength(2);
});
