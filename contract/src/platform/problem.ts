import * as z from "zod";
import { problemCodes } from "./errors.ts";

// Safe: `Object.keys` returns the table's own keys, and the table has at least one key.
const codes = Object.keys(problemCodes) as [keyof typeof problemCodes, ...(keyof typeof problemCodes)[]];

/** The schema of one fault in a request, as listed in problem documents and import responses. */
export const fieldError = z
  .object({
    path: z.string().max(2000).meta({
      description:
        "JSON Pointer into the body, or `query/<name>`, `path/<name>`, `header/<name>`. Empty for the body as a whole.",
    }),
    code: z
      .string()
      .max(100)
      .meta({ description: "Kind of the fault, e.g. `too_big` or `reference_not_found`." }),
    message: z
      .string()
      .max(4000)
      .meta({ description: "What is wrong, with the value, and what is accepted." }),
    line: z.int().min(1).optional().meta({
      description: "Line in an imported file, in a JSON body or in a policy's text, starting at 1.",
    }),
    column: z.int().min(1).optional().meta({
      description: "Column in this line, in characters, starting at 1.",
    }),
    suggestion: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: "Text to use instead, if one is known." }),
  })
  .meta({
    id: "FieldError",
    description: "One fault in a request.",
    examples: [{ path: "query/limit", code: "too_big", message: "limit is 101; it must be at most 100." }],
  });

/** The schema of the error format that both APIs use. */
export const problem = z
  .object({
    type: z.string().max(200).meta({ description: "URN that identifies the kind of problem." }),
    title: z
      .string()
      .max(200)
      .meta({ description: "Summary of the kind of problem, which is the same for every occurrence." }),
    status: z.int().min(400).max(599).meta({ description: "The HTTP status." }),
    detail: z.string().max(4000).meta({
      description: "What is wrong with this request, and either what is accepted or what to do next.",
    }),
    code: z.enum(codes).meta({
      id: "ProblemCode",
      description: "Machine-readable code for the kind of problem.",
      examples: ["validation_failed"],
    }),
    request_id: z
      .string()
      .max(200)
      .meta({ description: "Id of the request, which is also in `X-Request-Id`." }),
    errors: z
      .array(fieldError)
      .max(100)
      .optional()
      .meta({ description: "Each fault with its path (at most 100)." }),
  })
  .meta({
    id: "Problem",
    description: "A problem document (RFC 9457), sent as `application/problem+json`.",
    examples: [
      {
        type: "urn:assay:problem:validation_failed",
        title: "The request is not valid",
        status: 400,
        detail: "query/limit: limit is 101; it must be at most 100.",
        code: "validation_failed",
        request_id: "req_01h455vb4pex5vsknk084sn02q",
        errors: [{ path: "query/limit", code: "too_big", message: "limit is 101; it must be at most 100." }],
      },
    ],
  });
