import { vi } from "vitest";
import { program } from "../../server/src/operations/cli/program.ts";

/** The result of a command. */
export interface Operated {
  code: number;
  stdout: string;
  stderr: string;
}

class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/**
 * Runs an `assay-server` command in this process, one command at a time, because a new process takes seconds
 * to start.
 *
 * @param environment all configuration variables that the command can read.
 */
export async function operate(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Operated> {
  const written = { stdout: "", stderr: "" };
  const take = (to: "stdout" | "stderr") => (text: unknown) => {
    written[to] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation(take("stdout")),
    vi.spyOn(process.stderr, "write").mockImplementation(take("stderr")),
    vi.spyOn(console, "log").mockImplementation((text: unknown) => take("stdout")(`${String(text)}\n`)),
    vi.spyOn(console, "error").mockImplementation((text: unknown) => take("stderr")(`${String(text)}\n`)),
    vi.spyOn(process, "exit").mockImplementation((code) => {
      throw new Exit(Number(code ?? 0));
    }),
  ];
  for (const [name, value] of Object.entries({ LOG_LEVEL: "silent", ...environment }))
    vi.stubEnv(name, value);
  let code = 0;
  try {
    await program().parseAsync([...args], { from: "user" });
    code = Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    ({ code } = error);
  } finally {
    process.exitCode = undefined;
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
  return { code, ...written };
}
