import type { OperationId } from "@headwater/spec";
import type { ProxyEvent } from "../events.ts";
import type { OwnershipStore } from "../ownership/ownership-store.ts";

/** What a request wants, as `authorize` and `token` see it. */
export type OperationCall = {
  operation: OperationId;
  /** `write` for what changes sources or flows; asking, retrieving and extracting are reads. */
  access: "read" | "write";
  /** Name of the flow, for operations of a flow. */
  flow?: string;
  /** Path parameters, decoded: `build_id`, `file_id`, `page_number`, `node_id`. */
  params: Record<string, string>;
};

/** Who calls, and what they may reach. Nothing outside of it can be read, named, counted or changed. */
export type Scope = {
  /** Stable identifier of the user or tenant, at most 256 characters. What they ingest becomes theirs under it. */
  caller: string;
  /** File ids they may read beside what they ingested themselves. Default none. */
  files?: readonly string[] | (() => readonly string[] | Promise<readonly string[]>);
  /** Whether they may ingest and reprocess. Default false. */
  ingest?: boolean;
  /**
   * What they may delete and reprocess: `owned` (the default), what they ingested themselves; `all`, also `files`, and they
   * may configure and deploy the `flows`.
   */
  write?: "owned" | "all";
  /** Flows they may run, simulate and read. Default none. */
  flows?: readonly string[];
};

/** True: everything of this operation. False: 403. A Response is sent as it is. A scope narrows the request. */
export type AuthorizeResult = boolean | Response | Scope;

/** @deprecated Use `AuthorizeResult`. */
export type Verdict = AuthorizeResult;

/** A file that a caller ingested through the proxy is ready to be asked. */
export type FileReady = {
  caller: string;
  fileId: string;
  fileName: string | null;
  /** Null for the older spellings of ingestion, where the service does not tell it. */
  buildId: string | null;
};

export type Timeouts = {
  /** Until a connection to the service stands, in milliseconds. Default 5 000. With `fetch`, part of `firstByteMs`. */
  connectMs?: number;
  /** From the last byte of the request to the first of the answer, in milliseconds. Default 120 000. */
  firstByteMs?: number;
  /** Longest silence within a body, in either direction, in milliseconds. Default 60 000. */
  idleMs?: number;
};

/** `Native` is the request of the framework: `Request`, or Express' one. */
export type ProxyOptions<Native> = {
  /** Address of the service's sources surface, such as `http://127.0.0.1:4000/sources`. */
  baseUrl: string;
  /** Domain below which flows have hosts of their own, `https` unless it names a scheme. Default: the path `/flows/{name}`. */
  flowsDomain?: string;
  /** The API token, or a function that answers the one for this request (per user, per tenant). Stays on the server. */
  token: string | ((request: Native, call: OperationCall) => string | Promise<string>);
  /** Who may do what. Asked for every request that is an operation of the contract. */
  authorize: (request: Native, call: OperationCall) => AuthorizeResult | Promise<AuthorizeResult>;
  /** Ids of the operations that may pass at all. Default: all but those that manage tokens. */
  allow?: readonly OperationId[];
  /** Origins whose pages may write, besides the application's own: `https://app.example.com`. Default none. */
  allowedOrigins?: readonly string[];
  /** Who owns which build, file and conversation. Default: in the memory of this process. */
  ownership?: OwnershipStore;
  /** Told once for every file a scoped caller ingested, when it is ready. When it fails it is told again later. */
  onFileReady?: (file: FileReady) => void | Promise<void>;
  /** Ends of every wait. */
  timeouts?: Timeouts;
  /** Told every request and failure, for logs; never a token, header or body. */
  onEvent?: (event: ProxyEvent) => void;
  /** Used instead of the platform's `fetch`. */
  fetch?: typeof fetch;
};
