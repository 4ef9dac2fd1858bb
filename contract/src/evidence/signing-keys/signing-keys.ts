import * as z from "zod";
import { c, route } from "../../platform/c.ts";
import { problem } from "../../platform/problem.ts";

const keyMembers = {
  kty: z.literal("OKP").meta({ description: "Always `OKP`." }),
  crv: z.literal("Ed25519").meta({ description: "Always `Ed25519`." }),
  x: z.string().max(64).meta({ description: "The public key: 32 bytes in base64url." }),
  kid: z.string().max(64).meta({ description: "Key id: the key's thumbprint (RFC 7638)." }),
};
const exampleKey = {
  kty: "OKP" as const,
  crv: "Ed25519" as const,
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
};

const signingKey = z
  .object({
    ...keyMembers,
    use: z.literal("sig").meta({ description: "Always `sig`." }),
    alg: z.literal("EdDSA").meta({ description: "Always `EdDSA`." }),
    status: z.enum(["pending", "active", "retired"]).meta({
      description:
        "Status of the key. `pending`: will sign at a later time. `active`: signs now. `retired`: signed in the past.",
    }),
  })
  .meta({
    id: "SigningKey",
    description: "A valid public key (RFC 8037).",
    examples: [{ ...exampleKey, use: "sig", alg: "EdDSA", status: "active" }],
  });

const revokedKey = z
  .object({
    ...keyMembers,
    revokedAt: z.int().min(0).meta({ description: "Revocation time in milliseconds since 1970." }),
  })
  .meta({
    id: "RevokedSigningKey",
    description: "A revoked public key.",
    examples: [{ ...exampleKey, revokedAt: 1_772_443_800_000 }],
  });

const keySet = z
  .object({
    keys: z.array(signingKey).max(1000).meta({ description: "The valid keys." }),
    revoked: z.array(revokedKey).max(1000).meta({
      description:
        "Revoked keys. `keys` does not contain them, so a client that does not read this member does not trust them.",
    }),
  })
  .meta({
    id: "SigningKeySet",
    description: "A JSON Web Key Set (RFC 7517).",
    examples: [{ keys: [{ ...exampleKey, use: "sig", alg: "EdDSA", status: "active" }], revoked: [] }],
  });

export const signingKeyRoutes = c.router({
  list: route({
    method: "GET",
    path: "/.well-known/jwks.json",
    summary: "Get the public signing keys",
    description:
      "Returns the public keys that verify checkpoints and records. Save a copy while you trust the server.",
    responses: { 200: keySet, 405: problem, 500: problem, 503: problem },
    metadata: {
      operationId: "getSigningKeys",
      tag: "Evidence",
      scope: "public",
      sdk: "control.evidence.keys",
    },
  }),
});
