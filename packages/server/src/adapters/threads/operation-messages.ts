import type { OperationReply, OperationRequest } from "../../http/operation.ts";
import type { WorkContext } from "../../kernel/work-context.ts";

/** Messages of the service to a thread that runs operations. */
export type ToThread =
  | { kind: "run"; id: number; request: OperationRequest }
  /** The caller has gone. */
  | { kind: "cancel"; id: number }
  /** The bytes sent so far were taken: more may follow. */
  | { kind: "pull"; id: number }
  | { kind: "result"; callId: number; value: unknown }
  | { kind: "refused"; callId: number; error: SentError }
  | { kind: "ping" }
  /** There is no work: free what is not used. */
  | { kind: "rest" };

/** What such a thread says. `call` asks the service for something that it alone has. */
export type FromThread =
  | { kind: "reply"; id: number; head: Head; body: Uint8Array | null; fault?: SentError }
  | { kind: "begin"; id: number; head: Head }
  | { kind: "bytes"; id: number; bytes: Uint8Array }
  | { kind: "end"; id: number; fault?: SentError }
  | { kind: "call"; callId: number; service: string; args: unknown[]; context: WorkContext | undefined }
  | { kind: "pong" }
  | { kind: "rested" };

export type Head = Pick<OperationReply, "status" | "headers" | "subjects">;

/** An error as plain data. `status` is set when its message is meant for the caller. */
export type SentError = {
  message: string;
  stack?: string;
  /** The code of the error or of what caused it: some say that it passes. */
  code?: string;
  status?: number;
  /** Of a model that did not answer. */
  unavailable?: { isPassing: boolean; retryAfterMs: number | undefined };
};
