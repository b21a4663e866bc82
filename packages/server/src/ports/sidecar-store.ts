import type { Method } from "@headwater/spec";
import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { Content } from "./blob-store.ts";

/** One source that uses the bytes: what it takes to record it again. */
export type SidecarEntry = {
  fileId: FileId;
  fileName: string;
  fileType: string;
  fileSource: "local file" | "url" | "github" | "youtube";
  /** Of the source's latest build. */
  method: Method;
  tags: string[];
  createdAt: Date;
};

/** What lies beside stored bytes and says whose they are, for the day on which the database is lost. */
export type Sidecar = {
  storeId: string;
  project: { projectId: ProjectId; name: string; createdAt: Date };
  contentHash: string;
  /** In bytes. */
  size: number;
  sources: SidecarEntry[];
};

/** Port: sidecars of stored bytes. They are written from the database, never the other way round while there is one. */
export type SidecarStore = {
  /**
   * Replaces the sidecar of these bytes as a whole. False when it said so already. A power cut may lose the latest ones,
   * unless they are written durably: the next start writes them again from the database.
   */
  write(sidecar: Sidecar, options?: { durably?: boolean }): Promise<boolean>;
  /** Null when there is none. Throws SidecarUnreadableError when it can't be trusted. */
  read(projectId: ProjectId, contentHash: string): Promise<Sidecar | null>;
  /** Durably. No error when there is none. */
  remove(projectId: ProjectId, contentHash: string): Promise<void>;
  /** Removes what writes that a crash cut off have left. Call it before anything is written. */
  removeUnfinished(): Promise<void>;
  list(): AsyncIterable<Content>;
  /** All of them, each with the moment at which it was written, by the clock of the disk. */
  listWritten(): AsyncIterable<Content & { writtenAt: Date }>;
};

/** The sidecar is cut short, is not a sidecar, or describes other bytes than those beside it. */
export class SidecarUnreadableError extends Error {
  override readonly name = "SidecarUnreadableError";
}
