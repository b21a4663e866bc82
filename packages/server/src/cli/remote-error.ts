import { OperatorError } from "../kernel/operator-error.ts";

/** The service refused a request, for the reason in its own words. */
export class RemoteError extends OperatorError {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
