/** How questions are answered: by quoting the sources, or in the words of a language model. */
export type AnsweringMode = { mode: "quotes" | "model"; model: string | null };

/** `model` is its name; null for none. */
export const answeringMode = (model: string | null): AnsweringMode =>
  model === null ? { mode: "quotes", model: null } : { mode: "model", model };
