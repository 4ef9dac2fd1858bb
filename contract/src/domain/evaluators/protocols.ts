import { foldName } from "./reading/fold-name.ts";

/** A named set of red flags. */
interface Protocol {
  /** Other names for the protocol. */
  synonyms: readonly string[];
  /**
   * The flags, each with its other names. If several protocols contain the same flag, only one of them lists
   * the flag's synonyms.
   */
  flags: Readonly<Record<string, readonly string[]>>;
}

/**
 * The red flags of general triage, by complaint: a selection for comparing systems, not a guideline for
 * treatment. The sources are NICE's guidelines on chest pain (CG95), stroke (NG128), sepsis (NG51), head
 * injury (NG232), ectopic pregnancy and hypertension in pregnancy (NG126, NG133), self-harm (NG225), fever in
 * under 5s (NG143), anaphylaxis (CG134), low back pain (NG59) and headaches (CG150).
 */
const catalog: Readonly<Record<string, Protocol>> = {
  chest_pain: {
    synonyms: ["cardiac", "acute_coronary_syndrome", "acs", "heart_attack"],
    flags: {
      crushing_chest_pain: ["central_chest_pain", "chest_tightness", "chest_pressure", "heavy_chest_pain"],
      pain_radiating_to_arm_or_jaw: [
        "radiating_chest_pain",
        "arm_or_jaw_pain",
        "pain_radiating_to_arm",
        "pain_radiating_to_jaw",
      ],
      sweating_with_pain: ["sweating", "diaphoresis", "cold_sweat"],
      atypical_cardiac_symptoms: ["atypical_acs", "atypical_cardiac_presentation"],
      sudden_breathlessness: ["sudden_shortness_of_breath", "acute_dyspnoea", "acute_dyspnea"],
      one_sided_leg_swelling: ["unilateral_leg_swelling", "calf_swelling"],
      exertional_chest_pain: ["chest_pain_on_exertion", "angina"],
      tearing_chest_pain: ["tearing_pain_to_back"],
      fainting_with_chest_pain: ["syncope_with_chest_pain"],
      coughing_blood: ["haemoptysis", "hemoptysis"],
      breathless_lying_flat: ["orthopnoea", "orthopnea"],
    },
  },
  stroke: {
    synonyms: ["tia", "stroke_tia", "fast", "cva"],
    flags: {
      facial_droop: ["face_droop", "facial_weakness"],
      arm_weakness: ["one_sided_weakness", "unilateral_weakness", "hemiparesis", "hemiplegia"],
      speech_disturbance: ["slurred_speech", "aphasia", "dysarthria"],
      transient_neurological_deficit: [
        "transient_ischaemic_attack",
        "transient_ischemic_attack",
        "transient_weakness",
      ],
      sudden_loss_of_balance: ["sudden_ataxia"],
      double_vision: ["diplopia"],
      sudden_vision_loss: ["sudden_loss_of_vision"],
      one_sided_numbness: ["unilateral_numbness"],
      new_confusion: [],
      thunderclap_onset: [],
    },
  },
  sepsis: {
    synonyms: ["septicaemia", "septicemia", "septic_shock"],
    flags: {
      new_confusion: ["acute_confusion", "confusion", "altered_mental_state", "altered_mental_status"],
      cold_or_mottled_skin: ["mottled_skin", "cold_skin"],
      reduced_urine_output: ["oliguria", "no_urine_for_12_hours"],
      fever_on_chemotherapy: ["neutropenic_fever", "febrile_neutropenia"],
      spreading_skin_infection: ["spreading_cellulitis"],
      flank_pain_with_fever: ["loin_pain_with_fever"],
      rapid_breathing: ["tachypnoea", "tachypnea"],
      rigors: ["shaking_chills"],
      non_blanching_rash: [],
      fever_after_tropical_travel: ["fever_in_returning_traveller", "fever_in_returning_traveler"],
    },
  },
  head_injury: {
    synonyms: ["head_trauma", "concussion", "traumatic_brain_injury"],
    flags: {
      anticoagulant_use: ["anticoagulants", "on_blood_thinners", "blood_thinner_use"],
      drowsiness_after_head_injury: ["drowsy_after_head_injury", "drowsiness"],
      loss_of_consciousness: ["knocked_out"],
      repeated_vomiting_after_head_injury: ["vomiting_after_head_injury"],
      seizure_after_head_injury: [],
      clear_fluid_from_nose_or_ear: ["csf_leak", "cerebrospinal_fluid_leak"],
      memory_loss_after_head_injury: ["amnesia_after_head_injury"],
      new_confusion: [],
    },
  },
  pregnancy: {
    synonyms: ["pregnant", "obstetric", "antenatal"],
    flags: {
      pelvic_pain_in_early_pregnancy: ["abdominal_pain_in_early_pregnancy"],
      vaginal_bleeding_in_pregnancy: [
        "bleeding_in_pregnancy",
        "antepartum_haemorrhage",
        "antepartum_hemorrhage",
      ],
      shoulder_tip_pain: [],
      severe_headache_in_pregnancy: ["headache_in_pregnancy"],
      visual_disturbance: ["visual_disturbance_in_pregnancy", "flashing_lights"],
      upper_abdominal_pain_in_pregnancy: ["epigastric_pain_in_pregnancy"],
      reduced_fetal_movement: [
        "reduced_fetal_movements",
        "decreased_fetal_movement",
        "reduced_foetal_movement",
      ],
      waters_broken_early: ["preterm_rupture_of_membranes"],
      swelling_of_face_or_hands: ["sudden_swelling_in_pregnancy"],
      fainting_in_early_pregnancy: [],
    },
  },
  suicide_risk: {
    synonyms: ["suicide", "suicidality", "self_harm_risk", "mental_health_crisis"],
    flags: {
      suicidal_intent: ["intent_to_die"],
      suicidal_plan: ["suicide_plan"],
      access_to_means: ["means_available"],
      previous_attempt: ["previous_suicide_attempt", "past_suicide_attempt"],
      overdose_taken: ["overdose", "intentional_overdose"],
      suicidal_thoughts: ["suicidal_ideation"],
      self_harm: ["self_injury", "deliberate_self_harm"],
      command_hallucinations: ["voices_commanding_harm"],
    },
  },
  paediatric_fever: {
    synonyms: ["pediatric_fever", "fever_in_children", "child_fever", "fever_under_5"],
    flags: {
      fever_under_three_months: ["fever_under_3_months", "fever_in_young_infant"],
      poor_feeding: ["not_feeding", "feeding_poorly"],
      lethargy: ["lethargic", "floppy", "hard_to_rouse"],
      non_blanching_rash: ["petechial_rash", "purpuric_rash", "petechiae"],
      fever_five_days_or_more: ["fever_for_five_days", "fever_5_days_or_more", "prolonged_fever"],
      reduced_wet_nappies: ["reduced_wet_diapers", "fewer_wet_nappies", "fewer_wet_diapers"],
      bulging_fontanelle: [],
      grunting_or_chest_indrawing: ["grunting", "chest_indrawing"],
      febrile_seizure: ["febrile_convulsion"],
      neck_stiffness: [],
    },
  },
  anaphylaxis: {
    synonyms: ["severe_allergic_reaction", "allergic_reaction"],
    flags: {
      throat_tightness: ["throat_closing", "throat_swelling"],
      widespread_hives: ["generalised_urticaria", "generalized_urticaria", "widespread_urticaria"],
      adrenaline_used: ["epinephrine_used", "epipen_used", "adrenaline_auto_injector_used"],
      tongue_swelling: ["swollen_tongue", "lip_or_tongue_swelling"],
      voice_change: ["hoarse_voice"],
      wheeze_after_exposure: ["wheeze_after_allergen"],
      collapse_after_exposure: ["fainting_after_allergen"],
      sudden_breathlessness: [],
    },
  },
  back_pain: {
    synonyms: ["low_back_pain", "lower_back_pain", "cauda_equina"],
    flags: {
      saddle_numbness: ["saddle_anaesthesia", "saddle_anesthesia"],
      urinary_retention: ["cannot_pass_urine", "new_incontinence", "bladder_dysfunction"],
      bowel_incontinence: ["faecal_incontinence", "fecal_incontinence"],
      leg_weakness: ["bilateral_leg_weakness", "progressive_leg_weakness"],
      history_of_cancer: ["cancer_history", "previous_cancer"],
      night_pain: ["pain_at_night"],
      back_pain_with_fever: [],
      back_pain_after_trauma: ["back_pain_after_fall"],
      unexplained_weight_loss: ["weight_loss"],
    },
  },
  headache: {
    synonyms: ["severe_headache"],
    flags: {
      thunderclap_onset: ["thunderclap_headache", "sudden_severe_headache", "worst_headache_of_life"],
      neck_stiffness: ["stiff_neck", "meningism"],
      vomiting_with_headache: ["headache_with_vomiting"],
      new_headache_over_50: ["new_headache_over_fifty"],
      scalp_tenderness: [],
      jaw_claudication: ["jaw_pain_on_chewing"],
      headache_with_fever: [],
      headache_worse_lying_down: ["headache_worse_on_waking"],
      painful_eye_with_blurred_vision: ["painful_red_eye"],
    },
  },
};

/** The names of the protocols. */
export const protocolNames: readonly string[] = Object.keys(catalog);

const protocolsByName = new Map(
  Object.entries(catalog).flatMap(([name, { synonyms }]) =>
    [name, ...synonyms].map((alias) => [foldName(alias), name] as const),
  ),
);

const flagsByName = new Map(
  Object.values(catalog).flatMap(({ flags }) =>
    Object.entries(flags).flatMap(([flag, synonyms]) =>
      [flag, ...synonyms].map((alias) => [foldName(alias), flag] as const),
    ),
  ),
);

/** Returns a protocol's catalog name for any of its names; undefined for an unknown protocol. */
export const protocolNamed = (name: string): string | undefined => protocolsByName.get(foldName(name));

/** Returns a flag's catalog name for any of its names; undefined if no protocol has the flag. */
export const flagNamed = (name: string): string | undefined => flagsByName.get(foldName(name));

/** Returns the catalog names of all flags in the given protocols, which are given by their catalog names. */
export const flagsOfProtocols = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => Object.keys(catalog[name]?.flags ?? {})));
