import { limits } from "./limits.ts";

/** Texts that both the service and the proxies answer, word for word. */
export const messages = {
  unauthenticated: "Invalid authentication credentials",
  forbidden: "Permission denied",
  fileNotFound: "File not found",
  sourceNotFound: "Source not found",
  sourceNodeNotFound: "Source node not found",
  fileIdRequired: "Invalid input: file_id is required",
  /** get-elements and its deprecated form say it without the prefix (contract, message table). */
  elementsFileIdRequired: "file_id is required",
  answerNotFound: "Answer not found. It may have expired. Ask again.",
  runNotFound: "Run not found. It may have expired. Run the flow again.",
  conversationNotFound: "Conversation not found",
  questionRequired: "question is required",
  queryRequired: "query is required",
  filesRequired: "At least one of file_ids or file_names is required",
  bodyTooLarge: "Request body is too large",
  bodyNotJson: "Invalid input: the body is not valid JSON",
  bodyNotJsonType: (type: string) => `Invalid input: Content-Type must be application/json, not ${type}`,
  bodyWithMark: "Invalid input: the body begins with a byte order mark. Send it as UTF-8 without one",
  bodyCompressed: "Invalid input: the body is compressed. Send it as it is, without Content-Encoding",
  addressTooLong:
    `The address and its headers are longer than ${limits.maxHeaderBytes / 1024} KiB. ` +
    'Send a long list of ids with POST /list-sources, as {"file_ids": […]}',
  methodNotAllowed: (allowed: readonly string[]) => `Method not allowed. Allowed here: ${allowed.join(", ")}`,
} as const;
