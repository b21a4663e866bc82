import { messages } from "@headwater/spec";
import { proxyErrors, Refusal, refuse } from "../errors.ts";
import { type BodyValues, readBody, textOf, writeBody } from "./read-body.ts";
import { readQuery, writeQuery } from "./read-query.ts";
import { isSameName } from "./same-name.ts";
import type { ScopedRequest, ScopeRule } from "./scoped-request.ts";
import { withoutHiddenOriginal } from "./without-hidden-original.ts";

/** The texts of the contract. They differ between operations. */
type Texts = { missing: string; unknown: string };

const reading: Texts = { missing: messages.elementsFileIdRequired, unknown: messages.fileNotFound };
const building: Texts = { missing: messages.fileIdRequired, unknown: messages.sourceNodeNotFound };
const deleting: Texts = { missing: messages.fileIdRequired, unknown: messages.sourceNotFound };

/**
 * Finds the file that a body names, by id or by the deprecated name. It looks a name up among the visible files only.
 */
async function namedFile(request: ScopedRequest, body: BodyValues, texts: Texts, use: "newest" | "only") {
  const { files, service } = request;
  const id = textOf(body, "file_id");
  if (id !== undefined && id !== "") {
    if (!(await files.cover([id]))) throw refuse(404, texts.unknown);
    return id;
  }
  const name = textOf(body, "file_name");
  if (name === undefined || name === "") throw refuse(400, texts.missing);
  const named = (await service.sources(await files.all())).filter((source) =>
    isSameName(source.file_name, name),
  );
  const [newest] = named;
  if (!newest) throw refuse(404, texts.unknown);
  if (use === "only" && named.length > 1)
    throw refuse(400, `Invalid input: ${named.length} files bear this name. Say which one with file_id`);
  return newest.file_id;
}

/** Replaces the name with the id that was checked. */
const withFile = (body: BodyValues, fileId: string): BodyValues => {
  const { file_name: _, ...rest } = body;
  return { ...rest, file_id: fileId };
};

export const elementsOfFile: ScopeRule = async (request) => {
  const query = readQuery(request);
  const [fileId] = query.get("file_id") ?? [];
  if (fileId === undefined) throw refuse(400, reading.missing);
  if (!(await request.files.cover([fileId]))) throw refuse(404, reading.unknown);
  return { kind: "forward", query: writeQuery(query), body: { kind: "none" } };
};

export const elementsByBody: ScopeRule = async (request) => {
  const body = await readBody(request);
  const fileId = await namedFile(request, body, reading, "newest");
  return { kind: "forward", query: "", body: writeBody(withFile(body, fileId)) };
};

/** For operations that name the file in their address. */
export const readFile: ScopeRule = async (request) => {
  const { file_id: fileId = "" } = request.call.params;
  if (!(await request.files.cover([fileId]))) throw refuse(404, reading.unknown);
  return { kind: "forward", query: writeQuery(readQuery(request)), body: { kind: "none" } };
};

/** The caller may follow a build that they started. The owner of the file does not change. */
export const reprocess: ScopeRule = async (request) => {
  if (!request.scope.ingest) throw new Refusal(proxyErrors.forbidden());
  const { forward } = await toNamedFile(request, building);
  return {
    ...forward,
    async onAnswer(value) {
      const { build_id: buildId } = (value ?? {}) as { build_id?: unknown };
      if (typeof buildId === "string") await request.store.claim("build", buildId, request.scope.caller);
      return value;
    },
  };
};

export const deleteFile: ScopeRule = async (request) => {
  const { fileId, forward } = await toNamedFile(request, deleting);
  return {
    ...forward,
    async onAnswer(value) {
      await request.store.release("file", fileId);
      return value;
    },
  };
};

/** Forwards a change of one file that the body names and the caller may write, by its id. */
async function toNamedFile(request: ScopedRequest, texts: Texts) {
  const body = await readBody(request);
  const fileId = await namedFile(request, body, texts, "only");
  if (!(await request.files.mayWrite(fileId))) throw new Refusal(proxyErrors.forbidden());
  return {
    fileId,
    forward: { kind: "forward", query: "", body: writeBody(withFile(body, fileId)) },
  } as const;
}

/** Who may change the tags of a file may also delete it. */
export const changeFile: ScopeRule = async (request) => {
  const { file_id: fileId = "" } = request.call.params;
  if (!(await request.files.cover([fileId]))) throw refuse(404, deleting.unknown);
  if (!(await request.files.mayWrite(fileId))) throw new Refusal(proxyErrors.forbidden());
  return {
    kind: "forward",
    query: "",
    body: writeBody(await readBody(request)),
    onAnswer: (value) => withoutHiddenOriginal(value, (id) => request.files.cover([id])),
  };
};
