import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  SchemaObject,
} from "openapi3-ts/oas31";

/** A schema in a document. */
export type Schema = SchemaObject | ReferenceObject;

/** The first line of every generated file. */
export const banner = "// Written by `npm run generate` from the contract. Do not edit.\n";

const isReference = (schema: Schema): schema is ReferenceObject => "$ref" in schema;
const nameOf = (reference: ReferenceObject): string => reference.$ref.split("/").at(-1) ?? "unknown";
const propertyName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

/** Formats a doc comment; empty if there is no text. */
export function docComment(text: string | undefined, indent = ""): string {
  if (!text) return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line && ` ${line}`}`).join("\n")}\n${indent} */\n`;
}

/**
 * Prints TypeScript types for either requests or responses. Enums are closed in requests and open in
 * responses.
 */
export class TypePrinter {
  readonly #schemas: Record<string, Schema>;
  readonly #open: boolean;
  constructor(schemas: Record<string, Schema>, open: boolean) {
    this.#schemas = schemas;
    this.#open = open;
  }

  print(schema: Schema | undefined, indent = ""): string {
    if (!schema) return "unknown";
    if (isReference(schema)) return this.#reference(schema);
    const { const: constant, enum: values, oneOf, anyOf, allOf, type } = schema;
    if (constant !== undefined) return JSON.stringify(constant);
    if (values) return this.#opened(values.map((value) => JSON.stringify(value)).join(" | "));
    const alternatives = oneOf ?? anyOf;
    if (alternatives) return [...new Set(alternatives.map((part) => this.print(part, indent)))].join(" | ");
    if (allOf) return allOf.map((part) => this.#grouped(part, indent)).join(" & ");
    if (Array.isArray(type))
      return type.map((one) => this.print({ ...schema, type: one }, indent)).join(" | ");
    if (type === "integer") return "number";
    if (type === "array") return this.#array(schema, indent);
    return type === "object" ? this.object(schema, indent) : (type ?? "unknown");
  }

  object(schema: SchemaObject, indent: string): string {
    const fields = Object.entries(schema.properties ?? {});
    if (fields.length === 0) {
      const values = schema.additionalProperties;
      // If no members are known, `object` also accepts an interface, which the compiler does not treat as a
      // record.
      if (values === undefined) return "object";
      return `Record<string, ${typeof values === "object" && Object.keys(values).length > 0 ? this.print(values, indent) : "unknown"}>`;
    }
    const inner = `${indent}  `;
    const lines = fields.map(([name, field]) => {
      const required = schema.required?.includes(name) ?? false;
      const text = this.print(field, inner);
      const type = required || text === "unknown" ? text : `${text} | undefined`;
      return `${docComment(field.description, inner)}${inner}${propertyName(name)}${required ? "" : "?"}: ${type};`;
    });
    return `{\n${lines.join("\n")}\n${indent}}`;
  }

  #reference(reference: ReferenceObject): string {
    const name = nameOf(reference);
    const target = this.#schemas[name];
    return target && !isReference(target) && target.enum ? this.#opened(name) : name;
  }

  #opened(closed: string): string {
    return this.#open ? `${closed} | (string & {})` : closed;
  }

  #array(schema: SchemaObject, indent: string): string {
    const prefix: unknown = schema["prefixItems" as keyof SchemaObject];
    // Safe: JSON Schema's tuple members are schemas; openapi3-ts does not type the keyword.
    if (Array.isArray(prefix))
      return `[${(prefix as Schema[]).map((item) => this.print(item, indent)).join(", ")}]`;
    return `${this.#grouped(schema.items, indent)}[]`;
  }

  #grouped(schema: Schema | undefined, indent: string): string {
    const text = this.print(schema, indent);
    return / [|&] /.test(text.replaceAll(/\{[\s\S]*\}/g, "{}")) ? `(${text})` : text;
  }
}

const jsonOf = (holder: unknown): Schema | undefined => {
  if (typeof holder !== "object" || holder === null || !("content" in holder)) return undefined;
  // Safe: the object is a request body or a response in a document from this generator.
  const content = holder.content as Record<string, { schema: Schema }>;
  return Object.values(content)[0]?.schema;
};

const operationsOf = (api: OpenAPIObject): OperationObject[] =>
  // Safe: path items in these documents contain only operations.
  Object.values(api.paths ?? {}).flatMap((item) => Object.values(item as Record<string, OperationObject>));

/** Returns the names of the components that requests use. */
function sentComponents(api: OpenAPIObject): Set<string> {
  const schemas = api.components?.schemas ?? {};
  const sent = new Set<string>();
  const add = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value ?? null).matchAll(
      /"#\/components\/schemas\/([^"]+)"/g,
    )) {
      if (sent.has(name)) continue;
      sent.add(name);
      add(schemas[name]);
    }
  };
  for (const operation of operationsOf(api)) add([operation.requestBody, operation.parameters]);
  return sent;
}

/** Prints a component as an exported interface, or as a type if it is not an object. */
export function declarationOf(name: string, schema: Schema, printer: TypePrinter): string {
  const text = printer.print(schema);
  const isObject = !isReference(schema) && schema.properties !== undefined;
  const comment = docComment(isReference(schema) ? undefined : schema.description);
  return `${comment}export ${isObject ? `interface ${name} ${text}` : `type ${name} = ${text};`}`;
}

/**
 * Prints plain interfaces of every component, and `Operations` with each operation's parameters, body and
 * responses.
 */
export function wireTypes(api: OpenAPIObject): string {
  const schemas = api.components?.schemas ?? {};
  const closed = new TypePrinter(schemas, false);
  const open = new TypePrinter(schemas, true);
  const sent = sentComponents(api);
  const declarations = Object.entries(schemas).map(([name, schema]) =>
    declarationOf(name, schema, sent.has(name) || (!isReference(schema) && schema.enum) ? closed : open),
  );
  const operations = operationsOf(api).map(
    (operation) =>
      `${docComment(operation.summary, "  ")}  ${operation.operationId}: ${operationType(operation, closed, open)};`,
  );
  const table = `/** Each operation's wire shapes. */\nexport interface Operations {\n${operations.join("\n")}\n}`;
  return `${banner}\n${[...declarations, table].join("\n\n")}\n`;
}

function operationType(operation: OperationObject, closed: TypePrinter, open: TypePrinter): string {
  // Safe: these documents list parameters inline, never by reference.
  const parameters = (operation.parameters ?? []) as ParameterObject[];
  const part = (name: string, where: ParameterObject["in"]): string[] => {
    const own = parameters.filter((parameter) => parameter.in === where);
    if (own.length === 0) return [];
    const object: SchemaObject = {
      type: "object",
      properties: Object.fromEntries(
        own.map((parameter) => [
          parameter.name,
          { ...parameter.schema, ...(parameter.description && { description: parameter.description }) },
        ]),
      ),
      required: own.filter((parameter) => parameter.required).map((parameter) => parameter.name),
    };
    return [`    ${name}: ${closed.object(object, "    ")};`];
  };
  const body = jsonOf(operation.requestBody);
  const answers = Object.entries(operation.responses ?? {}).map(
    ([status, response]) => `      ${status}: ${open.print(jsonOf(response), "      ")};`,
  );
  const parts = [
    ...part("params", "path"),
    ...part("query", "query"),
    ...(body ? [`    body: ${closed.print(body, "    ")};`] : []),
    `    responses: {\n${answers.join("\n")}\n    };`,
  ];
  return `{\n${parts.join("\n")}\n  }`;
}
