import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import type { ProjectId } from "../kernel/ids.ts";
import { invalidCredentials } from "./errors.ts";
import { hashToken } from "./token.ts";
import type { TokenStore } from "./token-store.ts";

/** The caller of a request. Everything it may see belongs to this project. */
export type Caller = {
  projectId: ProjectId;
  projectName: string;
  tokenId: string;
  /** The name that the operator gave the token; absent for tokens of an OAuth issuer. */
  tokenName?: string;
  readOnly: boolean;
  /** Whether the token may manage the tokens of its project. */
  manage: boolean;
  /** When the token ends; null for never. */
  expiresAt: Date | null;
};

export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

const BEARER = /^Bearer +(\S+) *$/i;

/** Reads `Authorization: Bearer <token>` (RFC 6750). Throws 401 for anything but a live token. */
export function createAuthenticate(deps: { tokens: TokenStore; clock: Clock }): Authenticate {
  return async (authorization) => {
    const secret = BEARER.exec(authorization ?? "")?.[1];
    if (secret === undefined) throw invalidCredentials();
    const hash = hashToken(secret);
    const token = await deps.tokens.findByHash(hash);
    if (!token || !timingSafeEqual(Buffer.from(token.hash), Buffer.from(hash))) throw invalidCredentials();
    if (token.expiresAt && token.expiresAt <= deps.clock.now()) throw invalidCredentials();
    const { projectId, projectName, tokenId, name, readOnly, manage, expiresAt } = token;
    return { projectId, projectName, tokenId, tokenName: name, readOnly, manage, expiresAt };
  };
}
