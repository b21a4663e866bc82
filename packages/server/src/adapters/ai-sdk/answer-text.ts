/** Small models on one's own machine write what they think into the answer. */
const thought = /^\s*<think>[\s\S]*?<\/think>\s*/;
const opening = "<think>";
const closing = "</think>";

/** The text of an answer without what the model thought before it. */
export const withoutThought = (text: string): string => text.replace(thought, "");

/** The same for an answer that comes in pieces: give it each piece, and take what it gives back. */
export function createThoughtFilter(): (piece: string) => string {
  let held = "";
  let state: "unknown" | "thinking" | "thought" | "answering" = "unknown";
  return (piece) => {
    if (state === "answering") return piece;
    held += piece;
    if (state === "unknown") {
      const start = held.trimStart();
      if (start.length < opening.length && opening.startsWith(start)) return "";
      state = start.startsWith(opening) ? "thinking" : "answering";
    }
    if (state === "thinking") {
      const end = held.indexOf(closing);
      if (end === -1) return "";
      held = held.slice(end + closing.length);
      state = "thought";
    }
    if (state === "thought") {
      held = held.trimStart();
      if (held === "") return "";
      state = "answering";
    }
    const text = held;
    held = "";
    return text;
  };
}

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
