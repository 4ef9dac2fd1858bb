import { Presets, SingleBar } from "cli-progress";
import { isTerminal, printable, type Io } from "./terminal.ts";

/** How far a piece of work is, in the display's unit. */
interface Step {
  completed: number;
  failed: number;
  total: number;
}

/** What a display is about. */
export interface Work {
  label: string;
  /** What is counted, as many of it are called; default: samples. */
  unit?: string;
}

/** A progress display. */
export interface Progress {
  update(step: Step): void;
  /** Ends the display; what is shown stays. */
  stop(): void;
}

/** Shows progress on stderr: a bar on a terminal, elsewhere a line at the start, at each tenth, and at the end. */
export function createProgress(
  { label, unit = "samples" }: Work,
  { stderr, env }: Pick<Io, "stderr" | "env">,
): Progress {
  const show = isTerminal(stderr, env) ? barProgress : lineProgress;
  return show({ label: printable(label), unit }, stderr);
}

/** Ends the display when the work has ended, well or not. */
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

/** From this many on a tenth is worth a line. */
const leastWithTenths = 1000;

function lineProgress({ label, unit }: Required<Work>, stream: Io["stderr"]): Progress {
  let shownPart = -1;
  return {
    update(step) {
      const done = doneOf(step);
      // What is soon over needs no lines between its first and its last.
      const parts = step.total >= leastWithTenths ? 10 : 1;
      const part = step.total > 0 ? Math.floor((parts * done) / step.total) : 0;
      if (part <= shownPart) return;
      shownPart = part;
      stream.write(`${label}: ${done} of ${step.total} ${unitOf(step, unit)}${failuresOf(step)}\n`);
    },
    stop() {},
  };
}

/** `1 sample`, `2 samples`; KiB stay KiB. */
const unitOf = ({ total }: Step, unit: string): string => (total === 1 ? unit.replace(/s$/, "") : unit);

const doneOf = ({ completed, failed }: Step): number => completed + failed;

const failuresOf = ({ failed }: Step): string => (failed > 0 ? `, ${failed} failed` : "");
