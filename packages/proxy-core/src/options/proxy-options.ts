import type { OperationId } from "@headwater/spec";
import type { ProxyEvent } from "../events.ts";
import type { Limits } from "../limits/limits.ts";
import type { LastingOwnershipStore, OwnershipStore } from "../ownership/ownership-store.ts";
import type { UploadRules } from "../uploads/upload-rules.ts";
import type { OperationCall } from "./operation-call.ts";

/** A caller and what they may reach. The caller cannot read, name, count or change anything else. */
export type Scope = {
  /** Stable identifier of the user or tenant, at most 256 characters. Under it the caller owns what they ingest. */
  caller: string;
  /** Ids of files that the caller may read in addition to their own. Default none. */
  files?: readonly string[] | (() => readonly string[] | Promise<readonly string[]>);
  /** Whether the caller may ingest and reprocess. Default false. */
  ingest?: boolean;
  /**
   * What the caller may delete and reprocess. `owned` (the default): the files that they ingested. `all`: also `files`,
   * and they may configure and deploy the `flows`.
   */
  write?: "owned" | "all";
  /** Flows that the caller may run, simulate and read. Default none. */
  flows?: readonly string[];
};

/**
 * What `authorize` returns. True allows everything that the operation can do. False answers 403. A Response is sent as
 * it is. A scope limits the request to the caller's files and flows.
 */
export type AuthorizeResult = boolean | Response | Scope;

/** @deprecated Use `AuthorizeResult`. */
export type Verdict = AuthorizeResult;

/** A file that a caller ingested through the proxy is ready for questions. */
export type FileReady = {
  /** The same each time when `onFileReady` is called again for the same file: keep it, and ignore what has it already. */
  id: string;
  caller: string;
  fileId: string;
  fileName: string | null;
  /** Null for the deprecated operations of ingestion, where the service does not send it. */
  buildId: string | null;
};

export type Timeouts = {
  /**
   * Maximum milliseconds to connect to the service. Default 5 000. With `fetch`, this time is part of `firstByteMs`.
   */
  connectMs?: number;
  /** Maximum milliseconds from the last byte of the request to the first byte of the answer. Default 120 000. */
  firstByteMs?: number;
  /** Maximum silence within a body, in either direction, in milliseconds. Default 60 000. */
  idleMs?: number;
};

/** `Native` is the framework's request: `Request`, or Express' own one. */
export type ProxyOptions<Native> = {
  /** Address of the service's sources surface, such as `http://127.0.0.1:4000/sources`. */
  baseUrl: string;
  /**
   * Domain whose hosts are the flows. The scheme is `https` unless the domain names another. Default: the path
   * `/flows/{name}`.
   */
  flowsDomain?: string;
  /**
   * The API token, or a function that returns the token for this request (per user, per tenant). It stays on the
   * server.
   */
  token: string | ((request: Native, call: OperationCall) => string | Promise<string>);
  /** Decides who may do what. Called for every request that is an operation of the contract. */
  authorize: (request: Native, call: OperationCall) => AuthorizeResult | Promise<AuthorizeResult>;
  /** Ids of the operations that may pass. Default: `defaultOperations`. */
  allow?: readonly OperationId[];
  /** Origins whose pages may write, in addition to the application's own: `https://app.example.com`. Default none. */
  allowedOrigins?: readonly string[];
  /**
   * Stores who owns which build, file and conversation. Default: in the memory of this process. A `LastingOwnershipStore`
   * outlives it.
   */
  ownership?: OwnershipStore | LastingOwnershipStore;
  /**
   * Called for every file that a scoped caller ingested, when the file is ready, also when the caller has gone. If it
   * fails, it is called again later. With a `LastingOwnershipStore` it is called at least once, also after a restart: an
   * `id` may come again. With any other store a restart may lose a file.
   */
  onFileReady?: (file: FileReady) => void | Promise<void>;
  /**
   * The token for what the proxy asks without a request of the caller. Needed for `onFileReady` with a lasting store when
   * `token` is a function.
   */
  tokenOfCaller?: (caller: string) => string | Promise<string>;
  /** Ends what the proxy does by itself: following builds for `onFileReady`. */
  signal?: AbortSignal;
  /** The time limits of all waits. */
  timeouts?: Timeouts;
  /** How much one caller, and all together, may do at a time. Defaults: `defaultLimits`. */
  limits?: Limits;
  /** What may be uploaded, and the tags that the server adds. Default: what the service takes. */
  uploads?: UploadRules<Native>;
  /**
   * Maximum number of connections to the service. An eighth of them is for short requests only. Default 1 024. The
   * platform's `fetch` has its own number.
   */
  connections?: number;
  /** Called for every request and every failure, for logs. It never gets a token, header or body. */
  onEvent?: (event: ProxyEvent) => void;
  /** Used instead of the platform's `fetch`. */
  fetch?: typeof fetch;
};
