import {
  describeOcr,
  type OcrFacts,
  readableExtensions,
  type Sandbox,
  servedMethods,
} from "@headwater/reader";
import type { Settings } from "../config.ts";
import { createReadiness, type Readiness } from "../http/readiness.ts";
import { answeringMode } from "../models/answering-mode.ts";
import { judgingEncoder, multilingualEncoder } from "../models/built-in-encoder.ts";
import { embeddingName } from "../models/configured-models.ts";
import type { BackgroundEmbedding } from "../retrieval/dense/background-embedding.ts";
import type { IndexProgress } from "../retrieval/words/index-progress.ts";
import { describeSandbox } from "./describe-sandbox.ts";
import type { SearchCluster } from "./search-cluster.ts";
import type { OpenStores } from "./stores.ts";

/** What `/readyz` says of this process, whatever its role. */
export const composeReadiness = (
  { stores, storage, databaseDescription, checkFiles, filesPlace }: OpenStores,
  deps: {
    settings: Pick<Settings, "dataFolder" | "models" | "ocr" | "role">;
    indexProgress: () => IndexProgress;
    embedding: BackgroundEmbedding | null;
    /** Null: the index is in the database. */
    cluster: SearchCluster | null;
    sandbox: Sandbox;
    capabilities: string[];
    stopping: () => boolean;
  },
): Readiness => {
  const { models, ocr, role } = deps.settings;
  let recognition: Promise<OcrFacts> | undefined;
  return createReadiness({
    role,
    checks: {
      database: async () => {
        await stores.projects.list();
        return databaseDescription;
      },
      files: async () => {
        await checkFiles();
        return filesPlace;
      },
      ...(deps.cluster && { search: deps.cluster.check }),
    },
    indexProgress: deps.indexProgress,
    embedding:
      deps.embedding && models.embedding
        ? {
            model: embeddingName(models.embedding),
            otherLanguages: nameOfJudge(models.embedding),
            progress: deps.embedding.progress,
          }
        : null,
    capabilities: deps.capabilities,
    methods: servedMethods.filter((method) => method !== "agentic" || models.vision !== undefined),
    fileTypes: readableExtensions,
    answering: answeringMode(models.language?.default.model ?? null),
    // Once: it asks the installed Tesseract for its packs.
    recognition: () => {
      recognition ??= describeOcr({ ...ocr, sandbox: deps.sandbox });
      return recognition;
    },
    storage,
    sandbox: describeSandbox(deps.sandbox, deps.settings.dataFolder),
    stopping: deps.stopping,
  });
};

function nameOfJudge(model: NonNullable<Settings["models"]["embedding"]>): string | null {
  const other = judgingEncoder(model) === "by language" ? multilingualEncoder() : undefined;
  return other ? embeddingName(other) : null;
}
