/**
 * The settings in the README, from the schema.
 *
 *   node scripts/settings-table.ts            writes
 *   node scripts/settings-table.ts --check    writes nothing, and fails when the README differs
 */
import { readFileSync, writeFileSync } from "node:fs";
import { settingsRows } from "../src/cli/settings-help.ts";

const readme = new URL("../README.md", import.meta.url);
const place = /(?<=<!-- settings -->\n\n)[\s\S]*?(?=\n\n<!-- end of settings -->)/;

/** Of these the default depends on the machine, and the meaning says it. */
const withoutDefault = ["HEADWATER_WORKERS"];

const row = ([name = "", standard = "", meaning = ""]: string[]) =>
  `| \`${name}\` | ${standard === "" || withoutDefault.includes(name) ? "" : `\`${standard}\``} | ${meaning} |`;

const table = ["| Setting | Default | Meaning |", "| --- | --- | --- |", ...settingsRows().map(row)].join(
  "\n",
);

const text = readFileSync(readme, "utf8");
const written = text.replace(place, () => table);
if (!place.test(text)) throw new Error("The README has lost the marks between which the settings stand.");
if (!process.argv.includes("--check")) writeFileSync(readme, written);
else if (written !== text) {
  console.error("packages/server/README.md is out of date: run `npm run generate` and commit the result");
  process.exitCode = 1;
}
