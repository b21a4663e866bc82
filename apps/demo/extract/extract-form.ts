import { z } from "../stored/schemas.ts";
import { templates } from "./templates.ts";

export const extractForm = z.object({
  /** Name of a template or of the user's own schema. */
  template: z.string(),
  schema: z.string(),
  /** The schemas that the user wrote, by name, so that they can be chosen again: their own, and edited templates. */
  own: z.record(z.string(), z.string()),
  instruction: z.string(),
  /** File ids. Null means all sources. */
  scope: z.array(z.string()).nullable(),
  thinking: z.enum(["fast", "balanced", "accurate", "max"]),
});
export type ExtractForm = z.infer<typeof extractForm>;

/** The name of the user's first own schema. */
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

/** The form after a template was chosen. An instruction that the user wrote stays. */
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
 * The form after the schema was edited. An edited template becomes an own schema and replaces nothing. If the edit is
 * undone, it is the template again.
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
