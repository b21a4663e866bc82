import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const files = {
  "characters.txt": "f7aa897ca828a4c7c9e2739c30f9161a33306d532f020bcdb91dcfb664a5507e",
  "detection.onnx": "f3677007de821808cf57139741f3c9437fa053bdb22a6e672e7afbe24e809379",
  "recognition.onnx": "5761d3dd466267bac6d98075e1b9bf674e7d147a026a490b30fbe0daf3d48c7c",
};

it.each(Object.entries(files))("%s has the bytes that the script made", (name, sha256) => {
  const bytes = readFileSync(join(import.meta.dirname, "../pp-ocrv6", name));
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
});
