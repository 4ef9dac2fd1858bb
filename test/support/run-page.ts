import { createServer } from "node:http";
import type { Browser } from "puppeteer-core";

/** A page's files by path, each with its media type; `/` is an empty page. */
export type PageFiles = Record<string, { type: string; body: string | Uint8Array }>;

/**
 * Opens a page whose files are served from a local URL, and calls the function `run` that its module
 * `/page.mjs` exports.
 *
 * @returns the resolved value of `run`, as JSON.
 * @throws {Error} with the error that `run`, or the loading of the module, threw in the page.
 */
export async function runPage(browser: Browser, files: PageFiles): Promise<unknown> {
  const { url, close } = await servePage(files);
  const page = await browser.newPage();
  try {
    // Disable this time limit; the time limit of the test applies instead.
    await page.goto(url, { timeout: 0 });
    return await page.evaluate('import("/page.mjs").then(({ run }) => run())');
  } finally {
    await page.close();
    await close();
  }
}

async function servePage(files: PageFiles): Promise<{ url: string; close: () => Promise<void> }> {
  const empty = { type: "text/html", body: "<!doctype html>" };
  const server = createServer((request, response) => {
    const file = request.url === "/" ? empty : files[request.url ?? ""];
    if (file) response.writeHead(200, { "content-type": file.type }).end(file.body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
