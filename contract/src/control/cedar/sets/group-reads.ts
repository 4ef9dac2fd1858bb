import type { EffectivePolicy } from "../policy-set.ts";
import { readsHierarchy, readsReferences } from "../reads/hierarchy-reads.ts";
import { joinReads, type PolicyReads, readsParts, requestParts } from "../reads/policy-reads.ts";
import type { PolicyStatement } from "../text/policy-statements.ts";
import { isInScope, type RequestUids } from "../text/statement-scope.ts";

/** A statement and its policy. */
export interface CompiledStatement {
  policy: EffectivePolicy;
  statement: PolicyStatement;
}

/** The reads of the statements whose scopes permit them to apply to a request. */
export interface ApplicableReads {
  /** All reads. */
  reads: PolicyReads;
  /** The reads of the statements without `@nulls("absent")`, for which null is not representable. */
  withoutNulls: PolicyReads;
  /** The statements that read a part of the request, in the order of the policies. */
  statements: readonly CompiledStatement[];
  /** Whether the statements read references or entities by name. */
  readsReferences: boolean;
}

/**
 * Maximum number of cached combinations of statements. The principal, action and resource of a request select
 * one.
 */
const maxCombinations = 200;

/** Finds the parts of a request that a group of statements reads. */
export class GroupReads {
  readonly #always: PolicyReads;
  /** The statements that read a part of a request. */
  readonly #readers: readonly CompiledStatement[];
  readonly #combinations = new Map<string, ApplicableReads>();

  constructor(compiled: readonly CompiledStatement[]) {
    const isReader = ({ statement }: CompiledStatement): boolean =>
      readsParts(statement.reads, requestParts) || readsHierarchy(statement.reads.hierarchy);
    this.#readers = compiled.filter(isReader);
    const others = compiled.filter((one) => !isReader(one));
    this.#always = joinReads(others.map(({ statement }) => statement.reads));
    this.#combinations.set("", this.#join([]));
  }

  /** The reads of the statements that a request can satisfy. */
  of(uids: RequestUids): ApplicableReads {
    let key = "";
    for (const { statement } of this.#readers) key += isInScope(statement.scope, uids) ? "1" : "0";
    const cached = this.#combinations.get(key);
    if (cached) return cached;
    const joined = this.#join(this.#readers.filter((_one, index) => key[index] === "1"));
    if (this.#combinations.size >= maxCombinations) this.#combinations.clear();
    this.#combinations.set(key, joined);
    return joined;
  }

  #join(statements: readonly CompiledStatement[]): ApplicableReads {
    const readsOf = (some: readonly CompiledStatement[]): PolicyReads =>
      joinReads([this.#always, ...some.map(({ statement }) => statement.reads)]);
    const strict = statements.filter(({ statement }) => !statement.allowsNulls);
    const reads = readsOf(statements);
    return {
      reads,
      withoutNulls: strict.length === statements.length ? reads : readsOf(strict),
      statements,
      readsReferences: readsReferences(reads.hierarchy),
    };
  }
}
