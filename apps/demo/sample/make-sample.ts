// Writes the sample document of the empty Sources room: node apps/demo/sample/make-sample.ts
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sampleName } from "../sources/sample-file.ts";
import { orchardPages, orchardTitle } from "./orchard.ts";
import { pdfFile } from "./pdf-file.ts";

const folder = join(import.meta.dirname, "../public");
await mkdir(folder, { recursive: true });
await writeFile(join(folder, sampleName), pdfFile(orchardPages(), orchardTitle));
