import { Presets, SingleBar } from "cli-progress";
import { isTerminal, printable, type Io } from "./terminal.ts";

/** The progress of some work, in the display's unit. */
interface Step {
  completed: number;
  failed: number;
  total: number;
}

/** Work shown by a progress display. */
export interface Work {
  label: string;
  /** Unit in the plural; default: samples. */
  unit?: string;
}

/** A progress display. */
export interface Progress {
  update(step: Step): void;
  /** Stops the display; its last state stays visible. */
  stop(): void;
}

/**
 * Shows progress on stderr: as a bar on a terminal; otherwise, as one line at the start, after each tenth and
 * at the end.
 */
export function createProgress(
  { label, unit = "samples" }: Work,
  { stderr, env }: Pick<Io, "stderr" | "env">,
): Progress {
  const show = isTerminal(stderr, env) ? barProgress : lineProgress;
  return show({ label: printable(label), unit }, stderr);
}

/** Stops the display when the work has completed or failed. */
export async function withProgress<T>(
  progress: Progress,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}

function barProgress({ label, unit }: Required<Work>, stream: Io["stderr"]): Progress {
  const format = `${label.replaceAll(/[{}]/g, "")} {bar} {percentage}% | {value}/{total} {unit}{failures}`;
  const options = { format, stream, barsize: 24, hideCursor: true, gracefulExit: false };
  const bar = new SingleBar(options, Presets.shades_classic);
  let started = false;
  return {
    update(step) {
      const payload = { unit: unitOf(step, unit), failures: failuresOf(step) };
      if (!started) bar.start(step.total, doneOf(step), payload);
      started = true;
      bar.setTotal(step.total);
      bar.update(doneOf(step), payload);
    },
    stop: () => bar.stop(),
  };
}

/** Minimum total amount of work for which a line is printed after each tenth. */
const minTotalForTenths = 1000;

function lineProgress({ label, unit }: Required<Work>, stream: Io["stderr"]): Progress {
  let shownPart = -1;
  return {
    update(step) {
      const done = doneOf(step);
      // Short work prints only its first and last line.
      const parts = step.total >= minTotalForTenths ? 10 : 1;
      const part = step.total > 0 ? Math.floor((parts * done) / step.total) : 0;
      if (part <= shownPart) return;
      shownPart = part;
      stream.write(`${label}: ${done} of ${step.total} ${unitOf(step, unit)}${failuresOf(step)}\n`);
    },
    stop() {},
  };
}

/** Returns `sample` for a total of 1, and `samples` otherwise; KiB is unchanged. */
const unitOf = ({ total }: Step, unit: string): string => (total === 1 ? unit.replace(/s$/, "") : unit);

const doneOf = ({ completed, failed }: Step): number => completed + failed;

const failuresOf = ({ failed }: Step): string => (failed > 0 ? `, ${failed} failed` : "");
