import { Presets, SingleBar } from "cli-progress";
import { isTerminal, printable, type Io } from "./terminal.ts";

/** How far a piece of work is, in samples. */
interface Step {
  completed: number;
  failed: number;
  total: number;
}

/** A progress display. */
export interface Progress {
  update(step: Step): void;
  /** Ends the display; what is shown stays. */
  stop(): void;
}

/** Shows progress on stderr: a bar on a terminal, elsewhere a line at the start, at each tenth, and at the end. */
export function createProgress(label: string, { stderr, env }: Pick<Io, "stderr" | "env">): Progress {
  return isTerminal(stderr, env)
    ? barProgress(printable(label), stderr)
    : lineProgress(printable(label), stderr);
}

function barProgress(label: string, stream: Io["stderr"]): Progress {
  const format = `${label.replaceAll(/[{}]/g, "")} {bar} {percentage}% | {value}/{total} samples{failures}`;
  const options = { format, stream, barsize: 24, hideCursor: true, gracefulExit: false };
  const bar = new SingleBar(options, Presets.shades_classic);
  let started = false;
  return {
    update(step) {
      const payload = { failures: failuresOf(step) };
      if (!started) bar.start(step.total, doneOf(step), payload);
      started = true;
      bar.setTotal(step.total);
      bar.update(doneOf(step), payload);
    },
    stop: () => bar.stop(),
  };
}

function lineProgress(label: string, stream: Io["stderr"]): Progress {
  let shownTenth = -1;
  return {
    update(step) {
      const done = doneOf(step);
      const tenth = step.total > 0 ? Math.floor((10 * done) / step.total) : 0;
      if (tenth <= shownTenth) return;
      shownTenth = tenth;
      stream.write(`${label}: ${done} of ${step.total} samples${failuresOf(step)}\n`);
    },
    stop() {},
  };
}

const doneOf = ({ completed, failed }: Step): number => completed + failed;

const failuresOf = ({ failed }: Step): string => (failed > 0 ? `, ${failed} failed` : "");
