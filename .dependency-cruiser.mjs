// Which folder may import which; see docs/project/decisions/0001-wings-and-import-rules.md.
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** Which wings each wing may import, types included. */
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
 * The folders that have wings, what else in them every wing may import, and what single wings may import besides: the
 * payloads of events are schemas of every wing.
 */
export const wingRoots = [
  { root: "server/src", shared: [], also: {} },
  { root: "contract/src", shared: ["domain", "wire", "export-files"], also: { webhooks: lower } },
  { root: "sdk/src/msw", shared: [], also: {} },
];

/** Tests and fixtures set up more than the wing that they lie in. */
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
      "The contract imports no other package of ours.",
      { path: "^contract/", pathNot: "\\.test(-d)?\\.ts$" },
      { path: "^(sdk|server|examples|test)/" },
    ),
    forbid(
      "sdk-not-server",
      "SDK and server never import each other.",
      { path: "^sdk/" },
      { path: "^(server|examples)/" },
    ),
    forbid(
      "server-not-sdk",
      "SDK and server never import each other.",
      { path: "^server/" },
      { path: "^(sdk|examples)/" },
    ),
    forbid(
      "client-without-contract",
      "The published client must not carry the contract; the mock and the command do.",
      { path: "^sdk/src/", pathNot: "^sdk/src/(msw|cli)/|\\.test(-d)?\\.ts$" },
      // But for two that need no schemas: the signature of webhooks and the verification of evidence exist once.
      {
        path: "^contract/",
        pathNot: "^contract/src/(wire/http/webhook-signature|wire/evidence/evidence-verify)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    ),
    forbid(
      "domain-is-pure",
      "Domain imports itself and types, nothing that acts.",
      { path: "^contract/src/domain/", pathNot: "\\.test(-d)?\\.ts$" },
      { pathNot: "^contract/src/domain/" },
    ),
    forbid(
      "queries-below-services",
      "Queries know no services and no routes; services know no routes.",
      { path: "^server/src/.*-queries\\.ts$" },
      { path: "-(service|routes)\\.ts$" },
    ),
    forbid(
      "services-below-routes",
      "Services know no routes.",
      { path: "^server/src/.*-service\\.ts$" },
      { path: "-routes\\.ts$" },
    ),
    forbid(
      "ts-rest-fenced",
      "ts-rest is touched in three places only, so that replacing it is a day's work.",
      {
        path: "^(contract|sdk|server)/src/",
        pathNot:
          "^contract/src/(platform/c|openapi/openapi)\\.ts$|^server/src/platform/http/routing/(mount|handler)\\.ts$|\\.test(-d)?\\.ts$",
      },
      { path: "@ts-rest/" },
    ),
    forbid(
      "no-cycles",
      "No module depends on itself.",
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
