import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A span as a collector receives it, with its attributes as one object. */
export interface SentSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** OTLP's number for the kind: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  /** OTLP's status code; 2 is an error. */
  status: number;
}

/** A trace collector (OTLP over HTTP, JSON) on this machine. */
export interface OtlpReceiver {
  url: string;
  spans: SentSpan[];
  /** Every received body, together with its headers. */
  raw: string[];
  close: () => Promise<void>;
}

interface Value {
  stringValue?: string;
  intValue?: number | string;
  boolValue?: boolean;
}
interface Attribute {
  key: string;
  value: Value;
}
interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<SentSpan, "attributes" | "links" | "status" | "service"> & {
        attributes: Attribute[];
        links?: SentSpan["links"];
        status?: { code?: number };
      })[];
    }[];
  }[];
}

const objectOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  );

function spansOf({ resourceSpans }: Sent): SentSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: String(objectOf(resource.attributes)["service.name"]),
        attributes: objectOf(span.attributes),
        links: span.links ?? [],
        status: span.status?.code ?? 0,
      })),
    ),
  );
}

/** Starts a trace collector. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: SentSpan[] = [];
  const raw: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    raw.push(`${JSON.stringify(request.headers)}\n${body}`);
    // Exporters send spans to a collector's standard path.
    if (request.url === "/v1/traces") spans.push(...spansOf(JSON.parse(body) as Sent));
    response.writeHead(request.url === "/v1/traces" ? 200 : 404, { "content-type": "application/json" });
    response.end("{}");
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a TCP port has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    raw,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
