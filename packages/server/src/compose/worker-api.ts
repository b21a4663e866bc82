import type { Sandbox } from "@headwater/reader";
import type { FastifyBaseLogger } from "fastify";
import type { Settings } from "../config.ts";
import type { ServiceMetrics } from "../http/operating.ts";
import { createWorkerApp } from "../http/worker-app.ts";
import type { Signals } from "../ports/signals.ts";
import type { BackgroundEmbedding } from "../retrieval/dense/background-embedding.ts";
import type { Api } from "./api.ts";
import { composeReadiness } from "./readiness.ts";
import type { SearchCluster } from "./search-cluster.ts";
import type { OpenStores } from "./stores.ts";
import type { Words } from "./words.ts";

/** What a process answers that works on builds only. */
export function composeWorkerApi(
  opened: OpenStores,
  { indexProgress }: Words,
  deps: {
    settings: Pick<Settings, "dataFolder" | "metricsToken" | "models" | "ocr" | "role">;
    embedding: BackgroundEmbedding | null;
    /** Null: the index is in the database. */
    cluster: SearchCluster | null;
    sandbox: Sandbox;
    signals: Signals | null;
    metrics: ServiceMetrics;
    logger: FastifyBaseLogger;
  },
): Api {
  let isStopping = false;
  const readiness = composeReadiness(opened, {
    ...deps,
    indexProgress,
    capabilities: [],
    stopping: () => isStopping,
  });
  const app = createWorkerApp({ ...deps, ...deps.settings, readiness });
  return {
    app,
    // Pictures are made by processes that answer requests.
    forgetPictures: async ({ projectId, contentHash }) => {
      deps.signals?.send("forget-pictures", `${projectId} ${contentHash}`).catch(() => {});
    },
    async stop() {
      isStopping = true;
      await app.close();
    },
  };
}
