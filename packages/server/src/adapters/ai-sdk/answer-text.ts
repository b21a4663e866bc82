import { withoutThought } from "./thought-filter.ts";

/**
 * The object in a text. Models like to put it between fences, or a sentence before it. Undefined when there is none.
 */
export function objectIn(text: string): Record<string, unknown> | undefined {
  const answer = withoutThought(text);
  const inner = answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1);
  for (const candidate of [answer, inner]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        return value as Record<string, unknown>;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}
