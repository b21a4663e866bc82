import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cosineScaleIn } from "./cosine-scale.ts";
import type { LocalModel } from "./model-address.ts";

const english = { packageName: "@headwater/encoder", folder: "all-minilm-l6-v2" };
const multilingual = { packageName: "@headwater/encoder-multilingual", folder: "multilingual-e5-small" };

/** Runs encoders. npm does not install it with the service: it has the binaries of all platforms. */
const runtime = "onnxruntime-node";

/** The path of a module of an installed package. Throws MODULE_NOT_FOUND for one that is not installed. */
type Resolve = (name: string) => string;
const resolveHere: Resolve = (name) => createRequire(import.meta.url).resolve(name);

/**
 * The sentence encoder of English that comes with the service. Undefined where its package or onnxruntime-node, which are optional, is
 * not installed.
 */
export const builtInEncoder = (resolve = resolveHere): LocalModel | undefined => encoderIn(english, resolve);

/** As `builtInEncoder`: that of European languages. */
export const multilingualEncoder = (resolve = resolveHere): LocalModel | undefined =>
  encoderIn(multilingual, resolve);

function encoderIn({ packageName, folder }: typeof english, resolve: Resolve): LocalModel | undefined {
  try {
    resolve(runtime);
    const manifest = resolve(`${packageName}/package.json`);
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
