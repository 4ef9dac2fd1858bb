import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, expect, test, vi } from "vitest";
import { createFastServer } from "./fast-prototypes.ts";

afterEach(() => vi.restoreAllMocks());

test("requests are created with Express's prototype, so that setting it changes nothing", async () => {
  const app = express();
  app.get("/", (request, response) => void response.json({ host: request.hostname, path: request.path }));
  const server = createFastServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const changes: unknown[] = [];
  const original = Object.setPrototypeOf.bind(Object);
  vi.spyOn(Object, "setPrototypeOf").mockImplementation((target: object, prototype: object | null) => {
    if (Object.getPrototypeOf(target) !== prototype) changes.push(target);
    return original(target, prototype);
  });
  // `address()` returns an object if the server listens on a TCP port.
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(await response.json()).toEqual({ host: "127.0.0.1", path: "/" });
  const ofHttp = changes.filter(
    (target) => "headersSent" in Object(target) || "httpVersion" in Object(target),
  );
  expect(ofHttp).toEqual([]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
