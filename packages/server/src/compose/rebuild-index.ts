import { connectCluster } from "../adapters/opensearch/connect-cluster.ts";
import { aliasOf, outdateGenerations, removeIndex } from "../adapters/opensearch/generations.ts";
import { namesOf } from "../adapters/opensearch/vector-indices.ts";
import type { Project } from "../auth/project.ts";
import type { VectorStore } from "../retrieval/dense/vector-store.ts";

/**
 * Lets the index of projects in a cluster be made anew by the process that keeps it up. That of words answers until the new
 * one is whole; vectors are removed there, and searched in memory meanwhile. Answers those that have an index. Throws OperatorError while the cluster is away.
 */
export async function rebuildIndex(
  { index, storeId, vectors }: { index: string; storeId: string; vectors: Pick<VectorStore, "spaces"> },
  projects: Project[],
): Promise<Project[]> {
  const client = await connectCluster(index);
  try {
    const begun: Project[] = [];
    for (const project of projects) {
      const { projectId } = project;
      for (const { spaceId } of await vectors.spaces(projectId))
        await removeIndex(client, namesOf(storeId, spaceId).index);
      if (await outdateGenerations(client, aliasOf(storeId, projectId))) begun.push(project);
    }
    return begun;
  } finally {
    await client.close();
  }
}
