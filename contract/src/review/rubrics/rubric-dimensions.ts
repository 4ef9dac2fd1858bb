import * as z from "zod";
import { longText, nameText, optional, refusingProto, withDefault } from "../../platform/common.ts";
import { withoutAbsent } from "../../domain/index.ts";

/** The possible types of a dimension's grades. */
const dimensionTypes = ["categorical", "scale", "boolean", "multi_select"] as const;

const anyNumber = z.number().min(-Number.MAX_VALUE).max(Number.MAX_VALUE);
const optionValue = z.union([z.string().min(1).max(200), anyNumber]).meta({
  description:
    "Value of the option in grades (a string or a number). The order of the options is the order of the levels.",
});
const optionShape = {
  value: optionValue,
  label: nameText("Label shown to reviewers."),
  score_impact: z
    .number()
    .min(-100)
    .max(100)
    .meta({ description: "Points for the option. The points are returned but not added up." }),
  safety_flag: z.boolean().meta({ description: "Whether the option indicates a danger." }),
};
const exampleOption = { value: "too_low", label: "Too low", score_impact: -50, safety_flag: true };

const option = z
  .object({
    ...optionShape,
    score_impact: optionShape.score_impact.optional(),
    safety_flag: optionShape.safety_flag.optional(),
  })
  .meta({ id: "RubricOption", description: "One option of a dimension.", examples: [exampleOption] });
const optionInput = z
  .strictObject({
    ...optionShape,
    score_impact: optional(optionShape.score_impact),
    safety_flag: optional(optionShape.safety_flag),
  })
  .meta({ id: "RubricOptionInput", description: "One option of a dimension.", examples: [exampleOption] });

const fields = {
  id: z
    .string()
    .min(1)
    .max(100)
    .refine((text) => text !== "__proto__" && !text.includes("\u0000"), {
      error: "must not be __proto__ or contain U+0000",
    })
    .meta({ description: "Key of the dimension in `grades`, unique in the rubric." }),
  name: nameText("Label shown to reviewers."),
  type: z.enum(dimensionTypes).meta({
    id: "DimensionType",
    description:
      "Type of the grades. `categorical`: one option; `scale`: a number; `boolean`: true or false; `multi_select`: any number of options.",
    examples: ["categorical"],
  }),
  required: z
    .boolean()
    .meta({ description: "Whether every review must grade this dimension; default true." }),
  ordered: z.boolean().meta({
    description:
      "Whether the order of the options has a meaning, so that agreement uses their distance. Only for `categorical`; default false.",
  }),
  min: anyNumber.meta({ description: "The lowest grade of a scale." }),
  max: anyNumber.meta({ description: "The highest grade of a scale." }),
  labels: refusingProto(
    z
      .record(z.string().max(30), nameText("Label of the point."))
      .refine((labels) => Object.keys(labels).length <= 100, { error: "must have at most 100 members" }),
  ).meta({ description: "Labels for points on a scale. The keys are the points as strings." }),
  guidance: longText("Instructions for the reviewer."),
};
const options = z
  .array(option)
  .max(200)
  .meta({ description: "The options in order, for `categorical` and `multi_select`." });

const exampleDimension = {
  id: "accuracy",
  name: "Was the level right?",
  type: "categorical" as const,
  required: true,
  ordered: false,
  options: [{ value: "correct", label: "Right" }, exampleOption],
};

/** The schema of a dimension as stored and in responses. */
export const dimension = z
  .object({
    ...fields,
    options: options.optional(),
    min: fields.min.optional(),
    max: fields.max.optional(),
    labels: fields.labels.optional(),
    guidance: fields.guidance.optional(),
  })
  .meta({ id: "RubricDimension", description: "One dimension to grade.", examples: [exampleDimension] });

/** A dimension as stored. Dimensions that were stored by earlier versions do not state `ordered`. */
export type RubricDimension = Omit<z.output<typeof dimension>, "ordered"> & { ordered?: boolean | undefined };

const plainInput = z.strictObject({
  ...fields,
  required: withDefault(fields.required, true),
  ordered: withDefault(fields.ordered, false),
  options: optional(
    z
      .array(optionInput)
      .max(200)
      .meta({ description: "The options in order, for `categorical` and `multi_select`." }),
  ),
  min: optional(fields.min),
  max: optional(fields.max),
  labels: optional(fields.labels),
  guidance: optional(fields.guidance),
});

type DimensionInput = z.output<typeof plainInput>;
type Fault = readonly [path: readonly PropertyKey[], message: string];

/** Yields all faults that concern a dimension as a whole. */
function* faultsOf({ type, options: given, min, max, labels, ordered }: DimensionInput): Generator<Fault> {
  const takesOptions = type === "categorical" || type === "multi_select";
  if (takesOptions && (given === undefined || given.length === 0))
    yield [["options"], `must have at least one option: the dimension is ${type}`];
  if (!takesOptions && given !== undefined) yield [["options"], `must be absent: the dimension is ${type}`];
  if (ordered && type !== "categorical") yield [["ordered"], `must be false: the dimension is ${type}`];
  const seen = new Set<string>();
  for (const [index, { value }] of (given ?? []).entries()) {
    if (seen.has(String(value))) yield [["options", index, "value"], "must be unique among the options"];
    seen.add(String(value));
  }
  if (type !== "scale") {
    for (const [name, value] of Object.entries({ min, max, labels }))
      if (value !== undefined) yield [[name], `must be absent: the dimension is ${type}`];
    return;
  }
  if (min === undefined) yield [["min"], "is required: the dimension is a scale"];
  if (max === undefined) yield [["max"], "is required: the dimension is a scale"];
  if (min === undefined || max === undefined) return;
  if (min >= max) yield [["min"], `must be below max, which is ${max}`];
  for (const point of Object.keys(labels ?? {})) {
    const number = Number(point);
    if (point.trim() === "" || !(number >= min && number <= max))
      yield [["labels", point], `must have a number from ${min} to ${max} as its key`];
  }
}

/** The schema of a dimension in a request. */
export const dimensionInput = plainInput
  .superRefine((given, context) => {
    for (const [path, message] of faultsOf(given))
      context.addIssue({ code: "custom", path: [...path], message });
  })
  .meta({
    id: "RubricDimensionInput",
    description: "One dimension to grade.",
    examples: [exampleDimension],
  });

/** Reports every dimension whose id also belongs to an earlier dimension. */
export function distinctDimensions(
  dimensions: readonly { id: string }[],
  context: z.core.$RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [index, { id }] of dimensions.entries()) {
    if (seen.has(id))
      context.addIssue({
        code: "custom",
        path: [index, "id"],
        message: "must be unique among the dimensions",
        input: id,
      });
    seen.add(id);
  }
}

/** Converts a dimension to its stored form, with defaults and without absent members. */
export function resolvedDimension({ options: given, ...rest }: DimensionInput): RubricDimension {
  return withoutAbsent({ ...rest, options: given?.map(withoutAbsent) });
}
