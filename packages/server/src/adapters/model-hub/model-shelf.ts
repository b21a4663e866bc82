import { mkdir, rename, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../../kernel/operator-error.ts";
import { fetchFile } from "./fetch-file.ts";
import { type KnownModel, knownModels } from "./known-models.ts";

export type ShelvedModel = Pick<KnownModel, "name" | "licence" | "about"> & {
  bytes: number;
  /** Where it comes from. */
  source: string;
  /** Where it lies, or will. */
  folder: string;
  isThere: boolean;
};

/** The models below a data folder, and those that can be fetched into it. */
export type ModelShelf = {
  list(): Promise<ShelvedModel[]>;
  /** Throws OperatorError for a name that is not known. */
  find(name: string): Promise<ShelvedModel>;
  /** Fetches a model, or what is missing of it; it appears in its folder as a whole. Throws OperatorError. */
  pull(name: string, options: { signal: AbortSignal; onBytes?: (done: number) => void }): Promise<void>;
};

/** A file that is a little larger than noted is not a reason to stop: its hash decides. */
const slackBytes = 1_000_000;

export function createModelShelf(
  modelsFolder: string,
  hub: string,
  models: readonly KnownModel[] = knownModels,
): ModelShelf {
  const folderOf = ({ name }: KnownModel) => join(modelsFolder, name);
  const shelved = async (model: KnownModel): Promise<ShelvedModel> => ({
    name: model.name,
    licence: model.licence,
    about: model.about,
    bytes: model.files.reduce((sum, { bytes }) => sum + bytes, 0),
    source: `${hub}/${model.repository}/tree/${model.revision}`,
    folder: folderOf(model),
    isThere: await isFolder(folderOf(model)),
  });
  const known = (name: string): KnownModel => {
    const model = models.find((each) => each.name === name);
    if (model) return model;
    const names = models.map((each) => each.name).join(", ");
    throw new OperatorError(
      `${name} is not a model that can be fetched. There are: ${names}. Others can be put into a folder by hand.`,
    );
  };

  return {
    list: () => Promise.all(models.map(shelved)),
    find: async (name) => shelved(known(name)),
    async pull(name, { signal, onBytes }) {
      const model = known(name);
      const folder = folderOf(model);
      if (await isFolder(folder)) return;
      // Beside the folder, under a name that no setting will name.
      const partial = `${folder}.partial`;
      await mkdir(partial, { recursive: true, mode: 0o700 });
      await refuseWithoutSpace(partial, model);
      let before = 0;
      for (const { path, sha256, bytes } of model.files) {
        await fetchFile({
          url: `${hub}/${model.repository}/resolve/${model.revision}/${path}`,
          path: join(partial, path),
          sha256,
          maxBytes: bytes + slackBytes,
          signal,
          onBytes: (done) => onBytes?.(before + done),
        });
        before += bytes;
      }
      if (model.prompts) {
        const config = { prompts: model.prompts };
        await writeFile(join(partial, "config_sentence_transformers.json"), JSON.stringify(config));
      }
      await writeFile(
        join(partial, "source.txt"),
        `${(await shelved(model)).source}\nLicence: ${model.licence}\n`,
      );
      await rename(partial, folder);
    },
  };
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** What has come already needs no space any more. */
async function refuseWithoutSpace(folder: string, { files }: KnownModel): Promise<void> {
  const there = await Promise.all(
    files.flatMap(({ path }) => [path, `${path}.part`]).map((path) => sizeOf(join(folder, path))),
  );
  const sum = (sizes: number[]) => sizes.reduce((total, bytes) => total + bytes, 0);
  const needed = sum(files.map(({ bytes }) => bytes)) - sum(there);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed)
    throw new OperatorError(
      `${folder} has not the space for the model: ${Math.ceil(needed / 1e6)} MB are needed and ${Math.floor((bavail * bsize) / 1e6)} MB free.`,
    );
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
