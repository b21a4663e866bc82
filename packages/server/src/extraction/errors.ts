import { invalidInput, ServiceError } from "../kernel/service-error.ts";

/** 400, wording of the contract's rule. */
export const filesRequired = (): ServiceError =>
  invalidInput("At least one of file_ids or file_names is required");

export const instructionRequired = (): ServiceError => invalidInput("user_instruction is required");

/** 404: the source has never been read to its end. */
export const noParsingHistory = (): ServiceError =>
  new ServiceError(404, "No parsing history found for file");
