// Sends many requests over keep-alive connections, as fast as the server responds.
import http from "node:http";

/** The target of the requests and their API key. */
export interface PostTarget {
  baseUrl: string;
  secret: string;
  path: string;
}

const connections = 64;

function post({ baseUrl, secret, path }: PostTarget, agent: http.Agent, body: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${secret}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${baseUrl}${path}`, { method: "POST", headers, agent }, (response) => {
      let text = "";
      response
        .setEncoding("utf8")
        .on("data", (chunk: string) => (text += chunk))
        .once("end", () =>
          response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode}: ${text}`)),
        );
    });
    request.once("error", reject).end(body);
  });
}

/**
 * Sends the bodies, 64 in parallel. @returns the responses in order and the rate per second. @throws {Error}
 * for any status other than 200.
 */
export async function postMany(
  target: PostTarget,
  bodies: readonly string[],
): Promise<{ answers: string[]; perSecond: number }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const answers: string[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    for (let index = next++; index < bodies.length; index = next++)
      answers[index] = await post(target, agent, bodies[index] ?? "");
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, run));
  const perSecond = bodies.length / ((performance.now() - started) / 1000);
  agent.destroy();
  return { answers, perSecond };
}
