import { messages, type RetrievalResult } from "@headwater/spec";
import { jsonAnswer, refuse } from "../errors.ts";
import { readBody, textOf, textsOf, writeBody } from "./read-body.ts";
import type { ScopeRule } from "./scoped-request.ts";
import { selectFiles, withFiles } from "./select-files.ts";

export const retrieve: ScopeRule = async (request) => {
  const body = await readBody(request);
  const query = textOf(body, "query");
  if (!query) throw refuse(400, messages.queryRequired);
  const fileIds = await selectFiles(request, body);
  if (fileIds.length > 0) return { kind: "forward", query: "", body: writeBody(withFiles(body, fileIds)) };
  const nothing: RetrievalResult = { query, chunks: [], total: 0 };
  return { kind: "answer", answer: jsonAnswer(200, nothing) };
};

/** Extraction must name its files (contract) or tags, so missing ones are not filled in. */
export const extract: ScopeRule = async (request) => {
  const body = await readBody(request);
  const selections = ["file_ids", "file_names", "tags"].map((name) => textsOf(body, name)?.length);
  if (!selections.some(Boolean)) throw refuse(400, messages.filesRequired);
  const fileIds = await selectFiles(request, body);
  if (fileIds.length === 0) throw refuse(400, messages.filesRequired);
  return { kind: "forward", query: "", body: writeBody(withFiles(body, fileIds)) };
};
