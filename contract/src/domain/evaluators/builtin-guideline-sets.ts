import { foldName } from "./fold-name.ts";

/** A question that a guideline wants asked. */
export interface GuidelineQuestion {
  id: string;
  /** The question in full; null: its id says it. */
  text: string | null;
  /** Other names that it goes by in `questions_asked`. */
  synonyms: readonly string[];
  /** How much it counts under `scoring_mode` `weighted`; above 0. */
  weight: number;
}

/** What an answer is held against by `guideline_compliance`. */
export interface GuidelineSet {
  name: string;
  /** All of them are required. */
  questions: readonly GuidelineQuestion[];
  required_actions: readonly string[];
  forbidden_actions: readonly string[];
}

/** The set that `guideline_compliance` takes when told none. */
export const defaultGuidelineSet = "general_triage";

/**
 * The sets that come with Assay. `general_triage`: what a telephone triage asks whatever the complaint; questions about
 * danger weigh most. Its two forbidden actions are those that take a prescriber.
 */
const builtInSets: readonly GuidelineSet[] = [
  {
    name: defaultGuidelineSet,
    questions: [
      {
        id: "onset",
        text: "When did it start, and how?",
        synonyms: ["symptom_onset", "time_of_onset", "when_did_it_start"],
        weight: 2,
      },
      {
        id: "severity",
        text: "How bad is it?",
        synonyms: ["symptom_severity", "pain_severity", "pain_score", "intensity"],
        weight: 1,
      },
      {
        id: "associated_symptoms",
        text: "What else is wrong?",
        synonyms: ["associated_symptom", "other_symptoms", "accompanying_symptoms"],
        weight: 2,
      },
      {
        id: "medical_history",
        text: "What illnesses are there or were there?",
        synonyms: ["past_medical_history", "history", "pmh", "comorbidities"],
        weight: 1,
      },
      {
        id: "medications",
        text: "What medicines are taken?",
        synonyms: ["medication", "current_medications", "medicines", "drug_history"],
        weight: 1,
      },
      {
        id: "red_flags",
        text: "Is there any sign of danger that goes with this complaint?",
        synonyms: ["red_flag", "red_flag_symptoms", "warning_signs", "danger_signs"],
        weight: 3,
      },
    ],
    required_actions: ["gave_safety_net_advice"],
    forbidden_actions: ["prescribed_medication", "advised_stopping_prescribed_medication"],
  },
];

/** The names of the built-in sets; no stored set may have one. */
export const builtInGuidelineSets: readonly string[] = builtInSets.map(({ name }) => name);

/** A built-in set, or undefined. */
export const builtInGuidelineSet = (name: string): GuidelineSet | undefined =>
  builtInSets.find((set) => set.name === name);

// Folded once a question instead of once a sample, which was most of what a sample cost.
const foldedNames = new WeakMap<GuidelineQuestion, readonly string[]>();

/** Every name that a question goes by, in the form in which names compare. */
export function namesOfQuestion(question: GuidelineQuestion): readonly string[] {
  const { id, text, synonyms } = question;
  const known = foldedNames.get(question);
  if (known) return known;
  const names = [id, ...(text === null ? [] : [text]), ...synonyms].map(foldName);
  foldedNames.set(question, names);
  return names;
}

/** A set with further questions, each of weight 1; an id that one of its questions goes by already adds nothing. */
export function withQuestions(set: GuidelineSet, ids: readonly string[]): GuidelineSet {
  const taken = new Set(set.questions.flatMap(namesOfQuestion));
  const added: GuidelineQuestion[] = [];
  for (const id of ids) {
    if (taken.has(foldName(id))) continue;
    taken.add(foldName(id));
    added.push({ id, text: null, synonyms: [], weight: 1 });
  }
  const { name, required_actions, forbidden_actions } = set;
  return { name, questions: [...set.questions, ...added], required_actions, forbidden_actions };
}
