import { createStores } from "../../packages/server/src/adapters/sql/create-stores.ts";
import { openSqlite } from "../../packages/server/src/adapters/sql/open-database.ts";
import { systemClock } from "../../packages/server/src/kernel/clock.ts";
import { newId } from "../../packages/server/src/kernel/ids.ts";
import { withTerms } from "../../packages/server/src/retrieval/search-terms.ts";
import { addChunks, addSource, beginVersion } from "../../packages/server/testing/contracts/examples.ts";

export type FilledProject = { projectId: string; fileIds: string[] };

/** They share the wait for the disk. */
const documentsAtOnce = 16;

/**
 * Writes documents of generated text straight into the database of a data folder whose service has stopped, as copies of the
 * one source that is there: so they need no reading, and their file exists.
 */
export async function fillChunks(
  databasePath: string,
  { documents, chunksPerDocument }: { documents: number; chunksPerDocument: number },
  text: () => string,
): Promise<FilledProject> {
  const database = await openSqlite(databasePath);
  const stores = createStores(database, systemClock);
  const first = await database.selectFrom("sources").selectAll().executeTakeFirstOrThrow();
  const { project_id: projectId, content_hash: contentHash, file_size: fileSize } = first;
  const termsOf = createTermReader();
  const add = async (document: number): Promise<string> => {
    const { fileId } = await addSource(stores, projectId, {
      ...{ contentHash, fileSize, fileName: `document ${document}.md` },
    });
    const versionId = await beginVersion(stores, fileId);
    const chunks = Array.from({ length: chunksPerDocument }, (_, position) => {
      const said = text();
      const chunk = {
        chunkId: newId(),
        position,
        text: said,
        title: "",
        pageNumber: 1,
        elementIds: [newId()],
      };
      return { ...chunk, termHashes: termsOf(said) };
    });
    await addChunks(stores, projectId, { fileId, versionId }, chunks);
    await stores.elements.activate(fileId, versionId);
    return fileId;
  };
  const fileIds: string[] = [];
  while (fileIds.length < documents) {
    const together = Math.min(documentsAtOnce, documents - fileIds.length);
    const next = fileIds.length;
    fileIds.push(...(await Promise.all(Array.from({ length: together }, (_, at) => add(next + at)))));
  }
  // A build that has not ended would read its source at the next start.
  await database.updateTable("builds").set({ status: "Completed" }).execute();
  await database.destroy();
  return { projectId, fileIds };
}

/** Reads each distinct word once: the text is generated, and words beside a word do not change its terms. */
function createTermReader(): (text: string) => Uint32Array {
  const known = new Map<string, Uint32Array>();
  return (text) => {
    const hashes: number[] = [];
    for (const word of text.split(" ")) {
      const read =
        known.get(word) ?? withTerms([{ title: "", text: word }])[0]?.termHashes ?? new Uint32Array();
      known.set(word, read);
      hashes.push(...read);
    }
    return Uint32Array.from(hashes);
  };
}
