import { expect, test } from "vitest";
import type { Json } from "../scripts/document.ts";
import { operation } from "./documents.ts";

/** The contract's table of stated messages: operation, status, message as it stands there. */
const stated: [string, string, string][] = [
  ["ingestFile", "400", "File type '<ext>' is not supported. Allowed types:"],
  ["ingestFile", "413", "File size exceeds the maximum allowed limit of 100MB"],
  ["updateDataset", "400", "The following files do not exist as sources in the dataset: <file_name_list>"],
  ["updateDataset", "404", "Dataset node with id '<node_id>' not found in flow '<flow_name>'"],
  ["updateDataset", "404", "Flow with name '<flow_name>' not found"],
  ["simulateFlow", "404", "Flow with name '<flow_name>' not found"],
  ["listDatasets", "404", "Flow not found"],
  ["listSmartRag", "404", "Flow not found"],
  ["listGraphRag", "404", "Flow not found"],
  ["runFlow", "404", "Flow not found"],
  ["runFlow", "404", "No deployed revision found for flow <flow_name>"],
  ["updateDataset", "500", "Failed to update dataset node"],
  ["listDatasets", "500", "Failed to retrieve dataset nodes"],
  ["listSmartRag", "500", "Failed to retrieve smart RAG nodes"],
  ["runFlow", "500", "Error running flow:"],
  ["simulateFlow", "400", "query is required in request body"],
  ["simulateFlow", "500", "Error simulating flow:"],
  ["simulateFlow", "500", "Error simulating flow: No Response Node found in flow"],
  ["getNodeResults", "404", "Node with id '<node_id>' not found in flow '<flow_name>'"],
  ["getNodeResults", "400", "page_size must be between 1 and 100"],
  ["getNodeResults", "500", "Failed to load node simulation data"],
  ["getElements", "400", "file_id is required"],
  ["getElements", "404", "File not found"],
  ["deleteSource", "404", "Source not found"],
  ["reprocess", "404", "Source node not found"],
  ["deleteSource", "400", "Invalid input: file_id is required"],
  ["reprocess", "500", "Failed to process source"],
  ["listSources", "500", "Failed to retrieve sources"],
  ["uploadUrlSource", "400", "Invalid input: URL is required"],
  ["askSources", "401", "Invalid authentication credentials"],
  ["listSources", "403", "Permission denied"],
];

const details = (id: string, status: string): string[] => {
  const media = operation(id).operation.responses[status]?.content?.["application/json"];
  const values = Object.values(media?.examples ?? {}).map(({ value }) => value);
  return [...values, media?.example].map((value) => String((value as { detail?: Json } | undefined)?.detail));
};

/** `<flow_name>` and the like stand for any text. */
const pattern = (message: string) =>
  new RegExp(
    `^${message.replace(/[.'()]/g, "\\$&").replace(/<\w+>/g, ".+")}${message.endsWith(":") ? "" : "$"}`,
  );

test.each(stated)("%s %s: %s", (id, status, message) => {
  expect(operation(id).operation.responses[status]?.description).toContain(message);
  expect(details(id, status).some((detail) => pattern(message).test(detail))).toBe(true);
});
