import type { ProjectId } from "../../kernel/ids.ts";
import type { Retrieve } from "../../retrieval/retrieved-chunk.ts";

/** Naming fewer files costs a search next to nothing; naming 2,000 takes it longer than the search itself. */
const minFiles = 100;

/**
 * Searches without naming files where these are all that the project has, as datasets often are. Should a source that was
 * not asked for be found then, because it came meanwhile, the files are named after all.
 */
export const createRetrieveWholeProject =
  (retrieve: Retrieve, countSources: (projectId: ProjectId) => Promise<number>): Retrieve =>
  async (query, signal) => {
    const { projectId, fileIds, ...asked } = query;
    if (!fileIds || fileIds.length < minFiles || (await countSources(projectId)) !== fileIds.length)
      return retrieve(query, signal);
    const found = await retrieve({ projectId, ...asked }, signal);
    const wanted = new Set(fileIds);
    const isOfDataset = found.every(
      ({ fileId, copies = [] }) => wanted.has(fileId) && copies.every((copy) => wanted.has(copy.fileId)),
    );
    return isOfDataset ? found : retrieve(query, signal);
  };
