import type { OperationEntry } from "@headwater/spec";
import type { OperationCall } from "../options/operation-call.ts";
import type { Scope } from "../options/proxy-options.ts";
import type { OwnershipStore } from "../ownership/ownership-store.ts";
import type { Answer, HeaderLookup, PlannedBody } from "../plan.ts";
import type { Ingestions } from "./ingestions.ts";
import type { ServiceReader } from "./service-reader.ts";
import type { VisibleFiles } from "./visible-files.ts";

/** The request of a scoped caller, with everything that a rule needs. */
export type ScopedRequest = {
  call: OperationCall;
  entry: OperationEntry;
  scope: Scope;
  /** As received, without `?`. Rules read only the known fields. */
  query: string;
  header: HeaderLookup;
  /** Reads the whole body, up to the maximum size that the service accepts for JSON. */
  readBody: () => Promise<Uint8Array>;
  store: OwnershipStore;
  files: VisibleFiles;
  ingestions: Ingestions;
  service: ServiceReader;
  /** Has the proxy follow a build of the caller by itself, so that `onFileReady` is called when its file is ready. */
  follow: (buildId: string) => void;
  /** Adds a notice to the answer's `X-Headwater-Notice`. */
  note: (notice: string) => void;
};

/** A request after its scope was applied: the proxy answers it, or sends a rebuilt request upstream. */
export type AppliedScope =
  | { kind: "answer"; answer: Answer }
  | {
      kind: "forward";
      /** The operation to send instead of the called one. Its answer has the same form. */
      operation?: "listSourcesByBody";
      /** Without `?`. */
      query: string;
      body: PlannedBody;
      /** Sent in place of the client's headers of these names. */
      headers?: Record<string, string>;
      /**
       * Gets the parsed JSON of a 2xx answer and returns what the client gets. If it returns the same value, the
       * original bytes are sent. For an event stream it gets the data of each event except `delta`.
       */
      onAnswer?: (value: unknown) => Promise<unknown>;
    };

/** What a scoped caller gets from one operation. Throws a `Refusal` when the request is outside the scope. */
export type ScopeRule = (request: ScopedRequest) => Promise<AppliedScope>;
