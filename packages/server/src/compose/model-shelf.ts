import { dataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { createModelShelf, type ModelShelf } from "../adapters/model-hub/model-shelf.ts";
import type { Settings } from "../config.ts";

/** The models in a data folder. Works beside a running service, and before the first start. */
export const openModelShelf = ({
  dataFolder,
  modelHub,
}: Pick<Settings, "dataFolder" | "modelHub">): ModelShelf =>
  createModelShelf(dataFolderPaths(dataFolder).models, modelHub);
