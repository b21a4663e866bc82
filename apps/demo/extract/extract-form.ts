import { z } from "zod";
import { templates } from "./templates.ts";

export const extractForm = z.object({
  /** Name of a template; "" for a schema of one's own. */
  template: z.string(),
  schema: z.string(),
  /** The last schema of one's own, to go back to. */
  own: z.string(),
  instruction: z.string(),
  /** File ids; null means all. */
  scope: z.array(z.string()).nullable(),
  thinking: z.enum(["fast", "balanced", "accurate"]),
});
export type ExtractForm = z.infer<typeof extractForm>;

const [first] = templates;

export const firstExtractForm: ExtractForm = {
  template: first.name,
  schema: first.schema,
  own: "",
  instruction: first.instruction,
  scope: null,
  thinking: "balanced",
};

/** The form after a template was chosen. An instruction one wrote oneself stays. */
export function withTemplate(form: ExtractForm, name: string): Partial<ExtractForm> {
  const template = templates.find((each) => each.name === name);
  if (!template) return { template: "", schema: form.own || form.schema };
  const isOwn =
    form.instruction.trim() !== "" && !templates.some(({ instruction }) => instruction === form.instruction);
  return {
    template: name,
    schema: template.schema,
    ...(isOwn ? {} : { instruction: template.instruction }),
  };
}

/** The form after the schema was typed in: it is one's own, unless it is a template again. */
export function withSchema(schema: string): Partial<ExtractForm> {
  const template = templates.find((each) => each.schema === schema);
  return template ? { schema, template: template.name } : { schema, own: schema, template: "" };
}
