import { isRecord } from "../../domain/values/is-record.ts";
import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { idempotencyHeaders, idOf, milliseconds } from "../../platform/common.ts";
import { digestText, eventType, origin, session } from "../events/event-object.ts";
import { inclusionMembers } from "../log/evidence.ts";
import { exampleRecord } from "./example-record.ts";
import { limits } from "../../platform/limits.ts";
import { recordKind } from "../../wire/records/record-envelope.ts";

/** Creates the schema of any object. It neither validates, copies nor omits members. */
const anyObject = <T extends object>(description: string) =>
  z.custom<T>(isRecord, { error: "must be an object" }).meta({ description, type: "object" });

const recordMembers = {
  kind: z.literal(recordKind).meta({ description: "Type and version of the record." }),
  id: idOf("record"),
  issuer: z.string().max(2048).meta({
    description:
      "URL of the signing service; if it has no public URL, its name as `urn:assay:instance:<uuid>`.",
  }),
  workspaceId: z.string().max(64).meta({ description: "Id of the workspace, which is the name of its log." }),
  issuedAt: milliseconds("Signing time."),
  provenance: z.enum(["recorded", "asserted"]).meta({
    description:
      "`recorded`: the payload is the content of the evidence log. `asserted`: the payload was sent by a caller.",
  }),
  payloadType: z.string().max(100).meta({ description: "Type of the payload." }),
  payload: z
    .custom<Record<string, unknown>>(isRecord, { error: "must be an object" })
    .meta({ description: "The decision.", type: "object", additionalProperties: true }),
  payloadDigest: digestText("SHA-256 hash of the payload (RFC 8785)."),
  canonicalization: z.literal("RFC8785").meta({ description: "Encoding of the signed bytes." }),
};

const signature = z
  .object({
    alg: z.literal("Ed25519").meta({ description: "Always `Ed25519`." }),
    kid: z.string().max(64).meta({ description: "Id of the key, as in `/.well-known/jwks.json`." }),
    sig: z.string().max(100).meta({ description: "64 bytes in base64url, without padding." }),
  })
  .meta({
    id: "RecordSignature",
    description:
      "A signature over the DSSE PAE of `kind` and of the RFC 8785 form of the record without `signatures` and `inclusion`.",
    examples: exampleRecord.signatures,
  });

const recordEvent = z
  .object({
    eventId: idOf("event"),
    ts: milliseconds("Decision time."),
    receivedAt: milliseconds("Time at which the server received the event."),
    session: session.nullable(),
    type: eventType,
    origin,
    salt: z.string().max(64).nullable().meta({ description: "32 bytes in base64url." }),
    dataCommit: digestText("Commitment to the payload: hash of salt and payload."),
  })
  .meta({
    id: "RecordEvent",
    description:
      "The members of the event that connect the payload to its leaf. The data of the event is the payload.",
    examples: [exampleRecord.inclusion.event],
  });

const inclusion = z.object({ event: recordEvent, ...inclusionMembers }).meta({
  id: "RecordInclusion",
  description:
    "The proof that the payload is in the evidence log. The proof is not signed, because it is self-contained.",
  examples: [exampleRecord.inclusion],
});

const record = z
  .object({
    ...recordMembers,
    signatures: z.array(signature).max(1).meta({ description: "One signature." }),
    inclusion: inclusion.optional(),
  })
  .meta({
    id: "VerificationRecord",
    description: "A signed record of a decision. Anyone with the public keys can verify the record offline.",
    examples: [exampleRecord],
  });

const check = z
  .object({
    name: z
      .enum(["shape", "payload", "key", "signature", "evidence", "inclusion", "revocation"])
      .meta({ description: "Name of the check." }),
    ok: z.boolean().meta({ description: "Whether the check passed." }),
    detail: z.string().max(5000).meta({ description: "Result of the check." }),
  })
  .meta({
    id: "RecordCheck",
    description: "One of the checks that a record must pass.",
    examples: [{ name: "signature", ok: true, detail: "The signature is valid." }],
  });

