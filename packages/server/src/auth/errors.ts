import { messages } from "@headwater/spec";
import { invalidInput, ServiceError } from "../kernel/service-error.ts";

/** Contract, Authentication: a missing, unknown, revoked or expired token. */
export const invalidCredentials = () => new ServiceError(401, messages.unauthenticated);

/** Contract, Authentication: a read-only token on a write, or a token that must not manage tokens. */
export const permissionDenied = () => new ServiceError(403, messages.forbidden);

export const projectNotFound = (name: string) =>
  new ServiceError(404, `Project '${name}' not found. 'headwater project list' shows those that exist.`);

export const tokenNotFound = () => new ServiceError(404, "Token not found");
export const tokenNameMissing = () => invalidInput("Invalid input: name is required");
export const expiryInThePast = () => invalidInput("Invalid input: expires_at lies in the past");
export const expiryBeyondCaller = () =>
  invalidInput("Invalid input: expires_at lies beyond the end of the token that asks");
export const tooManyTokens = (max: number) =>
  invalidInput(`This project has ${max} tokens, which is the limit. Revoke some that are not used any more`);
