import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { dataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import type { EncoderFiles } from "../adapters/model-hub/encoder-files.ts";
import { readEncoderFolder } from "../adapters/onnx/encoder-folder.ts";
import { loadSentenceEncoder } from "../adapters/onnx/sentence-encoder.ts";
import type { Settings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { type CosineScale, cosineScaleFile, measureCosineScale } from "../models/cosine-scale.ts";

export { readEncoderFiles } from "../adapters/model-hub/encoder-files.ts";

const modelsFolder = ({ dataFolder }: Pick<Settings, "dataFolder">) => dataFolderPaths(dataFolder).models;

/** A name of a model is the name of its folder, and nothing above it. */
function folderOf(settings: Pick<Settings, "dataFolder">, name: string): string {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._+-]{0,120}$/u.test(name) || name.endsWith(".partial"))
    throw new OperatorError(`${name} is not a name for a model: use letters, digits, dots and hyphens.`);
  return join(modelsFolder(settings), name);
}

/**
 * Puts the files of an encoder into a folder below `HEADWATER_DATA`, loads it, and measures where its cosines lie. `onText` is
 * called before each text of the measurement. Nothing stays of one that can't be loaded. Throws OperatorError.
 */
export async function addModel(
  settings: Pick<Settings, "dataFolder">,
  { name, files }: EncoderFiles,
  onText: (done: number) => void,
): Promise<{ folder: string; scale: CosineScale | null }> {
  const folder = folderOf(settings, name);
  if (await stat(folder).catch(() => null))
    throw new OperatorError(`There is a model ${name} already, in ${folder}. Remove it first.`);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  try {
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(partial, path)), { recursive: true, mode: 0o700 });
      await writeFile(join(partial, path), bytes);
    }
    const scale = await measured(partial, name, onText);
    if (scale) await writeFile(join(partial, cosineScaleFile), `${JSON.stringify(scale)}\n`);
    await rename(partial, folder);
    return { folder, scale };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${name} can't be loaded: ${(error as Error).message}`, { cause: error });
  }
}

async function measured(folder: string, name: string, onText: (done: number) => void) {
  // The name gives the family, and with it prefixes and pooling; the folder has another until it is whole.
  const encoder = await readEncoderFolder(folder, name);
  const encode = await loadSentenceEncoder(encoder);
  let done = 0;
  const vectorOf = async (text: string): Promise<Float32Array> => {
    onText(done++);
    return (await encode({ text })).vector;
  };
  return measureCosineScale(async (question, passages) => {
    const asked = await vectorOf(encoder.prefixes.query + question);
    const cosines: number[] = [];
    for (const passage of passages) {
      const vector = await vectorOf(encoder.prefixes.passage + passage);
      cosines.push(vector.reduce((sum, value, index) => sum + value * (asked[index] ?? 0), 0));
    }
    return cosines;
  });
}

/** The folders below `HEADWATER_DATA` that hold a model. */
export const addedModels = async (settings: Pick<Settings, "dataFolder">): Promise<string[]> =>
  (await readdir(modelsFolder(settings)).catch(() => [])).filter((name) => !name.endsWith(".partial")).sort();

/** Proves that the folder of a name holds an encoder, and answers where it is and how to remove it. Throws OperatorError. */
export async function removableModel(
  settings: Pick<Settings, "dataFolder" | "models">,
  name: string,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = folderOf(settings, name);
  await readEncoderFolder(folder);
  const { embedding, previousEmbedding } = settings.models;
  for (const model of [embedding, previousEmbedding])
    if (model?.provider === "local" && join(model.folder) === folder)
      throw new OperatorError(
        `${name} is the embedding model of the settings. Name another one there first.`,
      );
  return {
    folder,
    async remove() {
      // Renamed first: a folder that is half removed is never taken for a model.
      await rename(folder, `${folder}.partial`);
      await rm(`${folder}.partial`, { recursive: true });
    },
  };
}
