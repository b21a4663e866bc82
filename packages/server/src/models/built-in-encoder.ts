import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { LocalModel } from "./model-address.ts";

const name = "all-minilm-l6-v2";

/** The sentence encoder that comes with the service. Undefined where its package, an optional one, is not installed. */
export function builtInEncoder(): LocalModel | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve("@headwater/encoder/package.json");
    return { provider: "local", folder: join(dirname(manifest), name), name: `built-in ${name}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
