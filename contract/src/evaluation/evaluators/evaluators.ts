import * as z from "zod";
import { bind, type BoundEvaluator } from "./bound-evaluator.ts";
import { nameText, optional } from "../../platform/common.ts";
import { bindCustom, customConfigOf, customInput } from "./custom-evaluator.ts";
import type { CustomConfig } from "../../domain/evaluators/custom.ts";
import { missingOutputConfig, type MissingOutputOption } from "../../domain/evaluators/missing-output.ts";
import {
  guidelineCompliance,
  type GuidelineComplianceConfig,
  guidelineScoringModes,
} from "../../domain/evaluators/guideline-compliance.ts";
import {
  defaultGuidelineSet,
  type GuidelineSet,
  withQuestions,
} from "../../domain/evaluators/builtin-guideline-sets.ts";
import { protocolNamed, protocolNames } from "../../domain/evaluators/protocols.ts";
import { redFlagDetection, type RedFlagDetectionConfig } from "../../domain/evaluators/red-flag-detection.ts";
import {
  symptomExtraction,
  type SymptomExtractionConfig,
} from "../../domain/evaluators/symptom-extraction.ts";
import { triageAccuracy, type TriageAccuracyConfig } from "../../domain/evaluators/triage-accuracy.ts";
import { defaultTriageLevels } from "../../domain/triage/triage-levels.ts";
import { evaluatorOf, ownMissingOutput } from "./evaluator-input.ts";
import { protocolsUnknown } from "../guideline-sets/guideline-set-refusals.ts";
import { aliasesOf, fieldsOrList, pathIn, readingConfig } from "./reading-config.ts";
import { triageAccuracyConfig } from "./triage-accuracy-config.ts";

const share = z.number().min(0).max(1);

const redFlagDetectionConfig = z
  .strictObject({
    protocols: optional(
      z
        .array(nameText("Name of a protocol."))
        .max(100)
        .meta({
          description: `Protocols whose flags are evaluated; if the list is empty, all flags are evaluated. Known protocols: ${protocolNames.join(", ")}.`,
        }),
    ),
    require_escalation: optional(
      z.boolean().meta({ description: "Whether missing a required escalation scores 0; default true." }),
    ),
    min_confidence: optional(
      share.meta({
        description: "Flags with a lower confidence (0 to 1) count as not detected; default 0.5.",
      }),
    ),
    aliases: aliasesOf("flags"),
    output_path: pathIn("output", fieldsOrList),
    expected_path: pathIn("expected answer", fieldsOrList),
    missing_output: ownMissingOutput,
  })
  .meta({
    id: "RedFlagDetectionConfig",
    description: "Compares `red_flags` and `escalated` in the output and the expected answer.",
    examples: [{ protocols: ["chest_pain", "stroke"], min_confidence: 0.5 }],
  });

const guidelineComplianceConfig = z
  .strictObject({
    guideline_set: optional(
      nameText(
        `Name of a built-in set or of a set stored with POST /v1/guideline_sets; default ${defaultGuidelineSet}.`,
      ),
    ),
    required_questions: optional(
      z.array(nameText("Id of a question.")).max(200).meta({ description: "Additional required questions." }),
    ),
    scoring_mode: optional(
      z.enum(guidelineScoringModes).meta({
        description:
          "`proportional` (the default): 100·covered/required. `weighted`: 100·covered/required with the questions' weights. `strict`: 100 or 0.",
      }),
    ),
    aliases: aliasesOf("questions or actions"),
    output_path: pathIn("output", fieldsOrList),
    missing_output: ownMissingOutput,
  })
  .meta({
    id: "GuidelineComplianceConfig",
    description: "Compares `output.questions_asked` and `output.actions` with a guideline.",
    examples: [{ guideline_set: "general_triage", required_questions: ["allergies"] }],
  });

const symptomExtractionConfig = z
  .strictObject({
    taxonomy: optional(
      nameText("Source of names and codes. This is only a label, without a lookup; default free_text."),
    ),
    require_negation_handling: optional(
      z.boolean().meta({
        description:
          "Whether a symptom with the wrong polarity counts as a miss and a false positive (true, the default) or as a match.",
      }),
    ),
    min_recall: optional(
      share.meta({ description: "Minimum recall for a sample to pass (0 to 1); default 0.8." }),
    ),
    aliases: aliasesOf("symptoms"),
    output_path: pathIn("output", fieldsOrList),
    expected_path: pathIn("expected answer", fieldsOrList),
    missing_output: ownMissingOutput,
  })
  .meta({
    id: "SymptomExtractionConfig",
    description: "Compares `symptoms` and `negated` in the output and the expected answer.",
    examples: [{ taxonomy: "snomed", min_recall: 0.9 }],
  });

