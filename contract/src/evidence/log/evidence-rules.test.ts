import { describe, expect, it } from "vitest";
import { countingKeys, publishedKeys, type PublicSigningKey } from "../signing-keys/signing-key-wire.ts";
import {
  checkpointToWire,
  consistencyToWire,
  inclusionToWire,
  refuseBeyond,
  refuseConsistency,
  refuseInclusion,
} from "./evidence-rules.ts";

const code = (fault: string) => expect.objectContaining({ code: fault });
const signed = { origin: "o", size: 4, root: Uint8Array.of(255), kid: "k", note: "n" };

describe("a proof", () => {
  it("is refused for sizes that the log does not have", () => {
    expect(() => refuseBeyond("size", 5, 4)).toThrow(code("validation_failed"));
    expect(() => refuseBeyond("size", undefined, 4)).not.toThrow();
    expect(() => refuseConsistency({ first: 5 }, 4)).toThrow("first is 5");
    expect(() => refuseConsistency({ first: 4, second: 5 }, 4)).toThrow("second is 5");
    expect(() => refuseConsistency({ first: 3, second: 2 }, 4)).toThrow("second is 2; it must be at least 3");
    expect(() => refuseConsistency({ first: 3, second: 3 }, 4)).not.toThrow();
  });

  it("is refused for an event that is not in the log, or not in a tree of the requested size", () => {
    expect(() => refuseInclusion({ seq: 5, size: undefined }, 4)).toThrow(code("not_found"));
    expect(() => refuseInclusion({ seq: 3, size: 2 }, 4)).toThrow(code("validation_failed"));
    expect(() => refuseInclusion({ seq: 3, size: 3 }, 4)).not.toThrow();
  });

  it("contains hashes in hexadecimal", () => {
    const [one, two] = [Uint8Array.of(1), Uint8Array.of(2)];
    expect(checkpointToWire(signed)).toMatchObject({ rootHash: "ff", checkpoint: "n" });
    const place = { seq: 2, index: 1, leafHash: "01", treeSize: 4, hashes: ["02"], rootHash: "ff" };
    expect(inclusionToWire(signed, { seq: 2, leaf: one, hashes: [two] })).toMatchObject(place);
    const roots = { first: 2, second: 4, hashes: ["02"], firstRoot: "01", secondRoot: "ff" };
    expect(consistencyToWire(signed, { first: 2, firstRoot: one, hashes: [two] })).toMatchObject(roots);
  });
});

describe("the published keys", () => {
  const key = (status: PublicSigningKey["status"], revokedAt: number | null = null): PublicSigningKey => ({
    kid: status,
    publicKey: new Uint8Array(32),
    status,
    revokedAt,
  });
  const all = [key("pending"), key("active"), key("retired"), key("revoked", 7)];

  it("are all except revoked ones, which are listed separately", () => {
    const { keys, revoked } = publishedKeys(all);
    expect(keys.map(({ kid }) => kid)).toEqual(["pending", "active", "retired"]);
    expect(revoked).toMatchObject([{ kid: "revoked", revokedAt: 7 }]);
  });

  it("may have signed unless they are pending", () => {
    expect(countingKeys(all).keys.map(({ kid }) => kid)).toEqual(["active", "retired"]);
  });
});
