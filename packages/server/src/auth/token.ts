import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import { newId, type ProjectId } from "../kernel/ids.ts";
import type { TokenRecord } from "./token-store.ts";

const tokenPrefix = "hw_";
/** 256 bits cannot be guessed, so a fast hash is safe enough to store. */
const secretBytes = 32;
const shownCharacters = tokenPrefix.length + 6;

export const hashToken = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export type NewToken = {
  projectId: ProjectId;
  name: string;
  readOnly?: boolean | undefined;
  manage?: boolean | undefined;
  expiresAt?: Date | undefined;
  /** A secret chosen by the operator (`HEADWATER_TOKEN`). Default: a random one. */
  secret?: string | undefined;
};

/** Makes a token: the secret, which is shown once, and the record to store. */
export function newToken(token: NewToken, clock: Clock): { secret: string; record: TokenRecord } {
  const secret = token.secret ?? tokenPrefix + randomBytes(secretBytes).toString("base64url");
  const record: TokenRecord = {
    tokenId: newId(),
    projectId: token.projectId,
    name: token.name,
    // A chosen secret may be short, and its start would reveal too much of it.
    prefix:
      token.secret === undefined
        ? secret.slice(0, shownCharacters)
        : `chosen_${randomBytes(3).toString("hex")}`,
    hash: hashToken(secret),
    readOnly: token.readOnly ?? false,
    manage: token.manage ?? false,
    expiresAt: token.expiresAt ?? null,
    createdAt: clock.now(),
  };
  return { secret, record };
}
