import type { ThinkingLevel } from "./thinking.ts";
import type { TokenUsage } from "./usage.ts";

export type Prompt = {
  /** What to do, in our own words: never with text of a document or of a user. */
  instructions: string;
  /** What to do it with: questions and documents, as data. */
  text: string;
};

/** A form for an answer. `schema` is a JSON Schema of an object. */
export type AnswerForm = {
  name: string;
  schema: Record<string, unknown>;
  /** Whether each object of the schema requires all of its properties and allows no others. Providers then hold the model to it. */
  isStrict: boolean;
};

/** `thought`: the text so far was what the model thought; its answer begins with the next piece. */
export type WrittenPiece =
  | { type: "text"; text: string }
  | { type: "thought" }
  | { type: "usage"; usage: TokenUsage };

/** How to write. `temperature` 0..2: randomness; absent, or where a model takes none, as its provider likes. */
export type WritingOptions = { temperature?: number | undefined };

/** Port: a model that reads and writes text. Both throw the signal's reason, or `ModelUnavailableError`. */
export type LanguageModel = {
  /** As its provider calls it. */
  name: string;
  /** With its provider before it, as settings name it: "openai:gpt-5". Never with the address of a server. */
  address?: string | undefined;
  /** Writes an answer piece by piece. It is whole when the pieces end without an error. */
  write(prompt: Prompt, signal: AbortSignal, options?: WritingOptions): AsyncIterable<WrittenPiece>;
  /** Fills a form. The value is an object; whether it fits the schema is for the caller to check. */
  fill(
    prompt: Prompt,
    form: AnswerForm,
    signal: AbortSignal,
  ): Promise<{ value: Record<string, unknown>; text: string; usage: TokenUsage }>;
};

/** The model of each thinking level. */
export type LanguageModels = Record<ThinkingLevel, LanguageModel>;
