import { foldName } from "./reading/fold-name.ts";

/** A question of a guideline. */
export interface GuidelineQuestion {
  id: string;
  /** The full question; null if the id is the question. */
  text: string | null;
  /** Synonyms of the question in `questions_asked`. */
  synonyms: readonly string[];
  /** The question's weight if `scoring_mode` is `weighted`; above 0. */
  weight: number;
}

/** The guideline that `guideline_compliance` compares an output with. */
export interface GuidelineSet {
  name: string;
  /** The questions of the guideline. All of them are required. */
  questions: readonly GuidelineQuestion[];
  required_actions: readonly string[];
  forbidden_actions: readonly string[];
}

/** The set that `guideline_compliance` uses by default. */
export const defaultGuidelineSet = "general_triage";

/**
 * The built-in sets. `general_triage` contains the questions that telephone triage covers for any complaint;
 * questions about danger have the highest weights. The two forbidden actions require a prescriber.
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

/** The reserved names of the built-in sets. */
export const builtInGuidelineSets: readonly string[] = builtInSets.map(({ name }) => name);

/** Returns a built-in set, or undefined if no built-in set has this name. */
export const builtInGuidelineSet = (name: string): GuidelineSet | undefined =>
  builtInSets.find((set) => set.name === name);

// Folding names would take most of the time per sample, so each question's names are folded only once.
const foldedNames = new WeakMap<GuidelineQuestion, readonly string[]>();

/** Returns every name of a question, folded for comparison. */
export function namesOfQuestion(question: GuidelineQuestion): readonly string[] {
  const { id, text, synonyms } = question;
  const known = foldedNames.get(question);
  if (known) return known;
  const names = [id, ...(text === null ? [] : [text]), ...synonyms].map(foldName);
  foldedNames.set(question, names);
  return names;
}

/**
 * Returns the set with additional questions, each with weight 1. An id that is already the name of a question
 * adds nothing.
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
