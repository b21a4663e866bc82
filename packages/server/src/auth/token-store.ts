import type { ProjectId } from "../kernel/ids.ts";

/** A token as recorded. The secret is never stored, only its SHA-256. */
export type TokenRecord = {
  tokenId: string;
  projectId: ProjectId;
  /** The name that the operator gave it. */
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

/** Port: token records. Removing a record revokes the token for the next request. */
export type TokenStore = {
  add(token: TokenRecord): Promise<void>;
  /** Returns the token together with its project. Every request needs both, so this is one query. */
  findByHash(hash: string): Promise<(TokenRecord & { projectName: string }) | null>;
  list(projectId: ProjectId): Promise<TokenRecord[]>;
  /** Those of these token ids that have not been removed. */
  findKnown(tokenIds: readonly string[]): Promise<string[]>;
  /**
   * Removes a token by id or prefix. Returns false when there is no such token. Throws a 400 ServiceError when several
   * tokens have the prefix.
   */
  remove(idOrPrefix: string): Promise<boolean>;
};
