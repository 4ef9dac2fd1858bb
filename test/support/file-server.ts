import { Assay } from "@assay/sdk";
import { afterAll, beforeAll } from "vitest";
import { startTestServer, type TestServer, type TestServerVariables } from "./server.ts";

/** The server that a test file or a `describe` block uses, with one workspace. */
export interface FileServer {
  readonly url: string;
  readonly deps: TestServer["deps"];
  /** The workspace's API key, which has every scope. */
  readonly apiKey: string;
  /** The `Authorization` header line with this key. */
  readonly authorization: string;
  /** The environment for a command or an example that calls the server. */
  readonly environment: Readonly<{ ASSAY_BASE_URL: string; ASSAY_API_KEY: string }>;
  /** Creates a workspace. @returns a client for it that never retries. */
  newClient: () => Promise<Assay>;
}

/**
 * Starts a server before the tests and closes it afterwards; its members are available in tests and hooks.
 */
export function useServer(
  engine: "embedded" | "postgres" = "embedded",
  variables: Partial<TestServerVariables> = {},
): FileServer {
  let server: TestServer | undefined;
  let apiKey = "";
  beforeAll(async () => {
    server = await startTestServer(engine, variables);
    apiKey = await server.newWorkspace();
  });
  afterAll(() => server?.close());
  const started = (): TestServer => {
    if (!server) throw new Error("The server is available in tests and hooks only.");
    return server;
  };
  return {
    get url() {
      return started().url;
    },
    get deps() {
      return started().deps;
    },
    get apiKey() {
      return apiKey;
    },
    get authorization() {
      return `Authorization: Bearer ${apiKey}`;
    },
    get environment() {
      return { ASSAY_BASE_URL: started().url, ASSAY_API_KEY: apiKey };
    },
    newClient: async () =>
      new Assay({ apiKey: await started().newWorkspace(), baseUrl: started().url, maxRetries: 0 }),
  };
}
