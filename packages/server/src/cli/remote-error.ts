import { OperatorError } from "../kernel/operator-error.ts";

/** The service refused a request, for the reason in its own words. */
export class RemoteError extends OperatorError {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/**
 * Whether the flow itself failed: it was found, and running it was refused or broke. Any other refusal, such as of the token, means that
 * the flow was not tried.
 */
export const isFailureOfFlow = (error: unknown): error is RemoteError =>
  error instanceof RemoteError && (error.status === 400 || error.status === 500);
