import { proxyErrors, Refusal } from "../errors.ts";
import type { ScopeRule } from "./scoped-request.ts";

/** The rule for operations that no scope allows: a token gives access to the whole project, and usage, events and webhooks are
 * those of all its users. */
export const neverAllowed: ScopeRule = async () => {
  throw new Refusal(proxyErrors.forbidden());
};
