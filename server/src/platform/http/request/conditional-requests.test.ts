import { contract, routesOf } from "@assay/contract/openapi/apis";
import { expect, test } from "vitest";
import { useServer } from "../../../../../test/support/file-server.ts";

const server = useServer();

const paths = routesOf(contract)
  .filter(({ method, path }) => method === "GET" && !path.includes(":") && !path.endsWith("/stream"))
  .map(({ path }) => [path]);

test.each([...paths, ["/openapi/evaluation.json"]])(
  "GET %s returns the whole response for conditional requests",
  async (path) => {
    const get = async (further: Record<string, string>) => {
      const headers = { authorization: `Bearer ${server.apiKey}`, ...further };
      const response = await fetch(server.url + path, { headers });
      return [response.status, (await response.arrayBuffer()).byteLength > 0];
    };
    const plain = await get({});
    for (const tag of ["*", '"x"', 'W/"x", *'])
      expect(await get({ "if-none-match": tag, "cache-control": "max-age=0" })).toEqual(plain);
    expect(await get({ "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" })).toEqual(plain);
  },
);
