import { createRequire } from "node:module";
import { join } from "node:path";

type Parser = { parse(path: string): Promise<{ pages: unknown[] }> };
type Package = { LiteParse: new (options: object) => Parser };

/** liteparse, to Markdown and without OCR, from a folder that it was installed into. Null where it is not. */
export function loadLiteparse(folder: string | undefined): Parser | null {
  if (!folder) return null;
  try {
    const load = createRequire(join(folder, "package.json"));
    const { LiteParse } = load("@llamaindex/liteparse") as Package;
    return new LiteParse({ ocrEnabled: false, outputFormat: "markdown", quiet: true });
  } catch {
    return null;
  }
}
