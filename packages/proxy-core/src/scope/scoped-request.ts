import type { OperationEntry } from "@headwater/spec";
import type { OperationCall, Scope } from "../options/proxy-options.ts";
import type { OwnershipStore } from "../ownership/ownership-store.ts";
import type { Answer, HeaderLookup, PlannedBody } from "../plan.ts";
import type { Ingestions } from "./ingestions.ts";
import type { ServiceReader } from "./service-reader.ts";
import type { VisibleFiles } from "./visible-files.ts";

/** A request of a scoped caller, with everything that is needed to judge it. */
export type ScopedRequest = {
  call: OperationCall;
  entry: OperationEntry;
  scope: Scope;
  /** As received, without `?`. Only the fields that are known are read from it. */
  query: string;
  header: HeaderLookup;
  /** The whole body, at most as large as the service takes JSON. */
  readBody(): Promise<Uint8Array>;
  store: OwnershipStore;
  files: VisibleFiles;
  ingestions: Ingestions;
  service: ServiceReader;
  /** Takes note of something for the answer's `X-Headwater-Notice`. */
  note(notice: string): void;
};

/** A request within its scope: answered by the proxy, or rebuilt for the upstream. */
export type AppliedScope =
  | { kind: "answer"; answer: Answer }
  | {
      kind: "forward";
      /** To be sent as this operation, which answers alike, instead of the one that was called. */
      operation?: "listSourcesByBody";
      /** Without `?`. */
      query: string;
      body: PlannedBody;
      /**
       * Sees the parsed JSON of a 2xx answer before the client does, and answers what the client gets: the same value,
       * for the bytes as they came, or another. With a stream of events it sees the data of each but `delta`.
       */
      onAnswer?: (value: unknown) => Promise<unknown>;
    };

/** What a scoped caller gets of one operation. Throws a `Refusal` for what lies outside of the scope. */
export type ScopeRule = (request: ScopedRequest) => Promise<AppliedScope>;
