import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { idempotencyHeaders, idOf, milliseconds } from "../../platform/common.ts";
import { digestText, eventType, origin, session } from "../events/event-object.ts";
import { inclusionMembers } from "../log/evidence.ts";
import { exampleRecord } from "./example-record.ts";
import { limits } from "../../platform/limits.ts";
import { recordKind } from "../../wire/records/record-envelope.ts";

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Any object, without validation, copying or omission of members. */
const anyObject = <T extends object>(description: string) =>
  z.custom<T>(isObject, { error: "must be an object" }).meta({ description, type: "object" });

const recordMembers = {
  kind: z.literal(recordKind).meta({ description: "What it is, and its version." }),
  id: idOf("record"),
  issuer: z.string().max(2048).meta({ description: "The address of the service that signed it." }),
  workspaceId: z.string().max(64).meta({ description: "The workspace that it is of: the name of its log." }),
  issuedAt: milliseconds("When it was signed."),
  provenance: z.enum(["recorded", "asserted"]).meta({
    description:
      "`recorded`: the payload is what the evidence log holds; `asserted`: it is what somebody sent to be signed.",
  }),
  payloadType: z.string().max(100).meta({ description: "What the payload is." }),
  payload: z
    .custom<Record<string, unknown>>(isObject, { error: "must be an object" })
    .meta({ description: "The decision.", type: "object", additionalProperties: true }),
  payloadDigest: digestText("Of the payload (RFC 8785)."),
  canonicalization: z.literal("RFC8785").meta({ description: "How what is signed was written." }),
};

const signature = z
  .object({
    alg: z.literal("Ed25519").meta({ description: "Always `Ed25519`." }),
    kid: z.string().max(64).meta({ description: "Which key, as `/.well-known/jwks.json` names it." }),
    sig: z.string().max(100).meta({ description: "64 bytes in base64url, without padding." }),
  })
  .meta({
    id: "RecordSignature",
    description:
      "A signature over DSSE's PAE of `kind` and the RFC 8785 form of the record without `signatures` and `inclusion`.",
    examples: exampleRecord.signatures,
  });

const recordEvent = z
  .object({
    eventId: idOf("event"),
    ts: milliseconds("When it was decided."),
    receivedAt: milliseconds("When the event was written."),
    session: session.nullable(),
    type: eventType,
    origin,
    salt: z.string().max(64).nullable().meta({ description: "32 bytes in base64url." }),
    dataCommit: digestText("Of salt and payload."),
  })
  .meta({
    id: "RecordEvent",
    description: "The event whose data is the payload: with these members the payload leads to its leaf.",
    examples: [exampleRecord.inclusion.event],
  });

const inclusion = z.object({ event: recordEvent, ...inclusionMembers }).meta({
  id: "RecordInclusion",
  description: "The proof that the payload is in the evidence log. Not signed: it proves itself.",
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
    description:
      "A signed record of a decision. Whoever has the public keys can verify it, without a network.",
    examples: [exampleRecord],
  });

const check = z
  .object({
    name: z
      .enum(["shape", "payload", "key", "signature", "evidence", "inclusion", "revocation"])
      .meta({ description: "What was looked at." }),
    ok: z.boolean().meta({ description: "Whether it holds." }),
    detail: z.string().max(5000).meta({ description: "What was found." }),
  })
  .meta({
    id: "RecordCheck",
    description: "One thing that was looked at.",
    examples: [{ name: "signature", ok: true, detail: "The signature is right." }],
  });

const verification = z
  .object({
    valid: z.boolean().meta({ description: "Whether the record holds." }),
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
          "`ok`, or why it does not hold. `evidence_conflict`: rightly signed, and the log says otherwise: whoever signed it has the key and not the log.",
      }),
    checks: z
      .array(check)
      .max(20)
      .meta({ description: "What was looked at, up to the first that does not hold." }),
    kid: z.string().max(64).nullable().meta({ description: "Which key it names; null: it cannot be read." }),
    issuedAt: milliseconds("When it says it was signed; null: it cannot be read.").nullable(),
    provenance: recordMembers.provenance.nullable(),
  })
  .meta({
    id: "RecordVerification",
    description: "Whether a record holds, and why not.",
    examples: [
      {
        valid: true,
        code: "ok",
        checks: [{ name: "signature", ok: true, detail: "The signature is right." }],
        kid: exampleRecord.signatures[0].kid,
        issuedAt: exampleRecord.issuedAt,
        provenance: "recorded",
      },
    ],
  });

const signBody = anyObject(
  `The decision itself, \`{decision}\` with it, or \`{decisionId}\`. At most ${limits.recordPayloadBytes} bytes and ${limits.recordPayloadDepth} levels.`,
).meta({
  id: "DecisionToSeal",
  examples: [{ decisionId: "dec_01jd0vcf5he7hb3m4k9s2t6w8x" }, { verdict: "approved", by: "Dr Moreau" }],
});
const verifyBody = anyObject(
  "A record: itself, or as the only member `record` or `envelope`. Whatever else it is, the answer says so.",
).meta({ id: "RecordToVerify", examples: [exampleRecord, { record: exampleRecord }] });

const tag = "Records";

export const recordRoutes = c.router({
  sign: route({
    method: "POST",
    path: "/api/verification-record/sign",
    summary: "Seal a decision into a signed record",
    description:
      "With a `decisionId` that the evidence log knows, the log's own content is sealed (`recorded`), with its inclusion proof; a body that says anything else of it is 409. All else is `asserted`. What two readers could take for different things, as a member that is there twice, is 400 `not_canonicalizable`.",
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
    },
  }),
  verify: route({
    method: "POST",
    path: "/api/verification-record/verify",
    summary: "Verify a signed record",
    description:
      "200 for whatever is sent, `valid: false` with a code for whatever is not exactly what was signed: members in another order and white space between them do not matter. A record of this installation is also held against the log of its workspace.",
    headers: {
      "idempotency-key": z.string().min(1).max(255).optional().meta({
        description: "Changes nothing: a record is verified anew each time.",
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
