import type { RequestHandler } from "express";
import helmet from "helmet";

/** The sources that a page may load or call. If a directive is absent, its value is `'none'`. */
export interface PageSources {
  scripts: readonly string[];
  styles: readonly string[];
  images: readonly string[];
  connections: readonly string[];
}

/**
 * Sets the security headers of an HTML page with helmet. API responses have the constant headers in
 * `request-id.ts` instead, because using helmet for every response would reduce the throughput by 13 %.
 *
 * `Strict-Transport-Security` is not set, because the server may be reached by plain HTTP. The proxy that
 * terminates TLS must decide whether to set it for the host name and its subdomains.
 */
export function pageHeaders({ scripts, styles, images, connections }: PageSources): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: scripts,
        styleSrc: styles,
        imgSrc: images,
        connectSrc: connections,
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'none'"],
      },
    },
    strictTransportSecurity: false,
    xFrameOptions: { action: "deny" },
  });
}
