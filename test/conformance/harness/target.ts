/** An implementation of the API: either a server or the mock. */
export interface Target {
  name: string;
  baseUrl: string;
  /** Creates an empty workspace. @returns the secret of a key with every scope. */
  newWorkspace: () => Promise<string>;
  /** Pauses evaluations; those in progress may complete first. */
  hold: () => Promise<void>;
  resume: () => void;
  /** Deletes every workspace of a target that does the due work of all workspaces in each request. */
  reset?: () => void;
  /** Advances the target's clock. */
  advance: (ms: number) => void;
  /** Waits until due work is done, each event has its deliveries, and no delivery is due. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
}
