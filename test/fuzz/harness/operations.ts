import { contract, routesOf } from "@assay/contract/openapi/apis";
import type { DescribedRoute } from "@assay/contract/platform/c";
import { openApiDocuments } from "@assay/contract/openapi";
import * as z from "zod";
import type { Schema } from "./schema-values.ts";

/** A parameter's description in an OpenAPI document. */
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

/** An operation's description in an OpenAPI document. */
interface Operation {
  requestBody?: { content: Record<string, { schema?: Schema }> };
  parameters?: Parameter[];
}

/** An operation in the contract, with its description. */
export interface Described {
  route: DescribedRoute;
  operation: Operation;
  components: Record<string, Schema>;
}

/** Returns every operation in the contract. */
export function describedOperations(): Described[] {
  // The contract's generator builds the documents, so their parts have these shapes.
  const documents = Object.values(openApiDocuments()) as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  }[];
  return routesOf(contract).map((route) => {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    for (const { paths, components } of documents) {
      const operation = paths[path]?.[route.method.toLowerCase()];
      if (operation) return { route, operation, components: components.schemas };
    }
    throw new Error(`${route.metadata.operationId} is missing from the OpenAPI documents.`);
  });
}

/**
 * Returns the schema of a route's JSON body, or undefined if the route has none. If the route also accepts a
 * streamed body, the contract declares the JSON body as optional.
 */
export function bodySchemaOf(route: DescribedRoute): z.ZodType | undefined {
  const body: unknown = "body" in route ? route.body : undefined;
  const inner: unknown = body instanceof z.ZodOptional ? body.unwrap() : body;
  return inner instanceof z.ZodType ? inner : undefined;
}

/** Returns a route's example bodies. */
export function bodyExamples(route: DescribedRoute): readonly unknown[] {
  const { examples } = bodySchemaOf(route)?.meta() ?? {};
  return Array.isArray(examples) ? examples : [];
}
