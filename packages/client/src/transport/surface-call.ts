import type { CallOptions, Fetch } from "../client-options.ts";

/** What openapi-typescript writes for a surface: operations by path and method. */
type PathsWith<Paths, Method extends string> = {
  [Path in keyof Paths]: Paths[Path] extends Record<Method, unknown> ? Path : never;
}[keyof Paths];

type OperationAt<Item, Method extends string> =
  Item extends Record<Method, infer Operation> ? Operation : never;

type Nothing = Record<never, never>;

type ParamsOf<Operation> = Operation extends { parameters: infer Params }
  ? Nothing extends Params
    ? { params?: Params | undefined }
    : { params: Params }
  : Nothing;

type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { body?: Content[keyof Content] | undefined }
    : Nothing;

type OkStatus = 200 | 201 | 202 | 204 | 206;

/** The JSON of an answer; undefined where it has none. */
type JsonOf<Response> = Response extends { content: { "application/json": infer Json } } ? Json : undefined;

type ResponsesAt<Paths, Path extends keyof Paths, Method extends string> =
  OperationAt<Paths[Path], Method> extends { responses: infer Responses } ? Responses : never;

type AnswerOf<Responses> = JsonOf<Responses[keyof Responses & OkStatus]>;

type FailureOf<Responses> = JsonOf<Responses[Exclude<keyof Responses, OkStatus>]>;

/** In which form a body is read, and its type. */
type Forms<Json> = {
  json: Json;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: Response["body"];
};

/** How a body is read. */
export type ParseAs = keyof Forms<unknown>;

/** Headers of a call. Null takes one of the client's away. */
export type CallHeaders = Headers | Record<string, string | null | undefined>;

/** What every call takes beside its own `params` and `body`. The rest is passed to the `Request`. */
export type CallSettings = Omit<CallOptions, "signal"> &
  Omit<RequestInit, "body" | "headers" | "method" | "signal"> & {
    signal?: AbortSignal | null | undefined;
    headers?: CallHeaders | undefined;
    /** Used instead of the client's for this call. */
    fetch?: Fetch | undefined;
  };

type CallInit<Operation, As extends ParseAs> = ParamsOf<Operation> &
  BodyOf<Operation> &
  CallSettings & {
    /** How the body is read. Default `json`. */
    parseAs?: As | undefined;
  };

/** What a call gives. It does not throw for an HTTP error: `unwrap` does. */
export type CallResult<Data, Failure = unknown> =
  | { data: Data; error?: never; response: Response }
  | {
      data?: never;
      error: Failure;
      response: Response;
      /** True when a gateway lost the answer to a change, which may have been carried out. */
      outcomeUnknown?: boolean;
    };

/** One method of a client, for all paths that have it. */
export type SurfaceCall<Paths, Method extends string> = <
  Path extends PathsWith<Paths, Method>,
  As extends ParseAs = "json",
>(
  path: Path,
  ...init: Nothing extends CallInit<OperationAt<Paths[Path], Method>, As>
    ? [init?: CallInit<OperationAt<Paths[Path], Method>, As>]
    : [init: CallInit<OperationAt<Paths[Path], Method>, As>]
) => Promise<
  CallResult<
    Forms<AnswerOf<ResponsesAt<Paths, Path, Method>>>[As],
    FailureOf<ResponsesAt<Paths, Path, Method>>
  >
>;
