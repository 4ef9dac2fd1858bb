import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Assay } from "./client.ts";
import { log, type LogLevel } from "./logger.ts";
import { readOptions, type AssayOptions, type Settings } from "./options.ts";

/** Reads options as the client does, and throws for invalid ones. */
function resolveOptions(options: AssayOptions): Settings {
  expect(new Assay(options)).toBeInstanceOf(Assay);
  return readOptions(options);
}

const key = "assay_live_0123456789";
const withKey = (options: AssayOptions = {}) => resolveOptions({ apiKey: key, ...options });

beforeEach(() => {
  for (const name of ["ASSAY_API_KEY", "ASSAY_BASE_URL", "ASSAY_CONTROL_PLANE_URL"]) vi.stubEnv(name, "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe("the API key", () => {
  test("comes from the options before the environment, without the newline of a file", () => {
    vi.stubEnv("ASSAY_API_KEY", "assay_live_env\n");
    expect(resolveOptions({}).apiKey).toBe("assay_live_env");
    expect(resolveOptions({ apiKey: ` ${key}\n` }).apiKey).toBe(key);
  });

  test.each(["", " ", undefined])("is required if it is %j", (apiKey) => {
    expect(() => resolveOptions({ apiKey })).toThrow("No API key: pass apiKey, or set ASSAY_API_KEY.");
  });

  test("is refused without being quoted if invalid", () => {
    expect(() => withKey({ apiKey: "assay_live\nsecret" })).toThrow(
      /^The API key has an invalid character\.$/,
    );
    expect(() => withKey({ apiKey: "schlüssel" })).toThrow(/^The API key has/);
  });

  test("is refused in a browser unless allowed by the caller", () => {
    vi.stubGlobal("window", {});
    vi.stubGlobal("document", {});
    expect(() => withKey()).toThrow("dangerouslyAllowBrowser: true allows that");
    expect(withKey({ dangerouslyAllowBrowser: true }).apiKey).toBe(key);
  });

  test("is accepted in a worker, which has no document", () => {
    vi.stubGlobal("window", {});
    expect(withKey().apiKey).toBe(key);
  });
});

test.each(["baseURL", "apikey", "timeout"])("%s, an unknown option, is refused by name", (name) => {
  expect(() => new Assay({ ...(name !== "apikey" && { apiKey: key }), [name]: "x" })).toThrow(
    `The option is "${name}"; it must be one of apiKey, baseUrl, controlPlaneUrl, timeoutMs, maxRetries, logLevel, dangerouslyAllowBrowser, fetch, logger, headers.`,
  );
});

describe("the addresses", () => {
  test("default to the local server, for the control plane too", () => {
    expect(withKey()).toMatchObject({
      baseUrl: "http://127.0.0.1:8787",
      controlPlaneUrl: "http://127.0.0.1:8787",
    });
    expect(withKey({ baseUrl: "https://a.test" }).controlPlaneUrl).toBe("https://a.test");
  });

  test("come from the environment", () => {
    vi.stubEnv("ASSAY_BASE_URL", "https://a.test");
    vi.stubEnv("ASSAY_CONTROL_PLANE_URL", "https://b.test/x");
    expect(withKey()).toMatchObject({ baseUrl: "https://a.test", controlPlaneUrl: "https://b.test/x" });
  });

  test.each(["", "a.test", "ftp://a.test", "https://", "https://a b"])("cannot be %j", (baseUrl) => {
    expect(() => withKey({ baseUrl })).toThrow(`baseUrl "${baseUrl}" must be a plain http(s) URL.`);
  });

  test("cannot contain a password, query or fragment; the error message does not quote these parts", () => {
    for (const [sign, secret] of ["?key=secret", "#secret"].map((rest) => [rest.slice(0, 1), rest]))
      expect(() => withKey({ baseUrl: `https://a.test${secret}` })).toThrow(
        `baseUrl "https://a.test${sign}***" must be a plain http(s) URL.`,
      );
    expect(() => withKey({ controlPlaneUrl: "https://me:secret@a.test" })).toThrow(
      'controlPlaneUrl "https://***@a.test" must be a plain http(s) URL.',
    );
  });
});

describe("the limits", () => {
  test("default to 60 s per attempt and two retries", () => {
    expect(withKey()).toMatchObject({ timeoutMs: 60_000, maxRetries: 2 });
    expect(withKey({ timeoutMs: Infinity, maxRetries: 0 })).toMatchObject({
      timeoutMs: Infinity,
      maxRetries: 0,
    });
  });

  test.each([
    { timeoutMs: 0 },
    { timeoutMs: -1 },
    { timeoutMs: NaN },
    { maxRetries: -1 },
    { maxRetries: NaN },
  ])("cannot be %j", (options) => {
    expect(() => withKey(options)).toThrow("timeoutMs must be above 0, maxRetries 0 or more");
  });
});

test("an unreadable environment counts as empty", () => {
  vi.stubGlobal("process", {
    get env(): never {
      throw new Error("NotCapable");
    },
  });
  expect(withKey().baseUrl).toBe("http://127.0.0.1:8787");
});

test("a runtime without a process has no environment", () => {
  vi.stubGlobal("process", undefined);
  expect(withKey().baseUrl).toBe("http://127.0.0.1:8787");
});

const record = () => {
  const lines: string[] = [];
  const write = (message: string) => void lines.push(message);
  return { lines, logger: { error: write, warn: write, info: write, debug: write } };
};

describe("the log", () => {
  test.each([
    ["off", 0],
    ["error", 1],
    ["warn", 2],
    ["info", 3],
    ["debug", 4],
  ] as const)("at the level %s contains %d of the four levels", (logLevel, count) => {
    const { lines, logger } = record();
    for (const each of ["error", "warn", "info", "debug"] as const) log({ logger, logLevel }, each, each);
    expect(lines).toHaveLength(count);
  });

  test("cannot have an unknown level", () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in a program without types
    const logLevel = "verbose" as LogLevel;
    expect(() => withKey({ logLevel })).toThrow(
      'logLevel is "verbose"; it must be one of off, error, warn, info, debug.',
    );
  });
});
