import { ServiceError } from "../kernel/service-error.ts";

/** Contract, Authentication: a missing, unknown, revoked or expired token. */
export const invalidCredentials = () => new ServiceError(401, "Invalid authentication credentials");

/** Contract, Authentication: a read-only token on a write. */
export const permissionDenied = () => new ServiceError(403, "Permission denied");

export const projectNotFound = (name: string) =>
  new ServiceError(404, `Project '${name}' not found. 'headwater project list' shows those that exist.`);
