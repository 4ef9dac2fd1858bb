import * as z from "zod";

/** The priorities of a review task, most urgent first. */
export const taskPriorities = ["urgent", "high", "normal", "low"] as const;

export const taskPriority = z.enum(taskPriorities).meta({
  id: "ReviewTaskPriority",
  description: "Urgency of the review.",
  examples: ["high"],
});
