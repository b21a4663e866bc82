import type { LimitName } from "./observe.ts";

/**
 * An error with a status code and a text for the caller. It is the only kind whose message reaches a response. Rooms
 * build it with named constructors in their `errors.ts`; `http/error-body` translates it once, at the edge.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  /** Headers of the answer that belong to the error, such as `retry-after`. */
  readonly headers: Record<string, string>;
  /** What refused the request, for metrics. */
  readonly limit: LimitName | undefined;

  constructor(
    status: number,
    detail: string,
    options: ErrorOptions & { headers?: Record<string, string>; limit?: LimitName } = {},
  ) {
    super(detail, options);
    this.status = status;
    this.headers = options.headers ?? {};
    this.limit = options.limit;
  }
}

/** 400. Says what is wrong with the input, so that the caller can correct it. */
export const invalidInput = (detail: string): ServiceError => new ServiceError(400, detail);
