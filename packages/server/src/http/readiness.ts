import type { Method } from "@headwater/spec";
import type { StorageSpace } from "../ports/storage-space.ts";

export type ReadinessReport = {
  status: "ready" | "starting" | "stopping";
  checks: Record<string, { ok: boolean; detail: string | null }>;
  capabilities: string[];
  methods: Method[];
  file_types: string[];
  /** `full`: uploads are refused with 507, everything else goes on. */
  storage: "ok" | "full";
};

export type Readiness = () => Promise<ReadinessReport>;

/** Asks each part whether it works; one that throws is not ready and says why. */
export function createReadiness(deps: {
  checks: Record<string, () => Promise<void>>;
  capabilities: string[];
  methods: readonly Method[];
  fileTypes: readonly string[];
  storage: StorageSpace;
  stopping: () => boolean;
}): Readiness {
  return async () => {
    const checks: ReadinessReport["checks"] = {};
    for (const [name, check] of Object.entries(deps.checks)) {
      checks[name] = await check().then(
        () => ({ ok: true, detail: null }),
        (error: Error) => ({ ok: false, detail: error.message }),
      );
    }
    const healthy = Object.values(checks).every(({ ok }) => ok);
    const status = deps.stopping() ? "stopping" : healthy ? "ready" : "starting";
    const isFull = deps.storage.isFull();
    return {
      status,
      checks,
      capabilities: isFull ? deps.capabilities.filter((name) => name !== "ingest") : deps.capabilities,
      methods: [...deps.methods],
      file_types: [...deps.fileTypes],
      storage: isFull ? "full" : "ok",
    };
  };
}
