import vm from "node:vm";
import { patternTooSlow } from "./errors.ts";

/** What ajv calls to compile the `pattern` keyword. */
export type PatternEngine = {
  (pattern: string, flags: string): { test(text: string): boolean; toString(): string };
  /** Used only for standalone code, which is not made here. */
  code: string;
};

/** Longest text a plain pattern is matched against without a time limit. */
const plainTextLength = 10_000;

/**
 * Regular expressions of callers, ended after a time limit: a pattern that backtracks without end must not stop the
 * service. The matches of one engine share `budgetMs`; past it a 400 names the pattern.
 */
export function createPatternEngine(budgetMs = 500): PatternEngine {
  let left = budgetMs;
  const match = new vm.Script("pattern.test(text)");
  const context = vm.createContext(Object.create(null));
  const engine = (pattern: string, flags: string) => {
    const compiled = new RegExp(pattern, flags);
    const plain = isPlain(pattern);
    return {
      // ajv tells patterns apart by this.
      toString: () => compiled.toString(),
      test(text: string): boolean {
        if (plain && text.length <= plainTextLength) return compiled.test(text);
        if (left <= 0) throw patternTooSlow(pattern);
        const started = performance.now();
        Object.assign(context, { pattern: compiled, text });
        try {
          return match.runInContext(context, { timeout: Math.ceil(left) }) === true;
        } catch (error) {
          if (isTimeout(error)) throw patternTooSlow(pattern);
          throw error;
        } finally {
          left -= performance.now() - started;
        }
      },
    };
  };
  return Object.assign(engine, { code: "new RegExp" });
}

/** At most one repetition without end, and none of a group: its cost grows with the square of the text at worst. */
const isPlain = (pattern: string): boolean =>
  !/\)[*+{?]/.test(pattern) && (pattern.match(/[*+]|\{\d+,/g) ?? []).length <= 1;

/** The error comes from the script's own realm, where `Error` is another class. */
const isTimeout = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
