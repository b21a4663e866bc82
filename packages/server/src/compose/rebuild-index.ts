import { connectCluster } from "../adapters/opensearch/connect-cluster.ts";
import { aliasOf, outdateGenerations } from "../adapters/opensearch/generations.ts";
import type { Project } from "../auth/project.ts";

/**
 * Lets the words' index of projects in a cluster be made anew by the process that keeps it up, beside the old one, which
 * answers until the new one is whole. Answers those that have an index. Throws OperatorError while the cluster is away.
 */
export async function rebuildIndex(
  { index, storeId }: { index: string; storeId: string },
  projects: Project[],
): Promise<Project[]> {
  const client = await connectCluster(index);
  try {
    const begun: Project[] = [];
    for (const project of projects)
      if (await outdateGenerations(client, aliasOf(storeId, project.projectId))) begun.push(project);
    return begun;
  } finally {
    await client.close();
  }
}
