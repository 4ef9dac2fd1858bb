// This file contains only types, and no code runs. It does not compile if generated types differ from the
// contract.
import { describe, expectTypeOf, test } from "vitest";
import type { ServerInferRequest, ServerInferResponses } from "@ts-rest/core";
import type * as z from "zod";
import type { Operations } from "../../../sdk/src/generated/types.ts";
import type { EvaluatorInput } from "../evaluation/evaluators/evaluators.ts";
import type { contract } from "../openapi/apis.ts";

interface AnyRoute {
  method: string;
  path: string;
  metadata: { operationId: string };
}
type RouteOf<T> = T extends AnyRoute
  ? T
  : T extends object
    ? { [K in keyof T]: RouteOf<T[K]> }[keyof T]
    : never;
type Routes = { [R in RouteOf<typeof contract> as R["metadata"]["operationId"]]: R };

type Sent<R, Part extends string> = R extends Record<Part, infer S extends z.ZodType> ? z.input<S> : never;
type Declared<O, Part extends string> = O extends Record<Part, infer T> ? T : never;
type IsFile<R> = R extends { metadata: { download: readonly string[] } } ? true : false;
type Streamed<R> = R extends { metadata: { streamed: readonly string[] } } ? true : false;

/**
 * Replaces the names of nested types by their structure: interfaces and aliases become plain object types.
 */
type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
type IsAny<T> = 0 extends 1 & T ? true : false;

/** The names of the operations for which a check fails; `never` if all checks pass. */
type Failing<Checks> = { [K in keyof Checks]: Checks[K] extends true ? never : K }[keyof Checks];

type Answer<R, Status> = R extends { responses: infer All }
  ? Status extends keyof All
    ? All[Status] extends z.ZodType
      ? z.output<All[Status]>
      : All[Status] extends { contentType: string; body: infer Body extends z.ZodType }
        ? z.output<Body>
        : unknown
    : never
  : never;

/** Whether a response can be read as the generated type, and this type has all fields of the response. */
type Fits<Given, Generated> = Given extends Generated
  ? [keyof Given] extends [keyof Generated]
    ? true
    : false
  : false;

describe("the generated types", () => {
  test("have the operations of the contract", () => {
    expectTypeOf<keyof Routes>().toEqualTypeOf<keyof Operations>();
  });

  test("have the bodies and queries that the contract accepts", () => {
    // A streamed body consists of bytes, which the contract does not type.
    type Taken = {
      [K in keyof Routes]: {
        body: Streamed<Routes[K]> extends true ? "streamed" : Plain<Sent<Routes[K], "body">>;
        query: Plain<Sent<Routes[K], "query">>;
      };
    };
    type Generated = {
      [K in keyof Operations]: {
        body: Streamed<Routes[K]> extends true ? "streamed" : Plain<Declared<Operations[K], "body">>;
        query: Plain<Declared<Operations[K], "query">>;
      };
    };
    expectTypeOf<Taken>().toEqualTypeOf<Generated>();
  });

  test("have responses to which the contract's responses can be assigned", () => {
    // A file consists of bytes, which the contract does not type.
    type Answers = {
      [K in keyof Routes as IsFile<Routes[K]> extends true ? never : K]: {
        [S in keyof Operations[K]["responses"]]: Fits<Answer<Routes[K], S>, Operations[K]["responses"][S]>;
      }[keyof Operations[K]["responses"]];
    };
    expectTypeOf<Failing<Answers>>().toBeNever();
  });
});

describe("ts-rest's types", () => {
  // ts-rest's types import zod without declaring this dependency. If the import resolves to a different
  // version of zod, ts-rest's types become `any`.
  type Create = ServerInferRequest<typeof contract.evaluations.create>;

  test("for requests are those of the contract and not any", () => {
    expectTypeOf<IsAny<Create["body"]>>().toEqualTypeOf<false>();
    expectTypeOf<Create["body"]["name"]>().toEqualTypeOf<string>();
    expectTypeOf<Create["body"]["run_async"]>().toEqualTypeOf<boolean>();
    expectTypeOf<Create["body"]["evaluators"][number]["type"]>().toEqualTypeOf<EvaluatorInput["type"]>();
    expectTypeOf<
      ServerInferRequest<typeof contract.datasets.list>["query"]["limit"]
    >().toEqualTypeOf<number>();
    expectTypeOf<ServerInferRequest<typeof contract.datasets.get>["params"]>().toEqualTypeOf<{
      id: string;
    }>();
  });

  test("for responses contain status and body", () => {
    type Answers = ServerInferResponses<typeof contract.projects.create>;
    expectTypeOf<IsAny<Answers>>().toEqualTypeOf<false>();
    expectTypeOf<Extract<Answers, { status: 201 }>["body"]["name"]>().toEqualTypeOf<string>();
    expectTypeOf<Extract<Answers, { status: 200 }>>().toBeNever();
  });
});
