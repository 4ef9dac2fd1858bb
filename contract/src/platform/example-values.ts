// Values that are shared by all examples, so that the examples in the documents are consistent.
export const exampleIds = {
  project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2",
  dataset: "ds_01jd0v6c9tf0prpc9h1yhw6y6s",
  sample: "smp_01jd0v7am0f1trsrsa8tc8nqhk",
  model: "mdl_01jd0v8k3vew9s8b4g0p0q2xya",
  evaluation: "eval_01jd0v9rx6e6wvj6w3fd0qk3ga",
  candidate: "eval_01jd0vap4te8v9xk2m5r7q1w3h",
  reviewer: "rvr_01jd0vc1n8e4x9j2s6k3w7q5ht",
  rubric: "rub_01jd0vc9w2f7t8m4b1r6y3g5ka",
  task: "task_01jd0vcm5kf0h6p2z8v4n9d3qs",
  review: "rev_01jd0vd3q7e1k5w9t2x8b6m4ja",
  adjudication: "adj_01jd0vd7r2f6k9w3t5x8b1m4jc",
  event: "evt_01jd0vcf5he7hb3m4k9s2t6w8x",
  webhook: "whk_01jd0vc8hq2n4x6t9b3m5r7w1k",
  delivery: "dlv_01jd0vd1tq5m8y2k4w6r9x3b7n",
  export: "exp_01jd0vbw3q8w6kz2m9c4t7n5rj",
  decision: "dec_01jd0vcf5he7hb3m4k9s2t6w8x",
  approval: "apr_01jd0vdm2qf8rt6y3w9k5c1b7n",
  record: "rec_01jd0vdr4sg9tv7z4x0m6d2c8p",
  apiKey: "key_01jd0vb2ywf5p8tw6axgyn8kd1",
} as const;

export const exampleInstant = "2026-03-02T09:30:00.000Z";
export const exampleLaterInstant = "2026-03-02T09:30:07.412Z";
export const exampleDigest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
