import { z } from "zod";

/** What is set beside the question, and the question itself while it is being written. */
export const askForm = z.object({
  draft: z.string(),
  /** File ids; null means all. */
  scope: z.array(z.string()).nullable(),
  thinking: z.enum(["fast", "balanced", "accurate"]),
  /** Whether the answer is to be values of `schema`, and not words. */
  asValues: z.boolean(),
  schema: z.string(),
});
export type AskForm = z.infer<typeof askForm>;

export const firstAskForm: AskForm = {
  draft: "",
  scope: null,
  thinking: "balanced",
  asValues: false,
  schema: `{
  "type": "object",
  "properties": {
    "amount": { "type": ["number", "null"] },
    "currency": { "type": ["string", "null"] }
  }
}`,
};
