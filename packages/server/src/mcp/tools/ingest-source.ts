import { methods, type OperationId } from "@headwater/spec";
import type { OperationCall } from "../call-operation.ts";
import type { Tool, ToolArguments } from "../tool.ts";
import { dataOf, refused } from "../tool-result.ts";

/** How each kind of address is ingested. */
const addressOperations: Record<string, OperationId> = {
  page: "ingestUrl",
  github: "ingestGithub",
  youtube: "ingestYoutube",
};

/** Reads a file on the machine of the caller. Throws when it lies outside of the folders that were named. */
export type OpenFile = (path: string) => Promise<{ fileName: string; content: Blob }>;

/** `openFile` is there only where the server runs on the machine of the caller. */
export const createIngestSource = (openFile?: OpenFile): Tool => ({
  name: "ingest_source",
  title: "Ingest a document",
  description: `Adds a document: from a web address (url), ${openFile ? "from a file on this machine (path), " : ""}or from its bytes (file_name and content_base64). It is read in the background: build_status tells when it can be asked about.`,
  inputSchema: {
    type: "object",
    properties: {
      url: { type: "string", description: "Address of a page, a file, a GitHub repository or a video." },
      kind: {
        type: "string",
        enum: Object.keys(addressOperations),
        default: "page",
        description: "What the url names. `page` is also for files.",
      },
      ...(openFile && {
        path: { type: "string", description: "Path of a file below a folder that this server may read." },
      }),
      file_name: { type: "string", description: "Name of the file, with its extension." },
      content_base64: { type: "string", description: "Bytes of the file in base64." },
      method: { type: "string", enum: [...methods], description: "How to read it; absent: as its type is." },
      tags: {
        type: "array",
        items: { type: "string" },
        description:
          "Words that the document is collected under, without commas. The other tools can be limited to tags.",
      },
    },
  },
  needs: "write",
  async call(args, { call, signal }) {
    const wanted = await readCall(args, openFile);
    if (typeof wanted === "string") return refused(wanted);
    return dataOf(await call(wanted, signal));
  },
});

/** The call that the arguments ask for, or what is wrong with them. */
async function readCall(args: ToolArguments, openFile?: OpenFile): Promise<OperationCall | string> {
  const { url, kind = "page", path, file_name, content_base64, method, tags } = args;
  const ways = [url, path, content_base64].filter((way) => way !== undefined && way !== null);
  if (ways.length !== 1)
    return `Invalid input: name one of ${openFile ? "url, path" : "url"} and content_base64`;
  if (tags !== undefined && tags !== null && !isTexts(tags))
    return "Invalid input: tags must be a list of strings";
  const named = { ...(typeof method === "string" && { method }), ...(isTexts(tags) && { tags }) };
  if (typeof url === "string") {
    const operationId = Object.hasOwn(addressOperations, String(kind)) && addressOperations[String(kind)];
    if (!operationId)
      return `Invalid input: kind must be one of ${Object.keys(addressOperations).join(", ")}`;
    return { operationId, body: { url, ...named } };
  }
  if (openFile && typeof path === "string") {
    const file = await openFile(path).catch((error: Error) => error.message);
    return typeof file === "string" ? file : { operationId: "ingestFile", upload: { ...file, ...named } };
  }
  if (typeof content_base64 !== "string" || !isBase64(content_base64))
    return "Invalid input: content_base64 is not base64";
  if (typeof file_name !== "string") return "Invalid input: file_name is required with content_base64";
  const content = new Blob([Buffer.from(content_base64, "base64")]);
  return { operationId: "ingestFile", upload: { fileName: file_name, content, ...named } };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** Buffer drops what is not base64, and the document would be damaged without a word. */
const isBase64 = (text: string): boolean => /^[\w+/-]*={0,2}$/.test(text.replaceAll(/\s/g, ""));
