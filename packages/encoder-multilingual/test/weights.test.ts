import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { files } from "../scripts/files.ts";

it.each(files)("$name has the bytes that the script makes of the artefact", ({ name, sha256 }) => {
  const bytes = readFileSync(join(import.meta.dirname, "../multilingual-e5-small", name));
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
});
