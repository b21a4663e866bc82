import { listedSettings } from "../settings-schema.ts";
import { table } from "./table.ts";

/** Every listed setting with its default and meaning, from the schema itself. */
export function settingsHelp(): string {
  return table(["SETTING", "DEFAULT", "MEANING"], settingsRows());
}

/** Name, default and meaning. The default is empty where a setting has none. */
export const settingsRows = (): string[][] =>
  Object.entries(listedSettings.shape).map(([name, schema]) => [
    name,
    defaultText(schema.safeParse(undefined).data),
    schema.description ?? "",
  ]);

/** Limits are written as in the setting: `pages=100,depth=3`. */
const defaultText = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? Object.entries(value)
        .map(([name, limit]) => `${name}=${limit}`)
        .join(",")
    : String(value ?? "");
