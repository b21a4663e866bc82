import { settingsSchema } from "../settings-schema.ts";
import { table } from "./table.ts";

/** Every setting with its default and meaning, from the schema itself. */
export function settingsHelp(): string {
  const rows = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const standard = schema.safeParse(undefined).data;
    return [name, standard === undefined ? "" : String(standard), schema.description ?? ""];
  });
  return table(["SETTING", "DEFAULT", "MEANING"], rows);
}
