import { messages } from "@headwater/spec";
import { invalidInput, ServiceError } from "../kernel/service-error.ts";

/** 400. The wording is ours, because the contract has none for ask-sources. */
export const questionRequired = (): ServiceError => invalidInput("question is required");

export const conversationNotFound = (): ServiceError => new ServiceError(404, messages.conversationNotFound);
