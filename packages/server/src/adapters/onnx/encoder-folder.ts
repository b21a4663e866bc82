import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { EmbeddingPurpose } from "../../models/embedder.ts";
import { type EncoderFamily, encoderFamily, type Pooling } from "../../models/encoder-family.ts";

/** A sentence encoder on disk, in the layout in which they are published. */
export type EncoderFolder = {
  folder: string;
  /** Paths. */
  model: string;
  tokenizer: string;
  tokenizerConfig: string | null;
  pooling: Pooling;
  /** Tokens of a text that are read; the rest is cut off. */
  maxTokens: number;
  /** Go before each text. */
  prefixes: Record<EmbeddingPurpose, string>;
};

const defaultMaxTokens = 512;

/**
 * Looks what is in a folder with a sentence encoder, under whatever names its makers gave the files. What no file says of
 * prefixes and pooling follows from the model's name, `name` or that of the folder. Throws OperatorError that says what is missing.
 */
export async function readEncoderFolder(path: string, name = basename(path)): Promise<EncoderFolder> {
  const folder = resolve(path);
  const names = await namesIn(folder);
  if (names === null) throw unusable(folder, "there is no such folder");
  const tokenizer = names.filter((name) => /(^|[-_.])tokenizer\.json$/.test(name)).sort(byLengthThenName)[0];
  if (tokenizer === undefined) throw unusable(folder, "it has no tokenizer.json");
  const model = await findModel(folder, names);
  if (model === null) throw unusable(folder, "it has no model.onnx, and no onnx/model*.onnx");
  const readConfig = (name: string) => readJson(folder, name);
  const config = await readConfig("config.json");
  const tokenizerConfig = await readConfig("tokenizer_config.json");
  const sentence = await readConfig("sentence_bert_config.json");
  const family = encoderFamily([name, basename(model), config?._name_or_path].join(" "));
  return {
    folder,
    model,
    tokenizer: join(folder, tokenizer),
    tokenizerConfig: tokenizerConfig === null ? null : join(folder, "tokenizer_config.json"),
    pooling: poolingOf(folder, await readConfig("1_Pooling/config.json"), family),
    maxTokens: smallest([
      sentence?.max_seq_length,
      tokenizerConfig?.model_max_length,
      config?.max_position_embeddings,
    ]),
    prefixes: prefixesOf(await readConfig("config_sentence_transformers.json"), family),
  };
}

type Json = Record<string, unknown>;

/** The whole model is better than those cut down to fewer bits, of which any will do. */
async function findModel(folder: string, names: string[]): Promise<string | null> {
  const [own] = modelsAmong(names);
  if (own !== undefined) return join(folder, own);
  const [inside] = modelsAmong((await namesIn(join(folder, "onnx"))) ?? []);
  return inside === undefined ? null : join(folder, "onnx", inside);
}

/** Those called `model*` first. */
const modelsAmong = (names: string[]): string[] =>
  names
    .filter((name) => name.endsWith(".onnx"))
    .sort(
      (one, other) =>
        Number(other.startsWith("model")) - Number(one.startsWith("model")) || byLengthThenName(one, other),
    );

const byLengthThenName = (one: string, other: string) => one.length - other.length || (one < other ? -1 : 1);

async function namesIn(folder: string): Promise<string[] | null> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw unusable(folder, (error as Error).message, error);
  }
}

async function readJson(folder: string, name: string): Promise<Json | null> {
  const path = join(folder, name);
  if (!(await stat(path).catch(() => null))) return null;
  try {
    const json: unknown = JSON.parse(await readFile(path, "utf8"));
    if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as Json;
  } catch (error) {
    throw unusable(folder, `${name} can't be read: ${(error as Error).message}`, error);
  }
  throw unusable(folder, `${name} is no JSON object`);
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

/** Files give absurd lengths for "no limit". */
const smallest = (lengths: unknown[]): number =>
  Math.min(
    defaultMaxTokens,
    ...lengths.filter((length): length is number => typeof length === "number" && length >= 8),
  );

const unusable = (folder: string, reason: string, cause?: unknown) =>
  new OperatorError(
    `${folder} can't be used as an embedding model: ${reason}. It must hold a sentence encoder in ONNX form with its tokenizer.json; 'headwater models pull' fetches one.`,
    { cause },
  );
