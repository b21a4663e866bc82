import type { BlobStore } from "../ports/blob-store.ts";
import type { Holding } from "../ports/holding.ts";
import type { SidecarStore } from "../ports/sidecar-store.ts";

/** The file bytes and what lies beside them. */
export type OpenFiles = {
  blobs: BlobStore;
  sidecars: SidecarStore;
  holding: Holding;
  /** Where they are, for the operator and `/readyz`; null for the data folder. */
  filesPlace: string | null;
  /** Rejects with the reason while they can't be used. */
  checkFiles(): Promise<void>;
};
