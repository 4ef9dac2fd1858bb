import { expect, test } from "vitest";
import { createLogger } from "../log.ts";
import { forEachWorkspace } from "./each-workspace.ts";

test("an error in one workspace is logged with its id and does not stop the work in the next one", async () => {
  const lines: string[] = [];
  const log = createLogger("error", { write: (line: string) => void lines.push(line) });
  const finished: string[] = [];
  await forEachWorkspace(["damaged", "healthy"], {
    log,
    failure: "approval expiry failed",
    work: async (workspaceId) => {
      if (workspaceId === "damaged") throw new Error("The log is damaged.");
      finished.push(workspaceId);
    },
  });
  expect(finished).toEqual(["healthy"]);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      msg: "approval expiry failed",
      workspaceId: "damaged",
      err: { message: "The log is damaged." },
    },
  ]);
});
