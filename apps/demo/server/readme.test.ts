import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { settingsSchema } from "./settings.ts";

it("lists every setting in the README, with default and meaning", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  for (const [name, field] of Object.entries(settingsSchema.shape)) {
    const fallback = field.safeParse(undefined).data;
    const cell = fallback === undefined || fallback === "" ? " " : ` \`${fallback}\` `;
    expect(readme).toContain(`| \`${name}\` |${cell}| ${field.description} |`);
  }
});
