import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idOf,
  idempotencyHeaders,
  longText,
  nameText,
  queryInteger,
  reference,
  requiredQueryInteger,
} from "../../platform/common.ts";
import { digestText, seqOf } from "../events/event-object.ts";
import { exampleDigest, exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";

const sizeOf = (description: string) => z.int().min(0).meta({ description });
const hashList = z
  .array(digestText("A hash of the proof."))
  .max(128)
  .meta({ description: "The hashes of the proof, in the order of RFC 9162." });

/** A checkpoint. */
export const exampleNote = [
  "assay/log/0190a5f2-7e10-7000-8000-000000000000",
  "42",
  "n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=",
  "",
  "— assay/log/0190a5f2-7e10-7000-8000-000000000000 Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=",
  "",
].join("\n");

const note = z.string().max(2000).meta({
  description: "The checkpoint: a C2SP signed note (tlog-checkpoint), signed with Ed25519.",
});

const checkpoint = z
  .object({
    origin: nameText("Which log it is."),
    size: sizeOf("How many events the log has."),
    rootHash: digestText("Root of the tree over them."),
    kid: z.string().max(64).meta({ description: "Which key signed, as `/.well-known/jwks.json` names it." }),
    checkpoint: note,
  })
  .meta({
    id: "Checkpoint",
    description: "The signed state of the log.",
    examples: [
      {
        origin: "assay/log/0190a5f2-7e10-7000-8000-000000000000",
        size: 42,
        rootHash: exampleDigest,
        kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
        checkpoint: exampleNote,
      },
    ],
  });

/** The members of an inclusion proof. */
export const inclusionMembers = {
  seq: seqOf("The event's place in the log, from 1."),
  index: z.int().min(0).meta({ description: "The leaf's place in the tree, from 0." }),
  leafHash: digestText("The event's leaf."),
  treeSize: sizeOf("Size of the tree that it is in."),
  hashes: hashList,
  rootHash: digestText("Root of that tree."),
  checkpoint: note,
};

const inclusionProof = z.object(inclusionMembers).meta({
  id: "InclusionProof",
  description: "A proof that an event is in the log (RFC 9162, section 2.1.3).",
  examples: [
    {
      seq: 1,
      index: 0,
      leafHash: exampleDigest,
      treeSize: 2,
      hashes: [exampleDigest],
      rootHash: exampleDigest,
      checkpoint: exampleNote,
    },
  ],
});

const consistencyProof = z
  .object({
    first: sizeOf("The earlier size."),
    second: sizeOf("The later size."),
    hashes: hashList,
    firstRoot: digestText("Root at the earlier size."),
    secondRoot: digestText("Root at the later size."),
    checkpoint: note,
  })
  .meta({
    id: "ConsistencyProof",
    description: "A proof that the log was only added to (RFC 9162, section 2.1.4).",
    examples: [
      {
        first: 1,
        second: 2,
        hashes: [exampleDigest],
        firstRoot: exampleDigest,
        secondRoot: exampleDigest,
        checkpoint: exampleNote,
      },
    ],
  });

const eraseBody = z
  .strictObject({
    events: z
      .array(reference("event"))
      .min(1)
      .max(limits.eventsPerErasure)
      .meta({ description: "Ids of the events whose data goes; those erased already are left out." }),
    reason: longText("Why; it stands in the log.").min(1),
  })
  .meta({
    id: "EraseEvents",
    description: "Events whose data is to be erased.",
    examples: [{ events: [exampleIds.event], reason: "Request of the patient, ticket 8120" }],
  });

const erasure = z
  .object({
    ok: z.literal(true).meta({ description: "Always true." }),
    eventId: idOf("event").nullable(),
    seq: seqOf("Place of the event that tells of it; null when there was nothing left to erase.").nullable(),
    erased: z.int().min(0).meta({ description: "How many events lost their data by this." }),
  })
  .meta({
    id: "Erasure",
    description: "The data is gone; an `evidence_erased` event says so.",
    examples: [{ ok: true, eventId: "evt_01jd0vcf5he7hb3m4k9s2t6w8y", seq: 43, erased: 1 }],
  });

const tag = "Evidence";
const reads = { tag, scope: "evidence:read", workspaceLevel: true } as const;
const largest = Number.MAX_SAFE_INTEGER;

export const evidenceRoutes = c.router({
  checkpoint: route({
    method: "GET",
    path: "/api/evidence/checkpoint",
    summary: "Get the signed state of the log",
    description:
      "Keep it: whoever has it can prove later that nothing before it was changed. 409 when the log does not go on from an earlier checkpoint, as after the restore of an old backup: such a state is never signed.",
    responses: answers({ 200: checkpoint }, 409),
    metadata: { ...reads, operationId: "getCheckpoint", sdk: "control.evidence.checkpoint" },
  }),
  inclusion: route({
    method: "GET",
    path: "/api/evidence/proof/inclusion",
    summary: "Prove that an event is in the log",
    description: "For the tree of `size` events; of all there are, when it is left out.",
    query: z
      .strictObject({
        seq: queryInteger("Place of the event.", 1, largest),
        eventId: reference("event").optional(),
        size: queryInteger("Size of the tree.", 1, largest),
      })
      .refine(({ seq, eventId }) => (seq === undefined) !== (eventId === undefined), {
        path: ["seq"],
        error: "must be given, or eventId must, and not both",
      }),
    responses: answers({ 200: inclusionProof }, 409),
    metadata: { ...reads, operationId: "getInclusionProof", sdk: "control.evidence.inclusionProof" },
  }),
  consistency: route({
    method: "GET",
    path: "/api/evidence/proof/consistency",
    summary: "Prove that the log was only added to",
    description: "From the size `first` to `second`; to all events there are, when that is left out.",
    query: z.strictObject({
      first: requiredQueryInteger("The earlier size.", 1, largest),
      second: queryInteger("The later size.", 1, largest),
    }),
    responses: answers({ 200: consistencyProof }, 409),
    metadata: { ...reads, operationId: "getConsistencyProof", sdk: "control.evidence.consistencyProof" },
  }),
  export: route({
    method: "GET",
    path: "/api/evidence/export",
    summary: "Export the whole log",
    description:
      "One event a line in canonical JSON (RFC 8785), oldest first, and last the checkpoint that they are held against. `assay evidence audit` and the SDK's `verifyExport` verify the file without a network.",
    responses: answers(
      {
        200: c.otherResponse({
          contentType: "application/x-ndjson",
          body: z.string().meta({ description: "Lines of canonical JSON." }),
        }),
      },
      409,
    ),
    metadata: { ...reads, operationId: "exportEvidence", sdk: null },
  }),
  erase: route({
    method: "POST",
    path: "/api/evidence/erase",
    summary: "Erase the data of events",
    description:
      "All or none. Data and salt go, the leaves stay: each proof still holds. An `evidence_erased` event that names the events and the reason is appended in the same transaction; such events cannot be erased themselves (409).",
    headers: idempotencyHeaders,
    body: eraseBody,
    responses: answers({ 200: erasure }, 409, 422),
    metadata: {
      tag,
      scope: "settings:write",
      workspaceLevel: true,
      operationId: "eraseEvents",
      sdk: "control.evidence.erase",
    },
  }),
});
