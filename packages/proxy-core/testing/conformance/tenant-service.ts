import type { ServerResponse } from "node:http";
import { exampleOf } from "./examples.ts";
import { type Handle, type RecordedRequest, sendJson } from "./recording-upstream.ts";

export type TenantFile = {
  file_id: string;
  file_name: string;
  text: string;
  duplicate_of?: string;
  tags?: string[];
};
type TenantBuild = { build_id: string; file_id: string; status: string };

/**
 * A service with one project in which several callers keep files. It does not know the callers; only the proxy does.
 */
export type TenantService = {
  handle: Handle;
  files: Map<string, TenantFile>;
  builds: Map<string, TenantBuild>;
  conversations: Set<string>;
  /** The event streams of answers, by id. */
  answers: Map<string, string>;
  add(file: TenantFile): void;
  /** The status of new builds. `complete` ends all builds. */
  newBuilds: "Completed" | "Processing" | "Pending";
  complete(status?: string): void;
};

export function createTenantService(): TenantService {
  const files = new Map<string, TenantFile>();
  const builds = new Map<string, TenantBuild>();
  const conversations = new Set<string>();
  const answers = new Map<string, string>();
  let count = 0;

  const service: TenantService = {
    files,
    builds,
    conversations,
    answers,
    newBuilds: "Completed",
    add: (file) => void files.set(file.file_id, file),
    complete(status = "Completed") {
      for (const build of builds.values()) build.status = status;
    },
    handle(request, response, incoming) {
      incoming.on("data", (chunk: Buffer) => {
        if (request.bytes < 1_000_000) request.body += chunk.toString();
        request.bytes += chunk.length;
      });
      incoming.on("end", () => answer(request, response));
    },
  };

  const startBuild = (fileId: string): TenantBuild => {
    const build = { build_id: `b-${++count}`, file_id: fileId, status: service.newBuilds };
    builds.set(build.build_id, build);
    return build;
  };
  const ingest = (name: string): TenantBuild => {
    const fileId = `f-new-${++count}`;
    files.set(fileId, { file_id: fileId, file_name: name, text: `text of ${name}` });
    return startBuild(fileId);
  };
  const present = ({ file_id, file_name, duplicate_of, tags }: TenantFile) => {
    const build = [...builds.values()].findLast((one) => one.file_id === file_id);
    return {
      status: build?.status ?? "Completed",
      message: "",
      file_id,
      file_name,
      file_size: 1,
      file_type: "md",
      file_source: "local file",
      project_id: "p1",
      project_name: "shared",
      build_id: build?.build_id ?? null,
      duplicate_of: duplicate_of ?? null,
      tags: tags ?? [],
    };
  };
  const hasTag = (file: TenantFile | undefined, wanted: string[]) =>
    wanted.length === 0 || wanted.some((tag) => file?.tags?.includes(tag));
  const unknown = (response: ServerResponse, detail: string) => sendJson(response, 404, { detail });

  function answer(request: RecordedRequest, response: ServerResponse) {
    const { path, query } = request;
    // Node does not send a body in an answer to HEAD.
    const method = request.method === "HEAD" ? "GET" : request.method;
    const body = parse(request.body);
    const call = `${method} ${path.replace(/(.)\/$/, "$1").replace(/^\/sources/, "") || "/"}`;
    const asked = query.getAll("file_ids").flatMap((text) => text.split(","));
    const given = body.file_ids as string[] | undefined;
    const selected = given === undefined ? [...files.values()] : given.map((id) => files.get(id));
    const tags = (body.tags as string[] | undefined) ?? query.getAll("tags");
    const text = selected
      .filter((file) => hasTag(file, tags))
      .map((file) => file?.text)
      .join(" ");

    if (call === "GET /" || call === "POST /list-sources") {
      const field = (name: string) => String(body[name] ?? query.get(name) ?? "");
      const ids = given ?? (asked.length > 0 ? asked : undefined);
      const wanted = [...files.values()]
        .filter(({ file_id }) => ids === undefined || ids.includes(file_id))
        .filter(({ file_name }) => file_name.includes(field("q")))
        .filter((file) => hasTag(file, tags))
        .reverse();
      const start = (Number(field("page")) - 1) * Number(field("page_size"));
      const shown = field("page") ? wanted.slice(start, start + Number(field("page_size"))) : wanted;
      return sendJson(response, 200, shown.map(present), { "x-total-count": String(wanted.length) });
    }
    const buildId = /^GET \/builds\/(.+)$/.exec(call)?.[1];
    if (buildId !== undefined) {
      const build = builds.get(decodeURIComponent(buildId));
      if (!build) return sendJson(response, 200, { build_id: buildId, status: "not_found", success: false });
      const { file_id, status } = build;
      const named = status === "Pending" ? {} : { file_id, file_name: files.get(file_id)?.file_name };
      return sendJson(response, 200, {
        build_id: buildId,
        status,
        success: status === "Completed",
        duplicate_of: files.get(file_id)?.duplicate_of ?? null,
        ...named,
        elements: status === "Completed" ? [{ text: files.get(file_id)?.text, metadata: {} }] : null,
      });
    }
    if (/^POST \/ingest-/.test(call)) {
      const { build_id } = ingest("new.md");
      return sendJson(response, 200, { build_id, success: true, error: null });
    }
    if (/^POST \/upload/.test(call)) {
      const { file_id } = ingest("new.md");
      return sendJson(response, 200, present(files.get(file_id) as TenantFile));
    }
    if (call === "POST /reprocess" || call === "POST /process") {
      const file = files.get(String(body.file_id));
      if (!file) return unknown(response, "Source node not found");
      const { build_id } = startBuild(file.file_id);
      return sendJson(response, 200, call === "POST /process" ? present(file) : { build_id, success: true });
    }
    if (call === "GET /get-elements" || call === "POST /elements") {
      const file = files.get(String(body.file_id ?? query.get("file_id")));
      if (!file) return unknown(response, "File not found");
      return sendJson(response, 200, { items: [{ text: file.text, metadata: {} }], total: 1 });
    }
    const pictured = /^GET \/([^/]+)\/pages\/\d+\/screenshot$/.exec(call)?.[1];
    if (pictured !== undefined) {
      const file = files.get(decodeURIComponent(pictured));
      if (!file) return unknown(response, "File not found");
      const shown = { file_id: file.file_id, page_number: 1, image_base64: file.text };
      return sendJson(response, 200, shown, { "cache-control": "public, max-age=3600" });
    }
    const original = /^GET \/([^/]+)\/content$/.exec(call)?.[1];
    if (original !== undefined) {
      const file = files.get(decodeURIComponent(original));
      if (!file) return unknown(response, "File not found");
      response.writeHead(200, { "content-type": "text/markdown", "content-disposition": "attachment" });
      return response.end(file.text);
    }
    const changed = /^PATCH \/([^/]+)$/.exec(call)?.[1];
    if (changed !== undefined) {
      const file = files.get(decodeURIComponent(changed));
      if (!file) return unknown(response, "Source not found");
      file.tags = tags;
      return sendJson(response, 200, present(file));
    }
    if (call === "DELETE /delete") {
      const file = files.get(String(body.file_id));
      if (!file) return unknown(response, "Source not found");
      files.delete(file.file_id);
      return sendJson(response, 200, { status: "success", file_id: file.file_id, file_name: file.file_name });
    }
    if (selected.some((file) => file === undefined)) return unknown(response, "File not found");
    if (call === "POST /ask-sources") {
      const continued = conversations.has(String(body.conversation_id)) && body.reset !== true;
      const conversation_id = continued ? String(body.conversation_id) : `c-${++count}`;
      conversations.add(conversation_id);
      const value = { answer: text, conversation_id, citations: [], usage: {}, elapsed_s: 0 };
      if (!request.headers.accept?.includes("event-stream")) return sendJson(response, 200, value);
      const answerId = `a-${++count}`;
      const events = [
        ["status", { answer_id: answerId }],
        ["status", { stage: "answering" }],
        [
          "citation",
          {
            index: 1,
            text_preview: text,
            file_id: selected[0]?.file_id,
            metadata: { copies: selected.slice(1).map((file) => ({ file_id: file?.file_id })) },
          },
        ],
        ["delta", { text }],
        ["answer", value],
      ].map(([event, data], at) => `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      answers.set(answerId, events.join(""));
      response.writeHead(200, { "content-type": "text/event-stream" });
      return response.end(events.join(""));
    }
    const resumed = /^GET \/answers\/([^/]+)\/events$/.exec(call)?.[1];
    if (resumed !== undefined) {
      const events = answers.get(resumed)?.split(/(?<=\n\n)/);
      if (!events) return unknown(response, "Answer not found. It may have expired. Ask again.");
      if (request.headers.accept === "application/json") {
        const cited_file_ids = [...events.join("").matchAll(/"file_id":"([^"]+)"/g)].map(([, id]) => id);
        return sendJson(response, 200, { answer_id: resumed, ended: true, last_event_id: 0, cited_file_ids });
      }
      const after = Number(request.headers["last-event-id"] ?? 0);
      if (after === events.length) return response.writeHead(204).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      return response.end(events.slice(after).join(""));
    }
    const stopped = /^DELETE \/answers\/([^/]+)$/.exec(call)?.[1];
    if (stopped !== undefined) {
      if (!answers.delete(stopped))
        return unknown(response, "Answer not found. It may have expired. Ask again.");
      return sendJson(response, 200, { answer_id: stopped, stopped: true, message: "" });
    }
    const shown = (id: string) => ({ conversation_id: id, title: `title of ${id}`, turn_count: 1 });
    if (call === "GET /conversations") {
      const size = Number(query.get("page_size") ?? 100);
      if (size > 100) return sendJson(response, 400, { detail: "page_size must be between 1 and 100" });
      const items = [...conversations].reverse().map(shown).slice(0, size);
      return sendJson(response, 200, { items, total: conversations.size, page: null });
    }
    const [, verb, id = ""] = /^(\w+) \/conversations\/([^/]+)$/.exec(call) ?? [];
    if (verb !== undefined) {
      if (!conversations.has(id)) return unknown(response, "Conversation not found");
      if (verb === "DELETE") conversations.delete(id);
      if (verb !== "GET") return sendJson(response, 200, { ...shown(id), ...body });
      const turns = [...files.values()].map((file) => ({
        question: "?",
        answer: file.text,
        citations: [{ file_id: file.file_id }],
      }));
      return sendJson(response, 200, { ...shown(id), turns });
    }
    if (call === "POST /prebuilt-rag") {
      const chunks = selected.map((file) => ({ text: file?.text, file_id: file?.file_id }));
      return sendJson(response, 200, { query: body.query, chunks, total: chunks.length });
    }
    if (call === "POST /run-extraction")
      return sendJson(response, 200, { file_ids: given, structured_output: { text } });
    const example = exampleOf(method, path.replace(/^\/flows\/[a-z-]+/, "/flows/support"));
    return sendJson(response, example === undefined ? 404 : 200, example ?? { detail: "Not found" });
  }

  return service;
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
