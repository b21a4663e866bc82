import { invalidInput, type ServiceError } from "../kernel/service-error.ts";

/** 400, wording of ours (the contract states none for ask-sources). */
export const questionRequired = (): ServiceError => invalidInput("question is required");