/** The schema of an evaluator in requests. */
export const evaluatorInput = z
  .discriminatedUnion("type", [
    evaluatorOf("triage_accuracy", {
      id: "TriageAccuracyEvaluatorInput",
      description: "Scores the triage level.",
      config: triageAccuracyConfig,
    }),
    evaluatorOf("red_flag_detection", {
      id: "RedFlagDetectionEvaluatorInput",
      description: "Scores the detected red flags and the escalation.",
      config: redFlagDetectionConfig,
    }),
    evaluatorOf("guideline_compliance", {
      id: "GuidelineComplianceEvaluatorInput",
      description: "Scores the covered questions and the actions.",
      config: guidelineComplianceConfig,
    }),
    evaluatorOf("symptom_extraction", {
      id: "SymptomExtractionEvaluatorInput",
      description: "Scores the symptoms and their polarity.",
      config: symptomExtractionConfig,
    }),
    customInput,
  ])
  .meta({
    id: "EvaluatorInput",
    description: "An evaluator to run.",
    examples: [{ type: "triage_accuracy" }],
  });

/** The validated settings of one evaluator. */
export type EvaluatorInput = z.output<typeof evaluatorInput>;

/**
 * The resolved settings of each evaluator type. All defaults are set, and referenced objects replace their
 * names.
 */
interface ResolvedConfigs {
  triage_accuracy: TriageAccuracyConfig;
  red_flag_detection: RedFlagDetectionConfig;
  guideline_compliance: GuidelineComplianceConfig;
  symptom_extraction: SymptomExtractionConfig;
  custom: CustomConfig;
}

/** An evaluator's settings as stored in an evaluation: plain JSON with everything that its rule requires. */
export type ResolvedEvaluator = {
  [Type in keyof ResolvedConfigs]: { type: Type; config: ResolvedConfigs[Type] };
}[keyof ResolvedConfigs];

/**
 * Returns the names that protocols have in the catalog, sorted and without duplicates.
 *
 * @throws {ApiError} 422 for unknown protocols.
 */
function knownProtocols(names: readonly string[], path: string): string[] {
  const unknown = names.flatMap((name, index) =>
    protocolNamed(name) === undefined ? [{ name, path: `${path}/${index}` }] : [],
  );
  if (unknown.length > 0) throw protocolsUnknown(unknown, protocolNames);
  return [...new Set(names.flatMap((name) => protocolNamed(name) ?? []))].toSorted();
}

/** The parts of a request that determine an evaluator's settings besides its `config`. */
export interface ResolutionContext {
  /** JSON Pointer to the settings in the request. */
  path: string;
  /** The evaluation's setting for missing outputs. */
  missingOutput: MissingOutputOption;
  /** Returns the guideline set with the given name, or throws. */
  setNamed: (name: string, path: string) => GuidelineSet;
}

/**
 * Resolves an evaluator's settings. To add an evaluator, add a case here and in `bindEvaluator`.
 *
 * @throws {ApiError} 422 for unknown protocols; also throws the errors of `setNamed`.
 */
export function resolveEvaluator(
  { type, config }: EvaluatorInput,
  { path, missingOutput, setNamed }: ResolutionContext,
): ResolvedEvaluator {
  const missing = missingOutputConfig(config?.missing_output, missingOutput);
  const reading = type === "custom" ? {} : readingConfig(config);
  switch (type) {
    case "triage_accuracy": {
      const { under_triage = 2, over_triage = 1 } = config?.severity_weights ?? {};
      const levels = (config?.levels ?? defaultTriageLevels).map(String);
      const require_expected = config?.require_expected ?? true;
      const severity_weights = { under_triage, over_triage };
      return { type, config: { ...missing, ...reading, levels, severity_weights, require_expected } };
    }
    case "red_flag_detection": {
      const { require_escalation = true, min_confidence = 0.5 } = config ?? {};
      const protocols = knownProtocols(config?.protocols ?? [], `${path}/protocols`);
      return { type, config: { ...missing, ...reading, protocols, require_escalation, min_confidence } };
    }
    case "guideline_compliance": {
      const { guideline_set: name = defaultGuidelineSet, scoring_mode = "proportional" } = config ?? {};
      const set = setNamed(name, `${path}/guideline_set`);
      const guideline_set = withQuestions(set, config?.required_questions ?? []);
      return { type, config: { ...missing, ...reading, guideline_set, scoring_mode } };
    }
    case "symptom_extraction": {
      const { taxonomy = "free_text", require_negation_handling = true, min_recall = 0.8 } = config ?? {};
      return { type, config: { ...missing, ...reading, taxonomy, require_negation_handling, min_recall } };
    }
    case "custom":
      return { type, config: customConfigOf(config, missing) };
  }
}

/** Binds an evaluator's rule to its resolved settings. */
export function bindEvaluator(evaluator: ResolvedEvaluator): BoundEvaluator {
  switch (evaluator.type) {
    case "triage_accuracy":
      return bind(triageAccuracy, evaluator.config);
    case "red_flag_detection":
      return bind(redFlagDetection, evaluator.config);
    case "guideline_compliance":
      return bind(guidelineCompliance, evaluator.config);
    case "symptom_extraction":
      return bind(symptomExtraction, evaluator.config);
    case "custom":
      return bindCustom(evaluator.config);
  }
}
