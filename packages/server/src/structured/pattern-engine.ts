import { RE2JS } from "re2js";
import { toLinearPattern } from "./linear-pattern.ts";

/** The function that ajv calls to compile the keywords `pattern` and `patternProperties`. */
export type PatternEngine = {
  (pattern: string): { test(text: string): boolean; toString(): string };
  /** ajv needs it only for standalone code, which we do not generate. */
  code: string;
};

/**
 * Matches patterns of callers with an engine that takes linear time, so that no pattern can stop the service. Throws for
 * what the engine can't say, see `toLinearPattern`.
 */
export const linearEngine: PatternEngine = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(toLinearPattern(pattern));
    return {
      // ajv distinguishes patterns by this text.
      toString: () => pattern,
      test: (text: string): boolean => compiled.test(text),
    };
  },
  { code: "linearEngine" },
);
