/** What the command's exit code means. */
export const exitCodes = {
  /** The work is done and each gate holds. */
  passed: 0,
  /** The work is done; a gate does not hold. */
  gateFailed: 1,
  /** The work could not be done: bad arguments, no server, no right to do it, a failed evaluation. */
  couldNotRun: 2,
  /** Ended by Ctrl-C: 128 + SIGINT, as shells count. */
  interrupted: 130,
} as const;

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
