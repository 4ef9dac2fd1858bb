import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  listOf,
  longText,
  nameText,
  optional,
  paging,
  timestamp,
  withDefault,
} from "../../platform/common.ts";
import { foldName } from "../../domain/evaluators/reading/fold-name.ts";
import { type GuidelineSet, namesOfQuestion } from "../../domain/evaluators/builtin-guideline-sets.ts";
import { exampleInstant } from "../../platform/example-values.ts";

const questionWeight = z
  .number()
  .gt(0)
  .max(1000)
  .meta({ description: "The question's weight if `scoring_mode` is `weighted`; above 0, default 1." });
const questionId = nameText("Id of the question, as in `questions_asked`.");
const questionText = longText("Full text of the question.");
const synonymList = z
  .array(nameText("A synonym of the name."))
  .max(50)
  .meta({ description: "Synonyms of the question in `questions_asked`." });

const question = z
  .object({ id: questionId, text: questionText.nullable(), synonyms: synonymList, weight: questionWeight })
  .meta({
    id: "GuidelineQuestion",
    description: "A question in a guideline.",
    examples: [{ id: "onset", text: "When did it start?", synonyms: ["symptom_onset"], weight: 2 }],
  });

const questionInput = z
  .strictObject({
    id: questionId,
    text: optional(questionText),
    synonyms: optional(synonymList),
    weight: optional(questionWeight),
  })
  .meta({
    id: "GuidelineQuestionInput",
    description: "A question in a guideline.",
    examples: [{ id: "onset", text: "When did it start?", synonyms: ["symptom_onset"], weight: 2 }],
  });

const distinct = (names: readonly string[]): boolean => new Set(names.map(foldName)).size === names.length;

function sharesName(names: readonly string[], others: readonly string[]): boolean {
  const folded = new Set(names.map(foldName));
  return others.some((other) => folded.has(foldName(other)));
}

const actions = (description: string) =>
  z
    .array(nameText("An action, as in `actions`."))
    .max(200)
    .refine(distinct, {
      error: "must be distinct (case, apostrophes, spaces, underscores and dashes are ignored)",
    })
    .meta({ description });
const requiredActions = actions("Required actions. An output passes only if it contains all of them.");
const forbiddenActions = actions("Forbidden actions. An output that contains one of them scores 0.");

const exampleBody = {
  name: "nurse_line",
  questions: [
    { id: "onset", text: "When did it start?", synonyms: ["symptom_onset"], weight: 2 },
    { id: "allergies", text: null, synonyms: [], weight: 1 },
  ],
  required_actions: ["gave_safety_net_advice"],
  forbidden_actions: ["prescribed_medication"],
};
const exampleSet = { object: "guideline_set" as const, ...exampleBody, created_at: exampleInstant };
const setName = nameText(
  "Name, unique in the workspace. Evaluators reference the set by this name in `guideline_set`.",
);

const guidelineSet = z
  .object({
    object: z.literal("guideline_set").meta({ description: "Always `guideline_set`." }),
    name: setName,
    questions: z.array(question).max(200).meta({ description: "The questions, all of which are required." }),
    required_actions: requiredActions,
    forbidden_actions: forbiddenActions,
    created_at: timestamp("Creation time."),
  })
  .meta({
    id: "GuidelineSet",
    description: "A guideline with which outputs are compared.",
    examples: [exampleSet],
  });

const createGuidelineSetBody = z
  .strictObject({
    name: setName,
    questions: withDefault(
      z
        .array(questionInput)
        .max(200)
        .refine((questions) => distinctQuestions(questions.map(resolvedQuestion)), {
          error: "must not use one id, text or synonym for two questions",
        })
        .meta({ description: "The questions, all of which are required." }),
      [],
    ),
    required_actions: withDefault(requiredActions, []),
    forbidden_actions: withDefault(forbiddenActions, []),
  })
  .refine(
    ({ required_actions: required, forbidden_actions: forbidden }) => !sharesName(required, forbidden),
    {
      path: ["forbidden_actions"],
      error: "must not have an action that required_actions contains",
    },
  )
  .refine((set) => set.questions.length + set.required_actions.length + set.forbidden_actions.length > 0, {
    error: "must have at least one question, required action or forbidden action",
  })
  .meta({ id: "CreateGuidelineSet", description: "A new guideline set.", examples: [exampleBody] });

type QuestionInput = z.output<typeof questionInput>;

const resolvedQuestion = ({ id, text, synonyms, weight }: QuestionInput) => ({
  id,
  text: text ?? null,
  synonyms: synonyms ?? [],
  weight: weight ?? 1,
});

/**
 * Returns whether no two questions share a name. A single question may contain the same name several times.
 */
function distinctQuestions(questions: GuidelineSet["questions"]): boolean {
  const names = questions.flatMap((each) => [...new Set(namesOfQuestion(each))]);
  return new Set(names).size === names.length;
}

/** A validated request body that stores a guideline set. */
export type CreateGuidelineSetBody = z.output<typeof createGuidelineSetBody>;

/** Creates a guideline set from a validated request, with defaults applied. */
export const guidelineSetOf = (body: CreateGuidelineSetBody): GuidelineSet => ({
  ...body,
  questions: body.questions.map(resolvedQuestion),
});

const tag = "Guideline sets";

export const guidelineSetRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/guideline_sets",
    summary: "Create a guideline set",
    description:
      "Stores a guideline set. Stored sets never change. 201 if new; 200 with the stored set if the contents are identical; 409 if the contents differ or the name belongs to a built-in set.",
    headers: idempotencyHeaders,
    body: createGuidelineSetBody,
    responses: answers({ 200: guidelineSet, 201: guidelineSet }, 409),
    metadata: {
      operationId: "createGuidelineSet",
      tag,
      scope: "evaluations:write",
      sdk: "guidelineSets.create",
      workspaceLevel: true,
    },
  }),
  list: route({
    method: "GET",
    path: "/v1/guideline_sets",
    summary: "List guideline sets",
    description: "Returns the stored sets, newest first, without the built-in sets.",
    query: z.strictObject({ ...paging }),
    responses: answers({ 200: listOf("GuidelineSetList", guidelineSet, exampleSet) }),
    metadata: {
      operationId: "listGuidelineSets",
      tag,
      scope: "evaluations:read",
      sdk: "guidelineSets.list",
      paginated: true,
    },
  }),
});
