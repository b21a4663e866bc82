import type { FileId, ProjectId } from "../../kernel/ids.ts";
import type { Retrieve, RetrievedChunk } from "../../retrieval/retrieved-chunk.ts";
import { remember } from "../node/remember.ts";

/** Naming fewer files costs a search next to nothing; naming 5,000 takes it three times as long as the search itself. */
const minFiles = 100;
/** Of the project's sources, when the search need not name them. */
const minShare = 0.5;
/**
 * Chunks that are asked for beyond those that are wanted, as a multiple of those that will be of other sources if these are
 * spread evenly. Each takes time to fetch, so where next to none will be, none is asked for.
 */
const spareFactor = 3;
const maxSpare = 5;
/** More can't be asked for. */
const maxTopK = 100;

/**
 * Searches without naming files where these are most of what the project has, as datasets often are, and leaves out what
 * was not asked for. Where too much is left out, and where copies lie on both sides, the files are named after all.
 */
export function createRetrieveWholeProject(
  retrieve: Retrieve,
  countSources: (projectId: ProjectId) => Promise<number>,
): Retrieve {
  const idsOf = remember((fileIds: FileId[]): ReadonlySet<FileId> => new Set(fileIds));
  return async (query, signal) => {
    const { projectId, fileIds, topK } = query;
    if (!fileIds || fileIds.length < minFiles) return retrieve(query, signal);
    const sources = await countSources(projectId);
    if (fileIds.length < minShare * sources) return retrieve(query, signal);
    const others = 1 - Math.min(1, fileIds.length / sources);
    const spare = Math.min(maxSpare, Math.round(spareFactor * topK * others));
    const wider = Math.max(topK, Math.min(maxTopK, topK + spare));
    const found = await retrieve({ ...query, fileIds: undefined, topK: wider }, signal);
    const own = ownChunks(found, idsOf(fileIds));
    const isWhole = own !== null && (own.length >= topK || found.length < wider);
    return isWhole ? own.slice(0, topK) : retrieve(query, signal);
  };
}

/** The chunks of these files; null when a chunk and a copy of it lie on both sides. */
function ownChunks(found: RetrievedChunk[], wanted: ReadonlySet<FileId>): RetrievedChunk[] | null {
  const own: RetrievedChunk[] = [];
  for (const chunk of found) {
    const places = [chunk, ...(chunk.copies ?? [])].map(({ fileId }) => wanted.has(fileId));
    if (places.every(Boolean)) own.push(chunk);
    else if (places.some(Boolean)) return null;
  }
  return own;
}
