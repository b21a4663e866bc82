import vm from "node:vm";
import { patternTooSlow } from "./errors.ts";

/** The function that ajv calls to compile the `pattern` keyword. */
export type PatternEngine = {
  (pattern: string, flags: string): { test(text: string): boolean; toString(): string };
  /** ajv needs it only for standalone code, which we do not generate. */
  code: string;
};

/** Maximum text that a plain pattern is matched against without a time limit. */
const plainTextLength = 10_000;

/**
 * Runs regular expressions of callers with a time limit, because catastrophic backtracking must not stop the service.
 * All matches of one engine share `budgetMs`. When it is used up, a 400 names the pattern.
 */
export function createPatternEngine(budgetMs = 500): PatternEngine {
  let left = budgetMs;
  const match = new vm.Script("pattern.test(text)");
  const context = vm.createContext(Object.create(null));
  const engine = (pattern: string, flags: string) => {
    const compiled = new RegExp(pattern, flags);
    const plain = isPlain(pattern);
    return {
      // ajv distinguishes patterns by this text.
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

/**
 * Whether a pattern has at most one unbounded repetition, and none of a group. Its cost is then at most quadratic in
 * the text.
 */
const isPlain = (pattern: string): boolean =>
  !/\)[*+{?]/.test(pattern) && (pattern.match(/[*+]|\{\d+,/g) ?? []).length <= 1;

/** The error comes from the script's own realm, where `Error` is a different class. */
const isTimeout = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
