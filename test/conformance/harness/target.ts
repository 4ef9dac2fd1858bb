/** Something that answers as the API: a server, or the mock. */
export interface Target {
  name: string;
  baseUrl: string;
  /** Makes an empty workspace. @returns the secret of a key with every scope. */
  newWorkspace: () => Promise<string>;
  /** Stops evaluations from going on; those in hand may end first. */
  hold: () => Promise<void>;
  resume: () => void;
  /** Moves the target's clock on. */
  advance: (ms: number) => void;
  close: () => Promise<void>;
}
