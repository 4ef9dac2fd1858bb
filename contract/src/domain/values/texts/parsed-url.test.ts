import { expect, test } from "vitest";
import { parsedUrl } from "./parsed-url.ts";

test("accepts exactly the URLs of the URL standard, however often it is called", () => {
  // Node.js compiles the calls of a loop of this length. A compiled `URL.canParse` rejects such a host.
  const accepted = new Set<string | undefined>();
  for (let call = 0; call < 50_000; call += 1)
    accepted.add(parsedUrl("http://b\u00fccher.example/")?.hostname);
  expect([...accepted]).toEqual(["xn--bcher-kva.example"]);
  expect(parsedUrl("http://169.254\u00ad.169.254/")?.hostname).toBe("169.254.169.254");
  expect(parsedUrl("http://evil.example.1/")).toBeUndefined();
  expect(parsedUrl("ok.example")).toBeUndefined();
});
