import type { Clock } from "../kernel/clock.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { Caller } from "./authenticate.ts";
import {
  expiryBeyondCaller,
  expiryInThePast,
  tokenNameMissing,
  tokenNotFound,
  tooManyTokens,
} from "./errors.ts";
import { newToken } from "./token.ts";
import type { TokenRecord, TokenStore } from "./token-store.ts";

export type WantedToken = { name: string; readOnly: boolean; expiresAt: Date | undefined };

export type ManageTokens = {
  /** Throws 400 for a blank name, and for an end that is in the past or after the caller's own end. */
  create(caller: Caller, wanted: WantedToken): Promise<{ secret: string; record: TokenRecord }>;
  list(projectId: ProjectId): Promise<TokenRecord[]>;
  /** Throws 404 for a token the project does not have. */
  revoke(projectId: ProjectId, tokenId: string): Promise<TokenRecord>;
};

/**
 * Maximum tokens per project. Requests look tokens up by hash, so the limit serves people who must find one in the
 * list.
 */
const maxTokens = 1_000;

/**
 * Manages the tokens of a project on behalf of one of them. A token cannot grant more rights than it has, and never the
 * right to manage tokens.
 */
export function createManageTokens(deps: { tokens: TokenStore; clock: Clock }): ManageTokens {
  const { tokens, clock } = deps;
  return {
    async create(caller, { name, readOnly, expiresAt }) {
      const called = name.trim();
      if (called === "") throw tokenNameMissing();
      if (expiresAt && expiresAt <= clock.now()) throw expiryInThePast();
      if (expiresAt && caller.expiresAt && expiresAt > caller.expiresAt) throw expiryBeyondCaller();
      if ((await tokens.list(caller.projectId)).length >= maxTokens) throw tooManyTokens(maxTokens);
      const token = newToken(
        {
          projectId: caller.projectId,
          name: called,
          readOnly: readOnly || caller.readOnly,
          expiresAt: expiresAt ?? caller.expiresAt ?? undefined,
        },
        clock,
      );
      await tokens.add(token.record);
      return token;
    },
    list: (projectId) => tokens.list(projectId),
    async revoke(projectId, tokenId) {
      const token = (await tokens.list(projectId)).find((one) => one.tokenId === tokenId);
      if (!token || !(await tokens.remove(tokenId))) throw tokenNotFound();
      return token;
    },
  };
}