const verification = z
  .object({
    valid: z.boolean().meta({ description: "Whether the record is valid." }),
    code: z
      .enum([
        "ok",
        "malformed_record",
        "kind_unsupported",
        "duplicate_key",
        "payload_digest_mismatch",
        "kid_unknown",
        "kid_revoked",
        "signature_invalid",
        "inclusion_invalid",
        "evidence_conflict",
      ])
      .meta({
        description:
          "`ok`, or the reason why the record is invalid. `evidence_conflict`: the signature is valid, but the record contradicts the log. Another party may have the key, or the log was changed.",
      }),
    checks: z
      .array(check)
      .max(20)
      .meta({ description: "The checks that were made, up to the first failed check." }),
    kid: z
      .string()
      .max(64)
      .nullable()
      .meta({ description: "Id of the key in the record; null if it could not be read." }),
    issuedAt: milliseconds("Signing time in the record; null if it could not be read.").nullable(),
    provenance: recordMembers.provenance.nullable(),
  })
  .meta({
    id: "RecordVerification",
    description: "The result of verifying a record.",
    examples: [
      {
        valid: true,
        code: "ok",
        checks: [{ name: "signature", ok: true, detail: "The signature is valid." }],
        kid: exampleRecord.signatures[0].kid,
        issuedAt: exampleRecord.issuedAt,
        provenance: "recorded",
      },
    ],
  });

const signBody = anyObject(
  `The decision itself, \`{decision}\` with the decision as its only member, or \`{decisionId}\`. At most ${limits.recordPayloadBytes} bytes with ${limits.recordPayloadDepth} levels of nesting.`,
).meta({
  id: "DecisionToSeal",
  examples: [{ decisionId: "dec_01jd0vcf5he7hb3m4k9s2t6w8x" }, { verdict: "approved", by: "Dr Moreau" }],
});
const verifyBody = anyObject(
  "A record: either the body itself, or the value of the body's only member, which is named `record` or `envelope`. Any other content is reported as invalid.",
).meta({ id: "RecordToVerify", examples: [exampleRecord, { record: exampleRecord }] });

const tag = "Records";

export const recordRoutes = c.router({
  sign: route({
    method: "POST",
    path: "/api/verification-record/sign",
    summary: "Sign a decision record",
    description:
      "Signs a decision. If the body has a `decisionId` in the evidence log, the record contains the logged content and its inclusion proof (`recorded`); 409 if the body contradicts the log. If the decision is not in the log, the record is `asserted`. 400 `not_canonicalizable` for ambiguous JSON, such as a duplicate member.",
    headers: idempotencyHeaders,
    body: signBody,
    responses: answers({ 200: record }, 409),
    metadata: {
      operationId: "signRecord",
      tag,
      scope: "records:sign",
      sdk: "control.records.sign",
      workspaceLevel: true,
      openBody: true,
      bodyAsText: true,
      bodyLimits: "bulk",
    },
  }),
  verify: route({
    method: "POST",
    path: "/api/verification-record/verify",
    summary: "Verify a signed record",
    description:
      "Verifies a record. Returns 200 for every object. `valid` is true only if the content has exactly the signed values; otherwise `code` contains the reason. Member order, white space and the spelling of numbers and texts do not matter. 400 for an empty body, and for JSON other than an object. A record that this installation issued is also compared with the workspace's log.",
    headers: {
      "idempotency-key": z.string().min(1).max(255).optional().meta({
        description: "Accepted but without effect, because each request verifies the record again.",
      }),
    },
    body: verifyBody,
    responses: answers({ 200: verification }),
    metadata: {
      operationId: "verifyRecord",
      tag,
      scope: "records:verify",
      sdk: "control.records.verify",
      openBody: true,
      bodyAsText: true,
    },
  }),
});
