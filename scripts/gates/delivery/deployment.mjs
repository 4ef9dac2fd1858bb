// The gate `deployment` reads the workflows, images and manifests as text, and finds what would let a third
// party change what is built or run: an action or an image that is not pinned, a token that is not needed.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";

/** The comment that replaces the digest of an image until the release sets the digest. */
const digestLater = "# digest: set by release";
const images = ["Dockerfile", "compose.yaml", "deploy/kubernetes.yaml"];
const kustomization = "deploy/kustomization.yaml";
const workflows = ".github/workflows";

/** Returns the lines that name an image with neither a digest nor the comment on this line or the previous one. */
export function imageFaults(path, text) {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const [, image] = /^(?:FROM|\s*(?:- )?(?:image|newTag):)\s+(\S+)/.exec(line) ?? [];
    const isPinned = /@?sha256:[0-9a-f]{64}/.test(line);
    if (!image || isPinned || `${lines[index - 1]}\n${line}`.includes(digestLater)) return [];
    return [`${path}:${index + 1}: the image "${image}" has neither a digest nor "${digestLater}"`];
  });
}

/** Returns all jobs of a workflow as `[name, job]`. */
const jobsOf = (workflow) => Object.entries(workflow.jobs ?? {});

function permissionFaults(path, workflow) {
  const isReadOnly = JSON.stringify(workflow.permissions) === JSON.stringify({ contents: "read" });
  return isReadOnly ? [] : [`${path}: "permissions" must be {contents: read}`];
}

function actionFaults(path, workflow) {
  return jobsOf(workflow).flatMap(([name, job]) =>
    [job, ...(job.steps ?? [])].flatMap(({ uses }) =>
      uses === undefined || /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(uses)
        ? []
        : [`${path}: job "${name}" uses "${uses}"; accepted: owner/name@ and the 40 digits of a commit`],
    ),
  );
}

/** A pull request can change its own workflow, so a workflow that runs for pull requests must not read secrets. */
function secretFaults(path, workflow, text) {
  const triggers = typeof workflow.on === "string" ? [workflow.on] : Object.keys(workflow.on ?? {});
  const faults = [];
  if (triggers.includes("pull_request_target")) faults.push(`${path}: "pull_request_target" is not accepted`);
  if (triggers.includes("pull_request") && /\bsecrets\s*[.[]|\bsecrets:/.test(text))
    faults.push(`${path}: a workflow for pull requests must not use secrets`);
  return faults;
}

/** Returns the faults of a workflow. */
export function workflowFaults(path, text) {
  const workflow = parse(text);
  return [
    ...permissionFaults(path, workflow),
    ...actionFaults(path, workflow),
    ...secretFaults(path, workflow, text),
    ...imageFaults(path, text),
  ];
}

/** The commands that the release must run, in order, before it publishes. */
const beforePublishing = ["npm run test:full", "npm run test:matrix", "npm run check", "--online audit"];

/** Returns what the workflows for changes and for releases lack. */
export function coverageFaults(ci, release) {
  const { matrix } = parse(ci).jobs.test.strategy;
  const wanted = { node: [20, 22, 24], postgres: [15, 18] };
  const faults = Object.entries(wanted)
    .filter(([name, versions]) => JSON.stringify(matrix[name]) !== JSON.stringify(versions))
    .map(([name, versions]) => `ci.yml: the matrix must test ${name} ${versions.join(", ")}`);
  const jobs = jobsOf(parse(release));
  const commands = jobs.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));
  const published = commands.findIndex((one) => one.includes("npm publish"));
  for (const command of beforePublishing) {
    const at = commands.findIndex((one) => one.includes(command));
    if (at < 0 || at > published) faults.push(`release.yml: "${command}" must run before "npm publish"`);
  }
  if (!commands[published]?.includes("--provenance")) faults.push("release.yml: publish with --provenance");
  return faults;
}

/** Returns the faults of the deployments in a manifest. */
export function manifestFaults(path, text) {
  const resources = parseAllDocuments(text).map((one) => one.toJS());
  return resources
    .filter(({ kind }) => kind === "Deployment")
    .flatMap(({ metadata, spec }) => {
      const pod = spec.template.spec;
      const set = pod.containers.flatMap(({ env = [] }) => env.map(({ name }) => name));
      const lacks = [
        ...(pod.automountServiceAccountToken === false ? [] : ["automountServiceAccountToken: false"]),
        ...["ASSAY_PUBLIC_URL", "ASSAY_WITNESS_DIR"].filter((name) => !set.includes(name)),
        ...(pod.topologySpreadConstraints?.length > 0 ? [] : ["topologySpreadConstraints"]),
      ];
      return lacks.map((one) => `${path}: ${metadata.name} lacks ${one}`);
    });
}

/** Fails if a workflow, an image or a manifest has a fault. */
export function deployment(root) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const names = readdirSync(join(root, workflows)).filter((name) => /\.ya?ml$/.test(name));
  const faults = [
    ...names.flatMap((name) => workflowFaults(`${workflows}/${name}`, read(`${workflows}/${name}`))),
    ...coverageFaults(read(`${workflows}/ci.yml`), read(`${workflows}/release.yml`)),
    ...[...images, kustomization].flatMap((path) => imageFaults(path, read(path))),
    ...manifestFaults("deploy/kubernetes.yaml", read("deploy/kubernetes.yaml")),
  ];
  return { ok: faults.length === 0, output: faults.join("\n") || `${names.length} workflows` };
}
