/** A piece of an answer. `thought`: all text so far was what the model thought, and the answer only begins. */
export type AnswerPiece = { type: "text"; text: string } | { type: "thought" };

export type ThoughtFilter = {
  push(piece: string): AnswerPiece[];
  /** What was held back because it might have been the beginning of a tag. */
  end(): AnswerPiece[];
};

const names = [
  ...[
    "think",
    "thinking",
    "thought",
    "thoughts",
    "reasoning",
    "reason",
    "rationale",
    "reflection",
    "seed:think",
  ],
  ...[
    "analysis",
    "scratchpad",
    "monologue",
    "inner_monologue",
    "internal_monologue",
    "chain_of_thought",
    "cot",
  ],
].flatMap((name) => [name, name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase()]);
/** Tags that models put around their thoughts, when their server leaves them in the answer. */
const openers = [
  ...names.map((name) => `<${name}>`),
  ...["◁think▷", "[THINK]", "<|begin_of_thought|>", "<unused94>thought"],
  ...["<|channel|>analysis<|message|>", "<|channel|>commentary<|message|>"],
];
/** `assistantfinal` is what is left of the harmony format where a server takes its signs out. */
const closers = [
  ...names.map((name) => `</${name}>`),
  ...[
    "◁/think▷",
    "[/THINK]",
    "<|end_of_thought|>",
    "<|channel|>final<|message|>",
    "assistantfinal",
    "<unused95>",
  ],
];
/** Tags around an answer, and signs of its end. */
const noise = [
  ...["answer", "final", "final_answer", "response", "output"].flatMap((name) => [`<${name}>`, `</${name}>`]),
  ...["<|begin_of_solution|>", "<|end_of_solution|>", "<|start_header_id|>assistant<|end_header_id|>"],
  ...["<|return|>", "<|end|>", "<|im_start|>assistant", "<|im_end|>", "<|eot_id|>", "<|endoftext|>", "</s>"],
];

const tags = [...openers, ...closers, ...noise];
const longest = Math.max(...tags.map(({ length }) => length));
const anyOf = (literals: string[]) =>
  literals.map((literal) => literal.replace(/[|[\]/]/g, "\\$&")).join("|");
// An opening tag in the middle of a line, or any tag in code, is something the answer is about.
const tag = new RegExp(
  `(?<open>(?<=^\\s*|\\n\\s*)(?:${anyOf(openers)}))|(?<!\`)(?:(?<close>${anyOf(closers)})|${anyOf(noise)})`,
);
const closing = new RegExp(anyOf(closers));

/**
 * Takes thoughts out of an answer that comes in pieces. Where a chat template writes the opening tag into the prompt, only
 * the closing one comes; then a `thought` says that the text before it is not the answer.
 */
export function createThoughtFilter(): ThoughtFilter {
  let held = "";
  /** The line that was given out last: a tag at its end is judged by what is before it. */
  let line = "";
  let isThinking = false;
  let hasText = false;

  const given = (text: string): AnswerPiece[] => {
    line = (line + text).slice((line + text).lastIndexOf("\n") + 1).slice(-longest);
    const shown = hasText ? text : text.trimStart();
    if (shown === "") return [];
    hasText = true;
    return [{ type: "text", text: shown }];
  };

  const pieces = (isEnd: boolean): AnswerPiece[] => {
    const found: AnswerPiece[] = [];
    for (;;) {
      if (isThinking) {
        const end = closing.exec(held);
        if (!end) {
          held = isEnd ? "" : held.slice(-longest);
          return found;
        }
        held = held.slice(end.index + end[0].length);
        [isThinking, line] = [false, ""];
        continue;
      }
      const whole = line + held;
      const match = tag.exec(whole);
      if (!match || match.index + match[0].length <= line.length) {
        const kept = isEnd ? held.length : held.length - lengthOfBeginning(held);
        found.push(...given(held.slice(0, kept)));
        held = held.slice(kept);
        return found;
      }
      found.push(...given(held.slice(0, Math.max(0, match.index - line.length))));
      held = whole.slice(match.index + match[0].length);
      isThinking = match.groups?.open !== undefined;
      if (match.groups?.close === undefined) continue;
      found.push({ type: "thought" });
      [hasText, line] = [false, ""];
    }
  };

  return {
    push(piece) {
      held += piece;
      return pieces(false);
    },
    end: () => pieces(true),
  };
}

/** How much of the end of a text may be the beginning of a tag. */
function lengthOfBeginning(text: string): number {
  const end = text.slice(-longest);
  for (let from = 0; from < end.length; from += 1)
    if (tags.some((each) => each.startsWith(end.slice(from)))) return end.length - from;
  return 0;
}

/** A whole answer without its thoughts. */
export function withoutThought(text: string): string {
  const filter = createThoughtFilter();
  const pieces = [...filter.push(text), ...filter.end()];
  return pieces
    .slice(pieces.findLastIndex(({ type }) => type === "thought") + 1)
    .map((piece) => (piece.type === "text" ? piece.text : ""))
    .join("");
}
