import type { ProjectId } from "../kernel/ids.ts";

/** A token as recorded: never the secret itself, only its SHA-256. */
export type TokenRecord = {
  tokenId: string;
  projectId: ProjectId;
  /** What the operator called it. */
  name: string;
  /** The first characters of the token, to recognise it in a list. */
  prefix: string;
  /** SHA-256 of the whole token, hex. */
  hash: string;
  readOnly: boolean;
  /** Whether it may create, list and revoke the tokens of its project. */
  manage: boolean;
  expiresAt: Date | null;
  createdAt: Date;
};

/** Port: token records. Removal is revocation and holds for the next request. */
export type TokenStore = {
  add(token: TokenRecord): Promise<void>;
  /** With the project it opens: both are asked for at every request, so it is one question. */
  findByHash(hash: string): Promise<(TokenRecord & { projectName: string }) | null>;
  list(projectId: ProjectId): Promise<TokenRecord[]>;
  /** By token id or by prefix; false when there is no such token. Throws a 400 ServiceError when several bear the prefix. */
  remove(idOrPrefix: string): Promise<boolean>;
};
