import type { ChunkSetId, VersionId } from "../kernel/ids.ts";
import type { ChunkingConfig } from "./chunking-config.ts";

/** The chunks of one version under one chunking configuration. A version has at most one set per configuration. */
export type ChunkSet = { chunkSetId: ChunkSetId; versionId: VersionId; config: ChunkingConfig };
