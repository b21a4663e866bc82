import type { Chunk, Element, ElementPage, RetrievalResult } from "@headwater/spec";
import { maxAnswerBytes } from "../answer-size.ts";
import { writeCursor } from "../cursor.ts";
import { readOn } from "../read-on.ts";
import { withoutControls } from "../safe-markdown.ts";
import { schemaParts } from "../schema-parts.ts";
import { readElements, showElements } from "../show-document.ts";
import type { Tool, ToolContext } from "../tool.ts";
import { bodyOf, failedResult, refused, textResult } from "../tool-result.ts";

const maxResults = 10;
const maxSnippet = 500;

const search: Tool = {
  name: "search",
  title: "Search, for research agents",
  description:
    "Finds documents for a query. Gives the id, title and url of each result; fetch gives the text.",
  inputSchema: {
    type: "object",
    required: ["query"],
    properties: { query: { ...schemaParts.question, description: "What to look for." } },
  },
  needs: "read",
  async call({ query }, { call, signal }) {
    const body = { query, top_k: maxResults };
    const reply = await call({ operationId: "prebuiltRag", body }, signal);
    if (reply.status !== 200) return failedResult(reply);
    const results = bodyOf<RetrievalResult>(reply).chunks.map(resultOf);
    return textResult(JSON.stringify({ results }));
  },
};

const fetchSource: Tool = {
  name: "fetch",
  title: "Fetch, for research agents",
  description:
    "Gives the text of a result of search, from the place that was found on. Where it goes on, metadata.next_id is the id to fetch next.",
  inputSchema: {
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "string", description: "From search, or a file_id for a document from its start." },
    },
  },
  needs: "read",
  async call({ id }, context) {
    if (id === undefined) return refused("Invalid input: id is required");
    const [file_id = "", place = ""] = String(id).split("/");
    const cursor = place === "" ? undefined : await cursorAt(file_id, place, context);
    const read = readElements({ file_id }, context);
    // Written as JSON, each line break and quotation mark has two bytes.
    const reading = await readOn(read, cursor, maxAnswerBytes * 0.9);
    if (typeof reading === "string") return refused(reading);
    if ("status" in reading) return failedResult(reading);
    const { item } = reading.parts[0] ?? {};
    return textResult(
      JSON.stringify({
        id,
        title: item?.fileName ?? "",
        text: withoutControls(showElements(reading)),
        url: pageAddress(file_id, item?.page ?? 1),
        metadata: { file_id, ...(reading.next !== null && { next_id: `${file_id}/${reading.next}` }) },
      }),
    );
  },
};

/** A place is a cursor, or an element that was found. */
async function cursorAt(file_id: string, place: string, { call, signal }: ToolContext): Promise<string> {
  if (place.includes(".")) return place;
  const query = { file_id, element_ids: [place], suppress_img_base64: "true" };
  const reply = await call({ operationId: "getElements", query }, signal);
  const element: Element | undefined = reply.status === 200 ? bodyOf<ElementPage>(reply).items[0] : undefined;
  return writeCursor({ index: element?.position ?? 0, offset: 0, id: place });
}

const resultOf = ({ file_id, file_name, page_number, text, metadata }: Chunk) => {
  const [element] = (metadata.element_ids ?? []) as string[];
  return {
    id: element === undefined ? file_id : `${file_id}/${element}`,
    title: `${file_name}, page ${page_number}`,
    url: pageAddress(file_id, page_number),
    text: withoutControls(text).slice(0, maxSnippet).toWellFormed(),
  };
};

/** The address of the picture of a page; see `offerPagePictures`. */
const pageAddress = (fileId: string, page: number): string => `headwater://sources/${fileId}/pages/${page}`;

/** `search` and `fetch` in the form that programs for deep research call, which take no others. */
export const researchTools: readonly Tool[] = [search, fetchSource];
