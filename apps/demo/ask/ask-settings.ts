import { z } from "../stored/schemas.ts";

/** The settings beside the question, and the question while it is being written. */
export const askForm = z.object({
  draft: z.string(),
  /** File ids. Null means all sources. */
  scope: z.array(z.string()).nullable(),
  thinking: z.enum(["fast", "balanced", "accurate", "max"]),
  /** Whether the answer should be values of `schema` instead of text. */
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
