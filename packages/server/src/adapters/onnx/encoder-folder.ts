import { basename } from "node:path";
import type { EmbeddingPurpose } from "../../models/embedder.ts";
import { type EncoderFamily, encoderFamily, type Pooling } from "../../models/encoder-family.ts";
import { type Json, type ModelFolder, readModelFolder, unusableAs } from "./model-folder.ts";

/** A sentence encoder on disk, in the layout in which they are published. */
export type EncoderFolder = ModelFolder & {
  pooling: Pooling;
  /** Go before each text. */
  prefixes: Record<EmbeddingPurpose, string>;
};

const unusable = unusableAs(
  "an embedding model",
  "It must hold a sentence encoder in ONNX form with its tokenizer.json; 'headwater models pull' fetches one.",
);

/**
 * Looks what is in a folder with a sentence encoder, under whatever names its makers gave the files. What no file says of
 * prefixes and pooling follows from the model's name, `name` or that of the folder. Throws OperatorError that says what is missing.
 */
export async function readEncoderFolder(path: string, name = basename(path)): Promise<EncoderFolder> {
  const { files, config, readConfig } = await readModelFolder(path, unusable);
  const family = encoderFamily([name, basename(files.model), config?._name_or_path].join(" "));
  return {
    ...files,
    pooling: poolingOf(files.folder, await readConfig("1_Pooling/config.json"), family),
    prefixes: prefixesOf(await readConfig("config_sentence_transformers.json"), family),
  };
}

/** As sentence-transformers writes it: a switch for each mode. */
function poolingOf(folder: string, config: Json | null, family: EncoderFamily | undefined): Pooling {
  if (config === null) return family?.pooling ?? "mean";
  if (config.pooling_mode_mean_tokens === true) return "mean";
  if (config.pooling_mode_cls_token === true) return "cls";
  throw unusable(folder, "1_Pooling/config.json asks for another pooling than mean or cls");
}

function prefixesOf(config: Json | null, family: EncoderFamily | undefined): EncoderFolder["prefixes"] {
  const prompts = (config?.prompts ?? {}) as Json;
  const prompt = (names: string[]) =>
    names.map((name) => prompts[name]).find((value) => typeof value === "string");
  const query = prompt(["query"]);
  const passage = prompt(["passage", "document", "corpus"]);
  if (query === undefined && passage === undefined) return family?.prefixes ?? { query: "", passage: "" };
  return { query: query ?? "", passage: passage ?? "" };
}
