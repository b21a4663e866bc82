import { invalidInput, ServiceError } from "../kernel/service-error.ts";

/** 400, with the wording of the contract's rule. */
export const filesRequired = (): ServiceError =>
  invalidInput("At least one of file_ids or file_names is required");

export const instructionRequired = (): ServiceError => invalidInput("user_instruction is required");

/** 404: no build of the source has ever completed. */
export const noParsingHistory = (): ServiceError =>
  new ServiceError(404, "No parsing history found for file");
