/**
 * An error with a status code and a text meant for the caller: the only kind whose message reaches a response.
 * Rooms build them by named constructors in their `errors.ts`; `http/error-body` translates once, at the edge.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  /** Headers of the answer that belong to the error, such as `retry-after`. */
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    options: ErrorOptions & { headers?: Record<string, string> } = {},
  ) {
    super(detail, options);
    this.status = status;
    this.headers = options.headers ?? {};
  }
}

/** 400: what is wrong with the input, said so that the caller can mend it. */
export const invalidInput = (detail: string): ServiceError => new ServiceError(400, detail);
