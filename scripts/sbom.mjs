// Writes a software bill of materials (CycloneDX 1.6) for each published package and for the image of the
// server, and checks them. Usage: node scripts/sbom.mjs [folder], after scripts/pack.mjs. Two builds of one
// release are equal byte for byte, so that anyone can rebuild a bill and compare it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { delivered, deliveredPackages } from "./dependencies.mjs";
import { bundledIn } from "./notices.mjs";

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const inOrder = (one, other) => (one < other ? -1 : Number(one > other));

/** Returns what pnpm lists for each delivered package, by its folder. */
function listedByPnpm(root) {
  const folder = mkdtempSync(join(tmpdir(), "assay-sbom-"));
  try {
    const { packageManager } = readJson(join(root, "package.json"));
    const filters = delivered.flatMap((name) => ["--filter", `./${name}`]);
    const format = ["--sbom-format", "cyclonedx", "--sbom-spec-version", "1.6", "--prod", "--split"];
    const args = ["--yes", packageManager, ...filters, "sbom", ...format, "--out", join(folder, "%s.json")];
    const { status, stdout, stderr } = spawnSync("npx", args, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(`pnpm sbom failed:\n${stdout}${stderr}`);
    return new Map(delivered.map((name) => [name, readJson(join(folder, `assay-${name}.json`))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the time of the release: `SOURCE_DATE_EPOCH` (seconds), else the time of the current commit.
 * Undefined if there is no repository, as in an unpacked archive.
 */
function releaseTime(root) {
  const set = process.env["SOURCE_DATE_EPOCH"];
  const git = ["log", "-1", "--format=%ct"];
  const seconds = set ?? spawnSync("git", git, { cwd: root, encoding: "utf8" }).stdout?.trim();
  return seconds ? new Date(Number(seconds) * 1000).toISOString() : undefined;
}

/** Returns a UUID that depends only on the text (version 8 of RFC 9562). */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`]
    .concat(hex.slice(20, 32))
    .join("-");
}

/** Moves the digest of a package out of its download address, because the registry differs by installation. */
function componentOf({ externalReferences = [], ...component }) {
  const hashes = externalReferences.find(({ type }) => type === "distribution")?.hashes;
  const links = externalReferences.filter(({ type }) => type !== "distribution");
  return {
    ...component,
    ...(hashes && { hashes }),
    ...(links.length > 0 && { externalReferences: links }),
  };
}

/** Returns a component for a package whose code is in a bundle, so that no manifest lists it. */
function bundledComponent({ name, version, license }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [short, group] = name.split("/").toReversed();
  const properties = [{ name: "assay:delivered", value: "bundled" }];
  const licenses = [/ (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } }];
  return {
    type: "library",
    ...(group && { group }),
    name: short,
    version,
    "bom-ref": purl,
    purl,
    licenses,
    properties,
  };
}

/** Returns a bill with sorted content, and with a time and a serial number that the release determines. */
function fixed(bill, extra, time) {
  const known = new Set(bill.components.map(({ purl }) => purl));
  const added = extra.filter(({ purl }) => !known.has(purl));
  const components = [...bill.components.map(componentOf), ...added].sort((one, other) =>
    inOrder(one["bom-ref"], other["bom-ref"]),
  );
  const root = bill.metadata.component["bom-ref"];
  const dependencies = bill.dependencies
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: [...dependsOn, ...(ref === root ? added.map((one) => one["bom-ref"]) : [])].sort(inOrder),
    }))
    .sort((one, other) => inOrder(one.ref, other.ref));
  const { timestamp: _time, ...metadata } = bill.metadata;
  const content = {
    ...bill,
    metadata: { ...(time && { timestamp: time }), ...metadata },
    components,
    dependencies,
  };
  const { serialNumber: _serial, ...rest } = content;
  return { ...content, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(rest))}` };
}

/** Returns the base image of the last stage of the Dockerfile as a component. */
function baseImage(root) {
  const from = readFileSync(join(root, "Dockerfile"), "utf8")
    .match(/^FROM \S+/gm)
    .at(-1);
  const [name, version] = from.slice("FROM ".length).split(/:(.*)/s);
  const purl = `pkg:docker/${name}@${encodeURIComponent(version)}`;
  return { type: "container", name, version, "bom-ref": purl, purl };
}

/** Returns the bill of the image: that of the server, inside a container with its base image. */
function imageBill(server, root) {
  const { component } = server.metadata;
  const image = { type: "container", name: "assay-server", version: component.version };
  const ref = `pkg:docker/assay-server@${component.version}`;
  const base = baseImage(root);
  return {
    ...server,
    metadata: { ...server.metadata, component: { ...image, "bom-ref": ref, purl: ref } },
    components: [...server.components, { ...component, type: "application" }, base],
    dependencies: [
      ...server.dependencies,
      { ref, dependsOn: [component["bom-ref"], base["bom-ref"]] },
      { ref: base["bom-ref"] },
    ],
  };
}

/** Returns the text of each bill, by its file name. */
export function bills(root) {
  const time = releaseTime(root);
  const listed = listedByPnpm(root);
  const packages = delivered.map((name) => {
    const bundled = bundledIn(name).map(bundledComponent);
    return [name, fixed(listed.get(name), bundled, time)];
  });
  const image = fixed(imageBill(new Map(packages).get("server"), root), [], time);
  return new Map(
    [...packages, ["image", image]].map(([name, bill]) => [
      `assay-${name}.cdx.json`,
      `${JSON.stringify(bill, null, 2)}\n`,
    ]),
  );
}

/** Returns the packages that a bill must list and does not: installed at run time, or bundled. */
function missingFrom(bill, name, root) {
  const listed = new Set(JSON.parse(bill).components.map(({ purl }) => purl));
  const wanted = [
    ...deliveredPackages(root, [name]).keys(),
    ...bundledIn(name).map((one) => `${one.name}@${one.version}`),
  ];
  return wanted.filter((one) => !listed.has(`pkg:npm/${one.replace(/^@/, "%40")}`));
}

/** Fails if a bill is invalid, differs between two builds, or lacks a delivered package. */
export async function checkBills(root) {
  const first = bills(root);
  const second = bills(root);
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const faults = [];
  for (const [file, text] of first) {
    if (text !== second.get(file)) faults.push(`${file} differs between two builds`);
    const invalid = await validator.validate(text);
    if (invalid) faults.push(`${file} does not match the schema: ${JSON.stringify(invalid)}`);
    const name =
      file === "assay-image.cdx.json" ? "server" : file.slice("assay-".length, -".cdx.json".length);
    faults.push(...missingFrom(text, name, root).map((one) => `${file} does not list ${one}`));
  }
  return { ok: faults.length === 0, output: faults.join("\n") || `${first.size} bills of materials` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../", import.meta.url));
  const folder = process.argv[2] ?? join(root, "node_modules", ".cache", "packages");
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of bills(root)) {
    writeFileSync(join(folder, file), text);
    console.log(join(folder, file));
  }
}
