import { foldName } from "./fold-name.ts";

/** A question of a guideline. */
export interface GuidelineQuestion {
  id: string;
  /** The full question; null: the id is the question. */
  text: string | null;
  /** Other names of the question in `questions_asked`. */
  synonyms: readonly string[];
  /** Weight under `scoring_mode` `weighted`; above 0. */
  weight: number;
}

/** The guideline that `guideline_compliance` compares an output with. */
export interface GuidelineSet {
  name: string;
  /** All of them are required. */
  questions: readonly GuidelineQuestion[];
  required_actions: readonly string[];
  forbidden_actions: readonly string[];
}

/** The default set of `guideline_compliance`. */
export const defaultGuidelineSet = "general_triage";

/**
 * The built-in sets. `general_triage` contains the questions of telephone triage for any complaint; questions
 * about danger have the highest weights. Its two forbidden actions require a prescriber.
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

/** The names of the built-in sets, which are reserved. */
export const builtInGuidelineSets: readonly string[] = builtInSets.map(({ name }) => name);

/** A built-in set, or undefined. */
export const builtInGuidelineSet = (name: string): GuidelineSet | undefined =>
  builtInSets.find((set) => set.name === name);

// Folding once per question instead of once per sample avoids most of the cost of a sample.
const foldedNames = new WeakMap<GuidelineQuestion, readonly string[]>();

/** Every name of a question, in folded form for comparison. */
export function namesOfQuestion(question: GuidelineQuestion): readonly string[] {
  const { id, text, synonyms } = question;
  const known = foldedNames.get(question);
  if (known) return known;
  const names = [id, ...(text === null ? [] : [text]), ...synonyms].map(foldName);
  foldedNames.set(question, names);
  return names;
}

/**
 * Returns the set with further questions, each of weight 1; an id that already names a question adds nothing.
 */
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
