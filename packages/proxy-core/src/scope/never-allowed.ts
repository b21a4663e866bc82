import { proxyErrors, Refusal } from "../errors.ts";
import type { ScopeRule } from "./scoped-request.ts";

/** What no scope holds: a token opens all of the project. */
export const neverAllowed: ScopeRule = async () => {
  throw new Refusal(proxyErrors.forbidden());
};
