// Which folders a folder may import; see docs/project/decisions/0001-wings-and-import-rules.md.
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** The wings that each wing may import; the rule also covers types. */
const lower = ["platform", "workspace", "evaluation", "evidence", "review", "control", "webhooks"];
const wings = {
  platform: [],
  workspace: ["platform"],
  evaluation: ["platform", "workspace"],
  evidence: ["platform", "workspace"],
  review: ["platform", "workspace", "evaluation"],
  control: ["platform", "workspace", "evidence"],
  webhooks: ["platform", "workspace", "evaluation"],
  app: lower,
  operations: [...lower, "app"],
};

/**
 * The folders that contain wings. Every wing in `root` may also import the folders in `shared`. `also`
 * overrides the list of importable wings for a single wing. In the contract, the wing `webhooks` may import
 * every lower wing, because it contains the payloads of their events.
 */
export const wingRoots = [
  { root: "server/src", shared: [], also: {} },
  { root: "contract/src", shared: ["domain", "wire", "export-files"], also: { webhooks: lower } },
  { root: "sdk/src/msw", shared: [], also: {} },
];

/** Tests and fixtures may import every wing, because their set-up can involve several. */
export const testFiles = "\\.(test(-d)?|fixture)\\.ts$";

const wingRules = wingRoots.flatMap(({ root, shared, also }) =>
  Object.entries(wings).map(([wing, imports]) => {
    const allowed = [...(also[wing] ?? imports), ...shared];
    return forbid(
      `wing-${wing}-of-${root.replaceAll("/", "-")}`,
      `In ${root}, ${wing} imports ${allowed.join(", ") || "no other wing"} only.`,
      { path: `^${root}/${wing}/`, pathNot: testFiles },
      { path: `^${root}/`, pathNot: `^${root}/(${[wing, ...allowed].join("|")})/` },
    );
  }),
);

export default {
  forbidden: [
    ...wingRules,
    forbid(
      "contract-knows-nobody",
      "The contract must not import the SDK, the server, the examples or the tests.",
      { path: "^contract/", pathNot: "\\.test(-d)?\\.ts$" },
      { path: "^(sdk|server|examples|test)/" },
    ),
    forbid(
      "sdk-not-server",
      "The SDK and the server must not import each other.",
      { path: "^sdk/" },
      { path: "^(server|examples)/" },
    ),
    forbid(
      "server-not-sdk",
      "The SDK and the server must not import each other.",
      { path: "^server/" },
      { path: "^(sdk|examples)/" },
    ),
    forbid(
      "client-without-contract",
      "The published client must not contain the contract; only the mock, the command and reports may import the contract.",
      { path: "^sdk/src/", pathNot: "^sdk/src/(msw|cli|report)/|\\.test(-d)?\\.ts$" },
      // Five modules of the contract are exempt, because they need no schemas: the webhook signature, the
      // verification of evidence, the strict reader of JSON, the application of changes and the digested part of
      // a call. The client imports them, so that their code exists only once.
      {
        path: "^contract/",
        pathNot:
          "^contract/src/(wire/http/webhook-signature|wire/evidence/evidence-verify|wire/json/json-text|wire/json/json-patch|wire/decisions/digested-input)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    ),
    forbid(
      "report-is-pure",
      "Plots and reports must only import the pure domain code, generated types and scales.",
      { path: "^sdk/src/report/", pathNot: testFiles },
      {
        pathNot:
          "^sdk/src/report/|^contract/src/domain/|^sdk/src/generated/types\\.ts$|node_modules/(\\.pnpm/)?(@types[/+])?d3-scale",
      },
    ),
    forbid(
      "domain-is-pure",
      "The folder `domain` must only import its own files, because its functions are pure.",
      { path: "^contract/src/domain/", pathNot: "\\.test(-d)?\\.ts$" },
      { pathNot: "^contract/src/domain/" },
    ),
    forbid(
      "queries-below-services",
      "Queries must not import services or routes.",
      { path: "^server/src/.*-queries\\.ts$" },
      { path: "-(service|routes)\\.ts$" },
    ),
    forbid(
      "services-below-routes",
      "Services must not import routes.",
      { path: "^server/src/.*-service\\.ts$" },
      { path: "-routes\\.ts$" },
    ),
    forbid(
      "ts-rest-fenced",
      "Only four files may import ts-rest, so that replacing it stays a small change.",
      {
        path: "^(contract|sdk|server)/src/",
        pathNot:
          "^contract/src/(platform/c|openapi/openapi)\\.ts$|^server/src/platform/http/routing/(mount|handler)\\.ts$|\\.test(-d)?\\.ts$",
      },
      { path: "@ts-rest/" },
    ),
    forbid(
      "no-cycles",
      "Imports must not form a cycle.",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    ),
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(contract|sdk|server|examples|test).*/(dist|generated)/" },
    enhancedResolveOptions: {
      conditionNames: ["source", "import", "require", "node", "default"],
      exportsFields: ["exports"],
      extensions: [".ts", ".mjs", ".js", ".json"],
    },
  },
};
