import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { SourceNames } from "../../sources/source-names.ts";
import type { OutputOf } from "../flow/node-output.ts";
import type { ChunkedFile } from "../flow/shown.ts";

/** Sources that are named: a list to choose from needs no more. */
const maxFiles = 1_000;

/** The sources that were cut and are still there, by their names. */
export async function chunkedFiles(
  sourceNames: Pick<SourceNames, "byIds">,
  projectId: ProjectId,
  { sets }: OutputOf<"chunks">,
): Promise<ChunkedFile[]> {
  const chunks = new Map<FileId, number>();
  for (const set of sets) chunks.set(set.fileId, (chunks.get(set.fileId) ?? 0) + set.chunks);
  const names = await sourceNames.byIds(projectId, [...chunks.keys()]);
  return names
    .map(({ fileId, fileName }) => ({ fileId, fileName, chunks: chunks.get(fileId) ?? 0 }))
    .sort((one, other) => one.fileName.localeCompare(other.fileName, "en"))
    .slice(0, maxFiles);
}
