import type { ConfiguredModel } from "../../models/configured-models.ts";
import type { Prompt } from "../../models/language-model.ts";
import { quotedData } from "../../models/quoted-data.ts";

/** How a model is held to a form: by the schema, to any JSON object, or by the words of the prompt alone. */
export type FormKind = "schema" | "object" | "prompt";

/** The ways that a provider's servers may take, strictest first. Others' own packages know what their models take. */
export const formsOf = (provider: ConfiguredModel["provider"]): FormKind[] =>
  provider === "openai" || provider === "openai-compatible" ? ["schema", "object", "prompt"] : ["schema"];

const ofTheRequest = new Set([400, 415, 422, 501]);
/** Some servers fail at a form instead of refusing it. */
const orOfTheServer = new Set([404, 500]);
const aboutForms = /response_?format|json_?(?:schema|object|mode)|structured|grammar|guided|parameters/i;
const aboutLength = /context (?:length|window|size)|too (?:long|many tokens)|maximum (?:context|prompt)/i;

/** Whether a server may refuse a request for the form that it asks for. */
export function refusesForm(error: unknown): boolean {
  const { statusCode, message, responseBody } = error as Partial<Error> & {
    statusCode?: number;
    responseBody?: string;
  };
  const said = `${message ?? ""} ${responseBody ?? ""}`;
  if (statusCode === undefined || aboutLength.test(said)) return false;
  return ofTheRequest.has(statusCode) || (orOfTheServer.has(statusCode) && aboutForms.test(said));
}

/** A prompt that says in words what the schema would. */
export const withSchema = ({ instructions, text }: Prompt, schema: Record<string, unknown>): Prompt => ({
  instructions: `${instructions}\n\nAnswer with one JSON object that fits the JSON Schema between <schema> tags, and with nothing else: no explanation, no fences.`,
  text: `${text}\n\n<schema>\n${quotedData(schema)}\n</schema>`,
});
