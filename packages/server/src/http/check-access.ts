import type { OperationEntry } from "@headwater/spec";
import type { Caller } from "../auth/authenticate.ts";
import { permissionDenied } from "../auth/errors.ts";

/** Throws 403 for an operation that the caller's token does not allow. */
export function checkAccess(
  { access, manage }: Pick<OperationEntry, "access" | "manage">,
  caller: Caller,
): void {
  if (manage && !caller.manage) throw permissionDenied();
  if (access === "write" && caller.readOnly) throw permissionDenied();
}
