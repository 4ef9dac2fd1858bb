import { describe, expect, test } from "vitest";
import {
  credentialsExpired,
  disqualification,
  type QualifiedReviewer,
  type TaskNeeds,
} from "./qualification.ts";

const now = Date.parse("2026-03-04T09:30:00Z");
const doctor: QualifiedReviewer = {
  credentials: ["MD"],
  specialty: null,
  projects: null,
  credentialExpiresAt: null,
};
const anything: TaskNeeds = { project: "p", requiredCredentials: [], specialty: null };
const reason = (reviewer: Partial<QualifiedReviewer>, needs: Partial<TaskNeeds> = {}) =>
  disqualification({ ...doctor, ...reviewer }, { ...anything, ...needs }, { now });

describe("a reviewer qualifies", () => {
  test("for a task without requirements", () => {
    expect(reason({})).toBeNull();
    expect(reason({ credentials: ["RN"], specialty: "cardiology", projects: ["q", "p"] })).toBeNull();
  });

  test("with any one of the required credentials", () => {
    expect(reason({ credentials: ["RN", "DO"] }, { requiredCredentials: ["MD", "DO"] })).toBeNull();
    expect(reason({ credentials: ["RN", "NP"] }, { requiredCredentials: ["MD", "DO"] })).toBe(
      "holds RN and NP; the task requires MD or DO",
    );
    expect(reason({ credentials: [] }, { requiredCredentials: ["MD"] })).toBe(
      "holds no credentials; the task requires MD",
    );
  });

  test("with exactly the required specialty", () => {
    const needs = { specialty: "Cardiology" };
    expect(reason({ specialty: "Cardiology" }, needs)).toBeNull();
    expect(reason({ specialty: "cardiology" }, needs)).toBe(
      'has the specialty "cardiology"; the task requires "Cardiology"',
    );
    expect(reason({}, needs)).toBe('has no specialty; the task requires "Cardiology"');
  });

  test("only in the reviewer's projects; the reason names the other project", () => {
    expect(reason({ projects: ["q"] })).toBe('does not review in project "p"');
    expect(reason({ projects: [] }, { project: "r" })).toBe('does not review in project "r"');
  });

  test("for no task from the time at which the credentials expire", () => {
    expect(reason({ credentialExpiresAt: now + 1 })).toBeNull();
    expect(reason({ credentialExpiresAt: now })).toBe(
      "has credentials that expired at 2026-03-04T09:30:00.000Z",
    );
    expect([now - 1, now, null].map((at) => credentialsExpired({ credentialExpiresAt: at }, now))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
