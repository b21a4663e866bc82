import type { OperationEntry } from "@headwater/spec";
import type { Caller } from "../auth/authenticate.ts";
import { permissionDenied } from "../auth/errors.ts";
import type { ProjectId } from "../kernel/ids.ts";

/** The addressed flow, and how to find the project of a flow: null when there is no flow of that name. */
export type AddressedFlow = {
  flow: string | undefined;
  flowProject: (name: string) => Promise<ProjectId | null>;
};

/** Throws 403 for an operation that the caller's token does not allow, and for a flow of another project. */
export async function checkAccess(
  { access, manage }: Pick<OperationEntry, "access" | "manage">,
  caller: Caller,
  addressed?: AddressedFlow,
): Promise<void> {
  if (manage && !caller.manage) throw permissionDenied();
  if (access === "write" && caller.readOnly) throw permissionDenied();
  if (addressed?.flow === undefined) return;
  const owner = await addressed.flowProject(addressed.flow);
  if (owner !== null && owner !== caller.projectId) throw permissionDenied();
}
