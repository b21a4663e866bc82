import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cosineScaleIn } from "./cosine-scale.ts";
import type { LocalModel } from "./model-address.ts";

const english = { packageName: "@headwater/encoder", folder: "all-minilm-l6-v2" };
const multilingual = { packageName: "@headwater/encoder-multilingual", folder: "multilingual-e5-small" };

/** The sentence encoder of English that comes with the service. Undefined where its package, an optional one, is not installed. */
export const builtInEncoder = (): LocalModel | undefined => encoderIn(english);

/** As `builtInEncoder`: that of European languages. */
export const multilingualEncoder = (): LocalModel | undefined => encoderIn(multilingual);

function encoderIn({ packageName, folder }: typeof english): LocalModel | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
    return { provider: "local", folder: join(dirname(manifest), folder), name: `built-in ${folder}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/**
 * Which encoder judges sentences by their meaning: the English one alone; that one in English and the multilingual one in other
 * languages; or one whose cosines were measured, in all of them.
 */
export type JudgingEncoder = "english" | "by language" | "multilingual";

/** Undefined where it does not know what the model's cosines mean: then answers are chosen by words. */
export function judgingEncoder(
  model: { provider: string; folder?: string } | undefined,
): JudgingEncoder | undefined {
  if (model?.provider !== "local" || model.folder === undefined) return undefined;
  if (model.folder === builtInEncoder()?.folder) return multilingualEncoder() ? "by language" : "english";
  return cosineScaleIn(model.folder) && "multilingual";
}
