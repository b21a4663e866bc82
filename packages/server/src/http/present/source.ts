import type { UploadedSource, Source as WireSource } from "@headwater/spec";
import type { SourceOverview } from "../../sources/source.ts";
import { sourceStatus } from "../../sources/source-status.ts";

/** Contract, Source. */
export function presentSource(source: SourceOverview): WireSource {
  return {
    ...sourceStatus(source),
    file_id: source.fileId,
    file_name: source.fileName,
    file_size: source.fileSource === "local file" ? source.fileSize : 0,
    file_type: source.fileType,
    file_source: source.fileSource,
    project_id: source.projectId,
    project_name: source.projectName,
    method: source.latestBuild?.method ?? null,
    build_id: source.latestBuild?.buildId ?? null,
    error: source.latestBuild?.error ?? null,
    total_pages: source.totalPages,
    failed_pages: source.failedPages,
    duplicate_of: source.duplicateOf,
    tags: source.tags,
    created_at: source.createdAt.toISOString(),
    updated_at: source.updatedAt.toISOString(),
  };
}

/** The answer of the deprecated operations: a source with `partition_method` as the request spelled it. */
export function presentUploadedSource(
  source: SourceOverview,
  methodSent: string | undefined,
): UploadedSource {
  const { status, message, file_name, file_size, file_type, file_source, project_id, project_name } =
    presentSource(source);
  return {
    status,
    message,
    file_id: source.fileId,
    file_name,
    file_size,
    file_type,
    file_source,
    project_id,
    project_name,
    partition_method: methodSent ?? source.latestBuild?.method ?? null,
  };
}
