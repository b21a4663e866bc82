import type { Build as WireBuild, LeftOut as WireLeftOut } from "@headwater/spec";
import type { Build } from "../../builds/build.ts";
import type { BuildReport } from "../../builds/get-build.ts";
import { totalPages } from "../../kernel/page.ts";
import type { LeftOut } from "../../sources/acquire/left-out.ts";
import { presentElement } from "./element.ts";

const messages = {
  Pending: "Build is pending: processing has not started yet",
  Processing: "Source is being processed",
  Completed: "Source processed successfully",
  "Processing failed": "Source processing failed",
} as const;

/** Contract, Build status object. */
export function presentBuild({ build, elements }: BuildReport, withImages: boolean): WireBuild {
  const ended = build.status === "Completed";
  const context = { fileName: build.fileName, withImages };
  return {
    build_id: build.buildId,
    status: build.status,
    success: ended,
    file_id: build.fileId,
    file_name: build.fileName,
    error: build.error,
    method: build.method,
    total_partitions: build.totalPartitions,
    total_pages: build.totalPages,
    created_at: build.createdAt.toISOString(),
    updated_at: build.updatedAt.toISOString(),
    message: build.message ?? plainMessage(build),
    duplicate_of: build.duplicateOf,
    left_out: build.leftOut && presentLeftOut(build.leftOut),
    elements: elements?.items.map((element) => presentElement(element, context)) ?? null,
    total_elements: elements?.total ?? null,
    page: elements?.page?.number ?? null,
    page_size: elements?.page?.size ?? null,
    total_pages_elements: elements?.page ? totalPages(elements.total, elements.page) : null,
    ...(build.status === "Processing" && build.progress ? { progress: build.progress } : {}),
    ...(ended ? failures(build) : {}),
  };
}

/** What is said when the pipeline said nothing. */
const plainMessage = ({ status, failedPages }: Build): string => {
  if (status !== "Completed" || failedPages.length === 0) return messages[status];
  const pages = failedPages.length === 1 ? "1 page" : `${failedPages.length} pages`;
  return `${messages[status]}, ${pages} could not be parsed`;
};

const presentLeftOut = ({ tooDeep, tooLong, ...counts }: LeftOut): WireLeftOut => ({
  ...counts,
  ...(tooDeep === undefined ? {} : { too_deep: tooDeep }),
  ...(tooLong === undefined ? {} : { too_long: tooLong }),
});

const failures = ({ failedPages }: Build) => ({
  has_failed_batches: failedPages.length > 0,
  failed_batches_count: failedPages.length,
  failed_pages: failedPages,
});
