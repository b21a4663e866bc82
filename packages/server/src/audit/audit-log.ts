/** What an operation was about: ids by kind, never names of files or texts. */
export type Subjects = Partial<Record<SubjectKind, string[]>>;

export type SubjectKind =
  | "source"
  | "build"
  | "flow"
  | "node"
  | "revision"
  | "run"
  | "prompt"
  | "token"
  | "conversation"
  | "answer"
  | "project"
  | "webhook"
  /** Names of settings, without their values. */
  | "setting"
  /** Sources that an answer, a search or an extraction cited. */
  | "cited";

/** What is recorded. The log adds number, time and the hash of the entry before. */
export type AuditFacts = {
  /** Over which way it came. `service`: the service itself. */
  via: "http" | "mcp" | "command line" | "service";
  /** An operation id of the contract, or the name of a command or of a deed of the service. */
  operation: string;
  /** An HTTP status for operations; `ended` for what is known only at the end of a streamed answer; else `done`. */
  outcome: number | "ended" | "done";
  /** Null for the service itself, and for what is not a project's. */
  projectId: string | null;
  /** Null for commands and the service. */
  tokenId: string | null;
  tokenName: string | null;
  /** The user of the machine for commands; for requests whom a trusted proxy named in `X-Headwater-Caller`. */
  caller: string | null;
  requestId: string | null;
  subjects: Subjects;
};

/** What entries have that no token is behind. */
export const ofOperator = {
  outcome: "done",
  projectId: null,
  tokenId: null,
  tokenName: null,
  caller: null,
  requestId: null,
} as const satisfies Partial<AuditFacts>;

/** A row: the hash is that of the text, and the text has number and hash of the entry before. */
export type AuditEntry = { seq: number; hash: string; text: string };

/** Which entry was the last at some time. Kept elsewhere, it shows that later ones were cut off. */
export type AuditHead = { seq: number; hash: string };

/** Port: entries that are only ever added, in one chain, also by several processes. */
export type AuditLog = {
  /**
   * Resolves when it is committed. `isDurable`: and on the disk. Otherwise a crash of the process still loses nothing, and
   * a power cut may take the last entries.
   */
  append(facts: AuditFacts, options: { isDurable: boolean }): Promise<void>;
  /** In order. */
  read(): AsyncIterable<AuditEntry>;
  /** Null for an empty log. */
  head(): Promise<AuditHead | null>;
  /** Removes the entries before a time, but the last one, and records that it did. Answers how many. */
  expire(before: Date): Promise<number>;
};
