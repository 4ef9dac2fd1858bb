import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AbortError } from "../errors/errors.ts";
import * as faulty from "../client/transport/transport-fixture.ts";
import { CliError } from "./cli-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { recordedIo } from "./io-fixture.ts";
import { runCli, type AddCommand, type CommandContext } from "./program.ts";
import type { Io } from "./terminal.ts";

/** Creates a program with one command, `do FILE…`, that runs the given work. */
function command(work: (context: CommandContext, files: string[]) => unknown): AddCommand[] {
  return [
    (program, context) => {
      program
        .command("do")
        .argument("<files...>")
        .action(async (files: string[]) => {
          await work(context(), files);
        });
    },
  ];
}

async function run(argv: string[], work: Parameters<typeof command>[0] = () => {}, io: Partial<Io> = {}) {
  const recorded = { ...recordedIo({ env: { ASSAY_API_KEY: "assay_live_k" } }), ...io };
  const code = await runCli(argv, recorded, command(work));
  return {
    code,
    stdout: String(Object(recorded.stdout).text()),
    stderr: String(Object(recorded.stderr).text()),
  };
}

const abort = (): never => {
  throw new AbortError("The call was aborted.");
};
const getProject = (context: CommandContext): unknown => context.client.projects.get("proj_1");
const sayBoth = ({ output }: CommandContext): void => {
  output.line("for people");
  output.data({ for: "machines" });
};

describe("the exit code", () => {
  test("is 0 after the work succeeded", async () => {
    expect((await run(["do", "a"])).code).toBe(0);
  });

  test("is 1 when a gate fails", async () => {
    const { code } = await run(["do", "a"], (context) => (context.exitCode = exitCodes.gateFailed));
    expect(code).toBe(1);
  });

  test.each([[[]], [["no-such-command"]], [["do"]], [["do", "a", "--no-such-option"]], [["--base-url"]]])(
    "is 2 for the arguments %j, with the reason",
    async (argv) => {
      const { code, stdout, stderr } = await run(argv);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).not.toBe("");
    },
  );

  test("is 2 if the work cannot run, with the reason and no stack", async () => {
    const { code, stderr } = await run(["do", "a"], () => {
      throw new CliError("a.jsonl has no outputs.");
    });
    expect([code, stderr]).toEqual([2, "error: a.jsonl has no outputs.\n"]);
  });

  test("is 2, without control characters of names in the output", async () => {
    const { stderr } = await run(["do", "a"], () => {
      throw new CliError("Cannot read a\u001B[2Jb.");
    });
    expect(stderr).toBe("error: Cannot read a [2Jb.\n");
    expect((await run(["do\u001B[2J"])).stderr).not.toContain("\u001B");
  });

  test("is 2 for a bug in the program, with its stack", async () => {
    const { code, stderr } = await run(["do", "a"], () => {
      throw new RangeError("oops");
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: RangeError: oops\n +at /);
  });

  test("is 130 after Ctrl-C", async () => {
    const { code, stderr } = await run(["do", "a"], abort, { signal: AbortSignal.abort() });
    expect([code, stderr]).toEqual([130, "Interrupted.\n"]);
  });
});

describe("help and version", () => {
  test.each([
    ["--help", /Examples:\n {2}\$ export ASSAY_API_KEY/],
    ["--version", /^\d+\.\d+\.\d+\n$/],
  ])("%s goes to stdout with exit code 0", async (flag, text) => {
    const { code, stdout, stderr } = await run([flag]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(text);
  });
});

describe("the client", () => {
  let server: faulty.FaultyServer;
  beforeEach(async () => {
    server = await faulty.startFaultyServer(faulty.refuse(401, "unauthenticated"));
  });
  afterEach(() => server.close());

  test("is created from the options before or after the command", async () => {
    const options = ["--base-url", server.url, "--api-key", "assay_live_given"];
    const before = await run([...options, "do", "a"], getProject);
    await run(["do", "a", ...options], getProject);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill("Bearer assay_live_given"),
    );
    expect(before).toMatchObject({
      code: 2,
      stderr:
        "error: 401 unauthenticated: It is unauthenticated. (request req_1)\nCheck the key in --api-key or ASSAY_API_KEY.\n",
    });
  });

  test("is created from the environment", async () => {
    const { stdout, stderr } = recordedIo();
    const env = { ASSAY_API_KEY: "assay_live_env", ASSAY_BASE_URL: server.url };
    await run(["do", "a"], getProject, { env, stdout, stderr });
    expect(server.received[0]?.headers.authorization).toBe("Bearer assay_live_env");
  });

  test("is required only when it is used, and the error states how to set a key", async () => {
    expect((await run(["do", "a"], () => {}, { env: {} })).code).toBe(0);
    const { code, stderr } = await run(["do", "a"], (context) => context.client, { env: {} });
    expect(code).toBe(2);
    expect(stderr).toContain("\nSet ASSAY_API_KEY or pass --api-key");
  });
});

test("--json reaches the command's output", async () => {
  expect((await run(["do", "a", "--json"], sayBoth)).stdout).toBe('{\n  "for": "machines"\n}\n');
  expect((await run(["do", "a"], sayBoth)).stdout).toBe("for people\n");
});

test("a progress bar stops before the error is printed", async () => {
  const io = recordedIo({ isTTY: true });
  await run(
    ["do", "a"],
    ({ output }) => {
      output.progress({ label: "a" }).update({ completed: 1, failed: 0, total: 2 });
      throw new CliError("No more.");
    },
    io,
  );
  expect(io.stderr.text()).toMatch(/1\/2 samples.*\n.*error: No more\.\n$/s);
});
