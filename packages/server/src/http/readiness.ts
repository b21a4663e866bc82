import type { OcrFacts } from "@headwater/reader";
import type { Method } from "@headwater/spec";
import type { AnsweringMode } from "../models/answering-mode.ts";
import type { StorageSpace } from "../ports/storage-space.ts";
import type { EmbeddingProgress } from "../retrieval/dense/background-embedding.ts";
import type { IndexProgress } from "../retrieval/words/index-progress.ts";

/** How far programs that convert documents are kept apart from the machine; `detail` says what is missing. */
export type SandboxReport = { state: "full" | "partial" | "none"; detail: string | null };

/** What a process does: everything, or its part beside others. */
export type ProcessRole = "all" | "api" | "worker";

export type ReadinessReport = {
  status: "ready" | "starting" | "stopping";
  role: ProcessRole;
  checks: Record<string, { ok: boolean; detail: string | null }>;
  index: IndexProgress;
  /** Null without an embedding model. */
  embedding: (EmbeddingProgress & { model: string; other_languages: string | null }) | null;
  capabilities: string[];
  methods: Method[];
  file_types: string[];
  answering: AnsweringMode;
  /** What reads scans and images. */
  recognition: OcrFacts;
  /** `full` means that uploads are refused with 507 and everything else continues. */
  storage: "ok" | "full";
  sandbox: SandboxReport;
};

export type Readiness = () => Promise<ReadinessReport>;

/**
 * Asks each part whether it works. A part that throws is not ready and says why. The search index never makes the
 * service unready: while documents are being indexed, questions are answered from the others.
 */
export function createReadiness(deps: {
  role: ProcessRole;
  /** Each answers what the operator should know although all is well; null for nothing. */
  checks: Record<string, () => Promise<string | null>>;
  indexProgress: () => IndexProgress;
  /**
   * The embedding model, without its address, and the encoder that judges answers in other languages than English where that is
   * another one; null for none.
   */
  embedding: {
    model: string;
    otherLanguages: string | null;
    progress: () => Promise<EmbeddingProgress>;
  } | null;
  capabilities: string[];
  methods: readonly Method[];
  fileTypes: readonly string[];
  answering: AnsweringMode;
  recognition: () => Promise<OcrFacts>;
  storage: StorageSpace;
  sandbox: SandboxReport;
  stopping: () => boolean;
}): Readiness {
  /** The last that was known: it is in the database, which may be down. */
  let embedded: EmbeddingProgress = { state: "embedding", done: 0, total: 0 };
  return async () => {
    const checks: ReadinessReport["checks"] = {};
    for (const [name, check] of Object.entries(deps.checks)) {
      checks[name] = await check().then(
        (detail) => ({ ok: true, detail }),
        (error: Error) => ({ ok: false, detail: error.message }),
      );
    }
    if (deps.embedding && checks.database?.ok !== false) embedded = await deps.embedding.progress();
    const index = deps.indexProgress();
    const detail =
      index.state === "ready"
        ? null
        : `${index.done} of ${index.total} documents are back in the search index`;
    checks.index = { ok: true, detail };
    const healthy = Object.values(checks).every(({ ok }) => ok);
    const status = deps.stopping() ? "stopping" : healthy ? "ready" : "starting";
    const isFull = deps.storage.isFull();
    return {
      status,
      role: deps.role,
      checks,
      index,
      embedding: deps.embedding && {
        model: deps.embedding.model,
        other_languages: deps.embedding.otherLanguages,
        ...embedded,
      },
      capabilities: isFull
        ? deps.capabilities.filter((name) => !name.startsWith("ingest"))
        : deps.capabilities,
      methods: [...deps.methods],
      file_types: [...deps.fileTypes],
      answering: deps.answering,
      recognition: await deps.recognition(),
      storage: isFull ? "full" : "ok",
      sandbox: deps.sandbox,
    };
  };
}
