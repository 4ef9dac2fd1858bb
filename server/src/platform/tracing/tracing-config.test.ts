import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../config.ts";

const endpoint = "http://collector:4318";

describe("the endpoint of traces", () => {
  test("is undefined if no address is set", () => {
    expect(readConfig({ OTEL_SERVICE_NAME: "front" }).tracing).toBeUndefined();
  });

  test("is the path for traces below the address, with decoded headers", () => {
    const read = (address: string) =>
      readConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT: address,
        OTEL_EXPORTER_OTLP_HEADERS: "Api-Key=a%20b, x=1=2",
        OTEL_TRACES_SAMPLER_ARG: ".25",
      }).tracing;
    expect(read(endpoint)).toEqual({
      url: "http://collector:4318/v1/traces",
      headers: { "api-key": "a b", x: "1=2" },
      serviceName: "assay",
      ratio: 0.25,
    });
    expect(read("https://host/otlp/")?.url).toBe("https://host/otlp/v1/traces");
  });

  test.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317", "must be an http(s) URL"],
    [
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "https://assay:canary@host/otlp",
      "without user name and password; set the collector's credentials",
    ],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "https://assay:canary@ho st", "must be an http(s) URL"],
    ["ASSAY_PUBLIC_URL", "https://canary@assay.example.org", "without user name and password"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "Bearer secret-canary", "must be name=value"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "key=secret-canary%", "must be name=value"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5", "must be a number from 0 to 1"],
  ])("is refused if %s is %j, without showing a key", (name, value, refusal) => {
    const read = () => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(refusal);
    expect(read).not.toThrow("canary");
  });
});
