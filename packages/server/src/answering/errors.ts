import { invalidInput, type ServiceError } from "../kernel/service-error.ts";

/** 400. The wording is ours, because the contract has none for ask-sources. */
export const questionRequired = (): ServiceError => invalidInput("question is required");
