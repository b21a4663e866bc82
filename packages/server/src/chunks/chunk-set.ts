import type { ChunkSetId, VersionId } from "../kernel/ids.ts";
import type { ChunkingConfig } from "./chunking-config.ts";

/** The chunks that one chunking configuration makes of one version; a version has at most one set of each. */
export type ChunkSet = { chunkSetId: ChunkSetId; versionId: VersionId; config: ChunkingConfig };
