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
import { maxNoteCharacters } from "../../wire/crypto/signed-note.ts";

const sizeOf = (description: string) => z.int().min(0).meta({ description });
const hashList = z
  .array(digestText("A hash in the proof."))
  .max(128)
  .meta({ description: "The hashes in the proof, in the order of RFC 9162." });

/** An example of a checkpoint. */
export const exampleNote = [
  "assay/log/0190a5f2-7e10-7000-8000-000000000000",
  "42",
  "n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=",
  "",
  "— assay/log/0190a5f2-7e10-7000-8000-000000000000 Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=",
  "",
].join("\n");

const note = z.string().max(maxNoteCharacters).meta({
  description: "The checkpoint: a C2SP signed note (tlog-checkpoint), signed with Ed25519.",
});

const checkpoint = z
  .object({
    origin: nameText("The log's origin."),
    size: sizeOf("Number of events in the log."),
    rootHash: digestText("Root hash of the tree over these events."),
    kid: z.string().max(64).meta({ description: "Id of the signing key, as in `/.well-known/jwks.json`." }),
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

/** The schemas of the members of an inclusion proof. */
export const inclusionMembers = {
  seq: seqOf("Position of the event in the log, starting at 1."),
  index: z.int().min(0).meta({ description: "Index of the leaf in the tree, starting at 0." }),
  leafHash: digestText("Hash of the event's leaf."),
  treeSize: sizeOf("Number of events in the tree."),
  hashes: hashList,
  rootHash: digestText("Root hash of the tree."),
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
    firstRoot: digestText("Root hash at the earlier size."),
    secondRoot: digestText("Root hash at the later size."),
    checkpoint: note,
  })
  .meta({
    id: "ConsistencyProof",
    description: "A proof that the log is append-only (RFC 9162, section 2.1.4).",
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
      .meta({ description: "Ids of the events to erase. Events that are already erased are ignored." }),
    reason: longText("Reason for the erasure, which is stored in the log.").min(1),
  })
  .meta({
    id: "EraseEvents",
    description: "The events to erase.",
    examples: [{ events: [exampleIds.event], reason: "Request of the patient, ticket 8120" }],
  });

const erasure = z
  .object({
    ok: z.literal(true).meta({ description: "Always true." }),
    eventId: idOf("event").nullable(),
    seq: seqOf(
      "Position of the event that records the erasure; null if all events had already been erased.",
    ).nullable(),
    erased: z.int().min(0).meta({ description: "Number of events that were erased by this request." }),
  })
  .meta({
    id: "Erasure",
    description: "Confirmation of the erasure, which is recorded by an `evidence_erased` event.",
    examples: [{ ok: true, eventId: "evt_01jd0vcf5he7hb3m4k9s2t6w8y", seq: 43, erased: 1 }],
  });

const tag = "Evidence";
const reads = { tag, scope: "evidence:read", workspaceLevel: true } as const;
const largest = Number.MAX_SAFE_INTEGER;

export const evidenceRoutes = c.router({
  checkpoint: route({
    method: "GET",
    path: "/api/evidence/checkpoint",
    summary: "Get the signed checkpoint of the log",
    description:
      "Returns the signed state of the log. A checkpoint that you save later proves that no earlier event was changed. 409 if the log does not extend an earlier checkpoint, for example because an old backup was restored. The server never signs a log in this state.",
    responses: answers({ 200: checkpoint }, 409),
    metadata: { ...reads, operationId: "getCheckpoint", sdk: "control.evidence.checkpoint" },
  }),
  inclusion: route({
    method: "GET",
    path: "/api/evidence/proof/inclusion",
    summary: "Prove that an event is in the log",
    description:
      "Returns an inclusion proof in the tree over the first `size` events; by default over all events.",
    query: z
      .strictObject({
        seq: queryInteger("Position of the event.", 1, largest),
        eventId: reference("event").optional(),
        size: queryInteger("Size of the tree.", 1, largest),
      })
      .refine(({ seq, eventId }) => (seq === undefined) !== (eventId === undefined), {
        path: ["seq"],
        error: "or eventId is required, not both",
      }),
    responses: answers({ 200: inclusionProof }, 409),
    metadata: { ...reads, operationId: "getInclusionProof", sdk: "control.evidence.inclusionProof" },
  }),
  consistency: route({
    method: "GET",
    path: "/api/evidence/proof/consistency",
    summary: "Prove that the log is append-only",
    description:
      "Returns a consistency proof from the size `first` to the size `second`; by default to the current size.",
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
      "Streams one event per line in canonical JSON (RFC 8785), oldest first, followed by a checkpoint that verifies the events. `assay evidence audit` and the SDK's `verifyExport` verify the file offline.",
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
    summary: "Erase event data",
    description:
      "Erases either all requested events or none. Deletes their data and salts. The leaves stay, so that all proofs remain valid. In the same transaction, appends an `evidence_erased` event that contains the event ids and the reason. 409 if a requested event is itself an `evidence_erased` event.",
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
