import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** One of our TypeScript programs in a separate process. */
export interface ChildProgram {
  readonly pid: number;
  /** Returns the next line of output; undefined if the process exited first. */
  nextLine(): Promise<string | undefined>;
  /** All lines of output until the process exits. */
  readonly lines: AsyncIterable<string>;
  kill(signal: NodeJS.Signals): void;
  /** The exit code (null if a signal ended the process) and the standard error output. */
  readonly ended: Promise<{ code: number | null; errors: string }>;
}

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Starts a program with arguments; the program ends together with this process. */
export function startProgram(script: URL, args: readonly string[] = []): ChildProgram {
  const child = spawn(
    process.execPath,
    ["--conditions=source", "--import", "tsx", fileURLToPath(script), ...args],
    {
      cwd: repository,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.once("close", (code) => {
      process.off("exit", killWithUs);
      resolve({ code, errors });
    });
  });
  return {
    pid: child.pid ?? 0,
    nextLine: async () => {
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    lines: { [Symbol.asyncIterator]: () => lines },
    kill: (signal) => child.kill(signal),
    ended,
  };
}
