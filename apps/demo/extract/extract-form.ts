import { z } from "zod";
import { templates } from "./templates.ts";

export const extractForm = z.object({
  /** Name of a template or of a schema of one's own. */
  template: z.string(),
  schema: z.string(),
  /** What somebody wrote, by name, to go back to: one's own schema, and templates that were written in. */
  own: z.record(z.string(), z.string()),
  instruction: z.string(),
  /** File ids; null means all. */
  scope: z.array(z.string()).nullable(),
  thinking: z.enum(["fast", "balanced", "accurate"]),
});
export type ExtractForm = z.infer<typeof extractForm>;

/** What the first schema somebody writes is called. */
export const ownSchemaName = "Your own";

const [first] = templates;

export const firstExtractForm: ExtractForm = {
  template: first.name,
  schema: first.schema,
  own: {},
  instruction: first.instruction,
  scope: null,
  thinking: "balanced",
};

/** The form after a template was chosen. An instruction one wrote oneself stays. */
export function withTemplate(form: ExtractForm, name: string): Partial<ExtractForm> {
  const template = templates.find((each) => each.name === name);
  if (!template) return { template: name, schema: form.own[name] || form.schema };
  const isOwn =
    form.instruction.trim() !== "" && !templates.some(({ instruction }) => instruction === form.instruction);
  return {
    template: name,
    schema: template.schema,
    ...(isOwn ? {} : { instruction: template.instruction }),
  };
}

/** The names of the schemas that are not templates. */
export const ownSchemas = ({ own }: ExtractForm): string[] => [
  ...new Set([ownSchemaName, ...Object.keys(own)]),
];

/**
 * The form after the schema was typed in. A template that is written in becomes a schema of its own and takes nothing
 * else's place; one that is typed back is the template again.
 */
export function withSchema(form: ExtractForm, schema: string): Partial<ExtractForm> {
  const isTemplate = templates.some(({ name }) => name === form.template);
  const name = isTemplate ? freeName(form) : form.template;
  const typedBack = templates.find((each) => each.schema === schema);
  if (!typedBack) return { schema, template: name, own: { ...form.own, [name]: schema } };
  const { [name]: _, ...others } = form.own;
  return { schema, template: typedBack.name, own: others };
}

function freeName({ template, own }: ExtractForm): string {
  if (!own[ownSchemaName]) return ownSchemaName;
  let name = `${template}, edited`;
  for (let count = 2; own[name]; count += 1) name = `${template}, edited ${count}`;
  return name;
}
