import { FlowFileError } from "@headwater/spec/flow-file";
import { OperatorError } from "../../../kernel/operator-error.ts";

/** Reports what is wrong with a file to the operator, in one line. */
export function refuseFile<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof FlowFileError) throw new OperatorError(error.message, { cause: error, exitCode: 2 });
    throw error;
  }
}
