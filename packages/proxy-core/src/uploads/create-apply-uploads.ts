import { limits, type OperationEntry, readJsonBody } from "@headwater/spec";
import { CallbackFailed, callbackMs, within } from "../callback.ts";
import { proxyErrors, refuse } from "../errors.ts";
import type { OperationCall } from "../options/operation-call.ts";
import type { BodyFilter, Incoming, PlannedBody } from "../plan.ts";
import { writeJson } from "../write-json.ts";
import { createMultipartFilter } from "./multipart-filter.ts";
import { fileTooLarge, malformed, tagsAreGiven, typeNotAllowed } from "./upload-errors.ts";
import { areTags, extensionOf, tagsRule, type UploadRules } from "./upload-rules.ts";

/** Bytes that multipart adds to a file: boundaries, part headers and the small fields beside it. */
const multipartBytes = 64 * 1024;

/** The only forms of the header that every reader understands in the same way. */
const multipartType =
  /^multipart\/form-data;[ \t]*(?:charset=[\w-]+;[ \t]*)?boundary=(?:"([^"\\\r\n]{1,70})"|([^\s;"\\]{1,70}))(?:;[ \t]*charset=[\w-]+)?[ \t]*$/i;

export type ApplyUploads<Native> = (
  body: PlannedBody,
  call: OperationCall,
  entry: OperationEntry,
  incoming: Incoming<Native>,
) => Promise<PlannedBody>;

/**
 * Applies the application's rules to what is ingested. It refuses what the headers show at once, and the rest while it
 * passes.
 */
export function createApplyUploads<Native>({
  maxBytes,
  types,
  tags,
}: UploadRules<Native>): ApplyUploads<Native> {
  if (maxBytes === undefined && types === undefined && tags === undefined) return async (body) => body;
  const allowed = types?.map(extensionOf);

  async function tagsOf(request: Native, call: OperationCall): Promise<readonly string[] | undefined> {
    if (typeof tags !== "function") return tags;
    try {
      const answered = await within(tags(request, call), callbackMs, "uploads.tags");
      if (areTags(answered)) return answered;
      throw new TypeError(`uploads.tags ${tagsRule}`);
    } catch (error) {
      throw new CallbackFailed("uploads", proxyErrors.internal(), error);
    }
  }

  function filterOf(contentType: string, given: readonly string[] | undefined): BodyFilter {
    const [, quoted, plain] = multipartType.exec(contentType) ?? [];
    const boundary = quoted ?? plain;
    if (boundary === undefined) throw malformed("Content-Type names no single boundary");
    const parts = (given ?? []).map(
      (tag) => `--${boundary}\r\nContent-Disposition: form-data; name="tags"\r\n\r\n${tag}\r\n`,
    );
    return createMultipartFilter(boundary, {
      before: new TextEncoder().encode(parts.join("")),
      isWithheld: (name) => given !== undefined && /^tags\b/i.test(name.trim()),
      onFile(names) {
        for (const name of names) {
          const extension = name.includes(".") ? extensionOf(name) : "";
          if (allowed && !allowed.includes(extension)) throw typeNotAllowed(extension, allowed);
        }
      },
      onFileBytes(bytes) {
        if (maxBytes !== undefined && bytes > maxBytes) throw fileTooLarge(maxBytes);
      },
    });
  }

  return async (body, call, entry, { header, native, readBody }) => {
    // Otherwise a browser would change afterwards what it may not say.
    if (tags !== undefined && call.operation === "updateSource") throw tagsAreGiven();
    if (entry.work !== "adds") return body;
    if (entry.body === "multipart") {
      const announced = Number(header("content-length") ?? 0);
      if (maxBytes !== undefined && announced > maxBytes + multipartBytes) throw fileTooLarge(maxBytes);
      const given = await tagsOf(native, call);
      return { kind: "stream", filter: filterOf(header("content-type") ?? "", given) };
    }
    const given = await tagsOf(native, call);
    if (given === undefined) return body;
    const bytes = body.kind === "bytes" ? body.bytes : await readBody(limits.maxJsonBytes);
    const read = readJsonBody({
      bytes,
      contentType: body.kind === "bytes" ? "application/json" : header("content-type"),
      contentEncoding: body.kind === "bytes" ? undefined : header("content-encoding"),
    });
    if ("problem" in read) throw refuse(400, read.problem);
    const { value = {} } = read;
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw refuse(400, "Invalid input: the body must be a JSON object");
    return { kind: "bytes", bytes: writeJson({ ...value, tags: given }) };
  };
}
