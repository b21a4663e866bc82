import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { OperatorError } from "../../kernel/operator-error.ts";

/** A model of texts on disk, in the layout in which they are published. */
export type ModelFolder = {
  folder: string;
  /** Paths. */
  model: string;
  tokenizer: string;
  tokenizerConfig: string | null;
  /** Tokens of a text that are read; the rest is cut off. */
  maxTokens: number;
};

export type Json = Record<string, unknown>;

/** The error for a folder that can't be used, and why. */
type Unusable = (folder: string, reason: string, cause?: unknown) => OperatorError;

const defaultMaxTokens = 512;

/** `purpose`: "an embedding model". `form`: what the folder must hold. */
export const unusableAs =
  (purpose: string, form: string): Unusable =>
  (folder, reason, cause) =>
    new OperatorError(`${folder} can't be used as ${purpose}: ${reason}. ${form}`, { cause });

/**
 * Looks what is in a folder with a model in ONNX form, under whatever names its makers gave the files. `readConfig` reads a
 * JSON object of the folder; null when there is none. Throws OperatorError that says what is missing.
 */
export async function readModelFolder(path: string, unusable: Unusable) {
  const folder = resolve(path);
  const names = await namesIn(folder, unusable);
  if (names === null) throw unusable(folder, "there is no such folder");
  const tokenizer = names.filter((name) => /(^|[-_.])tokenizer\.json$/.test(name)).sort(byLengthThenName)[0];
  if (tokenizer === undefined) throw unusable(folder, "it has no tokenizer.json");
  const model = await findModel(folder, names, unusable);
  if (model === null) throw unusable(folder, "it has no model.onnx, and no onnx/model*.onnx");
  const readConfig = (name: string) => readJson(folder, name, unusable);
  const config = await readConfig("config.json");
  const tokenizerConfig = await readConfig("tokenizer_config.json");
  const sentence = await readConfig("sentence_bert_config.json");
  const files: ModelFolder = {
    folder,
    model,
    tokenizer: join(folder, tokenizer),
    tokenizerConfig: tokenizerConfig === null ? null : join(folder, "tokenizer_config.json"),
    maxTokens: smallest([
      sentence?.max_seq_length,
      tokenizerConfig?.model_max_length,
      config?.max_position_embeddings,
    ]),
  };
  return { files, config, readConfig };
}

/** The whole model is better than those cut down to fewer bits, of which any will do. */
async function findModel(folder: string, names: string[], unusable: Unusable): Promise<string | null> {
  const [own] = modelsAmong(names);
  if (own !== undefined) return join(folder, own);
  const [inside] = modelsAmong((await namesIn(join(folder, "onnx"), unusable)) ?? []);
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

async function namesIn(folder: string, unusable: Unusable): Promise<string[] | null> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw unusable(folder, (error as Error).message, error);
  }
}

async function readJson(folder: string, name: string, unusable: Unusable): Promise<Json | null> {
  const path = join(folder, name);
  if (!(await stat(path).catch(() => null))) return null;
  try {
    const json: unknown = JSON.parse(await readFile(path, "utf8"));
    if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as Json;
  } catch (error) {
    throw unusable(folder, `${name} can't be read: ${(error as Error).message}`, error);
  }
  throw unusable(folder, `${name} is not a JSON object`);
}

/** Files give absurd lengths for "no limit". */
const smallest = (lengths: unknown[]): number =>
  Math.min(
    defaultMaxTokens,
    ...lengths.filter((length): length is number => typeof length === "number" && length >= 8),
  );
