import { permissionDenied } from "../../auth/errors.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { flowNotFound, namedFlowNotFound } from "./errors.ts";
import type { Flow } from "./flow.ts";
import type { FlowStore } from "./flow-store.ts";

export type FindFlow = {
  /** The flow, for an operation that reads. Throws 404, and 403 when it belongs to another project. */
  toRead(projectId: ProjectId, name: string): Promise<Flow>;
  /** The same, for one that changes something or reads node results: its 404 names the flow. */
  toChange(projectId: ProjectId, name: string): Promise<Flow>;
};

export function createFindFlow({ flows }: { flows: Pick<FlowStore, "find"> }): FindFlow {
  const find = async (projectId: ProjectId, name: string, notFound: () => Error): Promise<Flow> => {
    const flow = await flows.find(name);
    if (!flow) throw notFound();
    if (flow.projectId !== projectId) throw permissionDenied();
    return flow;
  };
  return {
    toRead: (projectId, name) => find(projectId, name, flowNotFound),
    toChange: (projectId, name) => find(projectId, name, () => namedFlowNotFound(name)),
  };
}
