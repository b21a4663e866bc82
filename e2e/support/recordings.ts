import type { IncomingMessage, ServerResponse } from "node:http";
import type { RelayAnswers } from "./relay.ts";

/** A recording as the service knows it after it was read. */
export type ReadRecording = {
  source: { file_id: string; file_name: string; file_type: string; file_source?: "youtube" };
  elements: { element_id: string; element_type?: string; text: string; metadata: Record<string, unknown> }[];
  /** The original. Absent for what was fetched from an address. */
  content?: { bytes: Buffer; mediaType: string };
};

/** Answers as a service that has read these recordings and nothing else. */
export function answerRecordings(answers: RelayAnswers, recordings: readonly ReadRecording[]): void {
  const asked = (request: IncomingMessage) => new URL(request.url ?? "/", "http://service");
  const json = (response: ServerResponse, body: unknown) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const list: RelayAnswers[string] = (_, response) =>
    json(
      response,
      recordings.map(({ source }) => ({
        status: "Completed",
        message: "Source processed successfully",
        file_size: 1_000,
        file_source: "local file",
        project_id: "p",
        project_name: "p",
        method: "fast",
        build_id: null,
        total_pages: 1,
        created_at: "2026-11-01T10:00:00Z",
        ...source,
      })),
    );
  answers["GET /sources"] = list;
  answers["GET /sources/"] = list;
  answers["GET /get-elements"] = (request, response) => {
    const query = asked(request).searchParams;
    const found = recordings.find(({ source }) => source.file_id === query.get("file_id"))?.elements ?? [];
    const ids = query.getAll("element_ids").flatMap((each) => each.split(","));
    const items = found
      .filter(({ element_id }) => ids.length === 0 || ids.includes(element_id))
      .map((element, position) => ({
        element_type: "NarrativeText",
        page_number: 1,
        position,
        ...element,
      }));
    json(response, { items, total: items.length, page: 1, page_size: 100, total_pages: 1 });
  };
  answers["GET /content"] = answers["HEAD /content"] = (request, response) => {
    const fileId = asked(request).pathname.split("/").at(-2);
    const content = recordings.find(({ source }) => source.file_id === fileId)?.content;
    if (content) sendRange(request, response, content);
    else response.writeHead(404, { "content-type": "application/json" }).end('{"detail":"File not found"}');
  };
}

function sendRange(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, mediaType }: { bytes: Buffer; mediaType: string },
): void {
  const headers = { "content-type": mediaType, "content-disposition": "inline", "accept-ranges": "bytes" };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (first === undefined) {
    response.writeHead(200, { ...headers, "content-length": bytes.length }).end(bytes);
    return;
  }
  const part = bytes.subarray(Number(first), last ? Number(last) + 1 : undefined);
  const range = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`;
  response.writeHead(206, { ...headers, "content-length": part.length, "content-range": range }).end(part);
}

/** A passage of a transcript. */
export const said = (element_id: string, start: number, end: number, text: string, metadata = {}) => ({
  element_id,
  text,
  metadata: { start_seconds: start, end_seconds: end, text_source: "speech", languages: ["en"], ...metadata },
});

/** The heading of a chapter. */
export const chapter = (element_id: string, start: number, end: number, text: string) => ({
  element_id,
  element_type: "Title",
  text,
  metadata: { start_seconds: start, end_seconds: end, kind: "chapter" },
});
