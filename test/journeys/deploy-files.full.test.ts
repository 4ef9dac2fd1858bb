// Tests the deployment files: they use only existing settings and commands of the program, and the containers
// have the promised properties. This test does not start containers.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { program } from "../../server/src/operations/cli/program.ts";
import { knownVariables } from "../../server/src/platform/config-variables.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/**
 * Returns why `assay-server` refuses a command line (a command, then options), or undefined if the program
 * accepts the line.
 */
function refusalOf([name = "", ...args]: readonly string[]): string | undefined {
  const command = program().commands.find((one) => one.name() === name);
  if (!command) return `no command ${name}`;
  const known = command.options.flatMap(({ long }) => (long === null || long === undefined ? [] : [long]));
  const unknown = args.filter((arg) => arg.startsWith("--") && !known.includes(arg));
  return unknown.length > 0 ? `no options ${unknown.join(", ")}` : undefined;
}

const isKnown = (variable: string): boolean => knownVariables.includes(variable);

interface Container {
  args: string[];
  envFrom?: unknown[];
  env?: { name: string }[];
  ports: { name: string; containerPort: number }[];
  securityContext: { allowPrivilegeEscalation: boolean; readOnlyRootFilesystem: boolean };
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
}
interface Probe {
  httpGet: { path: string; port: string };
}
interface Resource {
  kind: string;
  metadata: { name: string };
  spec: {
    replicas: number;
    selector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: { runAsNonRoot: boolean };
        containers: Container[];
      };
    };
  };
}

test("the image has two stages, runs without root, and has a health check", () => {
  const text = read("Dockerfile");
  const [, final = ""] = text.split(/^FROM .*$/m).filter((part) => part.includes("COPY"));
  expect(text.match(/^FROM node:24-bookworm-slim/gm)).toHaveLength(2);
  expect(final).toMatch(/^USER node$/m);
  expect(final).toMatch(/^HEALTHCHECK [\s\S]*\/readyz/m);
  expect(final).not.toMatch(/COPY (?!--from=build)/);
  // Two fifths of the libraries' size are files that only development needs.
  expect(text).toMatch(/find \/out\/node_modules .*'\*\.map'.* -delete/);
  const set = [...final.matchAll(/^ENV (.*)$/gm)].flatMap(
    ([, pairs = ""]) => pairs.match(/[A-Z_]+(?==)/g) ?? [],
  );
  expect(set.filter((name) => !isKnown(name) && name !== "NODE_ENV")).toEqual([]);
  const [, cmd = "[]"] = /^CMD (\[.*\])$/m.exec(final) ?? [];
  expect(refusalOf(JSON.parse(cmd))).toBeUndefined();
});

test("compose starts two servers, a worker and Postgres, with existing variables and commands", () => {
  interface Service {
    command?: string[];
    environment: Record<string, string>;
    deploy?: { replicas: number };
    healthcheck?: { test: string[] };
  }
  const { services }: { services: Record<string, Service> } = parse(read("compose.yaml"), { merge: true });
  expect(Object.keys(services).sort()).toEqual(["database", "server", "worker"]);
  expect(services["server"]?.deploy?.replicas).toBe(2);
  expect(services["database"]?.healthcheck?.test).toContain("pg_isready");
  for (const { command, environment } of [services["server"], services["worker"]].flatMap(
    (one) => one ?? [],
  )) {
    expect(refusalOf(command ?? [])).toBeUndefined();
    expect(Object.keys(environment).filter((name) => !isKnown(name))).toEqual([]);
    expect(environment["ASSAY_SECRET_KEYS"]).toContain("?");
  }
});

test("Kubernetes has two servers and a worker, each with working probes and without root", () => {
  const resources: Resource[] = parseAllDocuments(read("deploy/kubernetes.yaml")).map((one) => {
    expect(one.errors).toEqual([]);
    return one.toJS();
  });
  const deployments = resources.filter(({ kind }) => kind === "Deployment");
  expect(deployments.map(({ metadata, spec }) => [metadata.name, spec.replicas])).toEqual([
    ["assay-server", 2],
    ["assay-worker", 1],
  ]);
  for (const { spec } of deployments) {
    const { metadata, spec: pod } = spec.template;
    expect(metadata.labels).toMatchObject(spec.selector.matchLabels);
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    // After the drain, a stop may take 25 seconds.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(35);
    for (const container of pod.containers) {
      expect(refusalOf(container.args)).toBeUndefined();
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
      });
      for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
        expect(["/healthz", "/readyz"]).toContain(httpGet.path);
        expect(container.ports.map(({ name }) => name)).toContain(httpGet.port);
      }
    }
  }
  expect(resources.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["Service", "PodDisruptionBudget"]),
  );
});
