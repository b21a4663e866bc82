import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import { newId, type ProjectId } from "../kernel/ids.ts";
import type { TokenRecord } from "./token-store.ts";

const tokenPrefix = "hw_";
/** 256 bits: guessing is hopeless, so a fast hash is enough to store it by. */
const secretBytes = 32;
const shownCharacters = tokenPrefix.length + 6;

export const hashToken = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export type NewToken = {
  projectId: ProjectId;
  name: string;
  readOnly?: boolean | undefined;
  manage?: boolean | undefined;
  expiresAt?: Date | undefined;
  /** A secret chosen by the operator (`HEADWATER_TOKEN`); absent: a random one. */
  secret?: string | undefined;
};

/** Makes a token: its secret, which is seen once, and the record to keep. */
export function newToken(token: NewToken, clock: Clock): { secret: string; record: TokenRecord } {
  const secret = token.secret ?? tokenPrefix + randomBytes(secretBytes).toString("base64url");
  const record: TokenRecord = {
    tokenId: newId(),
    projectId: token.projectId,
    name: token.name,
    // A chosen secret may be short: its beginning would give too much of it away.
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
