import type { KeptDownload, KeptDownloads } from "../../../ports/kept-downloads.ts";
import type { WebFetcher } from "../../../ports/web-fetcher.ts";
import { parseRepositoryAddress, type RepositoryAddress } from "../../repository-address.ts";
import { type AcquireContext, type AcquiredDocument, AcquireError } from "../acquire.ts";
import type { AcquireAddress } from "../acquire-page.ts";
import { fetchAs } from "../fetch-resource.ts";
import { type ArchiveFile, archiveFiles } from "./archive-files.ts";
import { codeElements } from "./code-elements.ts";
import { isBinary, isBinaryName, isVendored, readingOf } from "./repository-file.ts";
import { type RepositoryCount, type RepositoryLimits, repositoryNotes } from "./repository-notes.ts";

/** A file that is longer was not written to be read. */
const maxFileBytes = 1024 * 1024;

/** An archive holds pictures and the like besides what is read: it may be this many times as large. */
const archiveFactor = 5;

/** A branch's name has rarely more parts. */
const maxRefParts = 5;

/**
 * The files of a public repository, by its archive: prose as documents, code as snippets. What is not read is counted in
 * the build's message. The archive is kept until the build ends, so that an attempt that was interrupted needs it once.
 */
export const createAcquireRepository = (deps: {
  fetcher: WebFetcher;
  downloads: Pick<KeptDownloads, "find" | "keep">;
  /** Where archives are: `https://codeload.github.com`. */
  archives: string;
  limits: RepositoryLimits;
}): AcquireAddress => {
  const { downloads, limits } = deps;

  /** Downloads the archive of one branch, tag or commit; false when there is none of that name. */
  const download = async (url: string, facts: Record<string, string>, { build, signal }: AcquireContext) => {
    try {
      await fetchAs(deps.fetcher, { url, signal, maxBytes: limits.bytes * archiveFactor }, ({ body }) =>
        downloads.keep(build, "archive", facts, body),
      );
      return true;
    } catch (error) {
      if (error instanceof AcquireError && error.status === 404) return false;
      throw error;
    }
  };

  const archiveOf = async (
    { owner, repository, rest }: RepositoryAddress,
    url: string,
    context: AcquireContext,
  ): Promise<KeptDownload> => {
    const kept = await downloads.find(context.build, "archive");
    if (kept) return kept;
    for (const { ref, path } of readingsOf(rest)) {
      const name = ref.split("/").map(encodeURIComponent).join("/");
      if (!(await download(`${deps.archives}/${owner}/${repository}/tar.gz/${name}`, { ref, path }, context)))
        continue;
      const archive = await downloads.find(context.build, "archive");
      if (archive) return archive;
      throw new Error(`The archive of ${url} was not kept`);
    }
    throw new AcquireError(
      `${url} could not be fetched: GitHub has no public repository, branch or tag of that name (404).`,
      { status: 404 },
    );
  };

  return async function* ({ url }, context) {
    const address = parseRepositoryAddress(url);
    if (!address) throw new AcquireError(`${url} is not an address of a GitHub repository.`);
    const { facts, content } = await archiveOf(address, url, context);
    const { ref = "HEAD", path: wanted = "" } = facts;
    const count: RepositoryCount = { kept: 0, bytes: 0, vendored: 0, binary: 0, tooLong: 0, left: 0 };
    try {
      const total = Math.min(limits.files, await countReadable(content(), wanted));
      for await (const file of archiveFiles(content())) {
        context.signal.throwIfAborted();
        if (!isBelow(file.path, wanted)) continue;
        const skipped = whySkipped(file, wanted);
        if (skipped) count[skipped] += 1;
        else if (count.kept >= limits.files || count.bytes + file.size > limits.bytes) count.left += 1;
        else {
          const bytes = await file.read();
          const document = isBinary(bytes) ? null : toDocument({ path: file.path, bytes, address, ref });
          if (document === null) {
            count.binary += bytes.byteLength > 0 ? 1 : 0;
            continue;
          }
          count.kept += 1;
          count.bytes += bytes.byteLength;
          context.onProgress({ done: count.kept, total: Math.max(total, count.kept), unit: "pages" });
          yield document;
        }
      }
    } catch (error) {
      if (isDamage(error)) throw new AcquireError(`The archive of ${url} is damaged.`, { cause: error });
      throw error;
    }
    if (count.kept === 0) throw new AcquireError(nothingToRead(url, wanted, count));
    for (const note of repositoryNotes(count, limits)) context.note(note);
    const { vendored, binary, tooLong, left: limit } = count;
    context.leaveOut({ limit, vendored, binary, tooLong });
  };
};

/** What may be the branch and what the path after it: the shortest name of a branch first. */
function readingsOf(rest: string[]): { ref: string; path: string }[] {
  if (rest.length === 0) return [{ ref: "HEAD", path: "" }];
  return rest
    .slice(0, maxRefParts)
    .map((_, at) => ({ ref: rest.slice(0, at + 1).join("/"), path: rest.slice(at + 1).join("/") }));
}

const isBelow = (path: string, wanted: string): boolean =>
  wanted === "" || path === wanted || path.startsWith(`${wanted}/`);

/** Why a file is not read, judged by its name and size; a file that the address names is never taken for vendored. */
function whySkipped({ path, size }: ArchiveFile, wanted: string): "vendored" | "binary" | "tooLong" | null {
  if (isVendored(path) && path !== wanted) return "vendored";
  if (isBinaryName(path)) return "binary";
  return size > maxFileBytes ? "tooLong" : null;
}

/** How many files are to be read, so that progress has an end: unpacking alone takes little. */
async function countReadable(packed: AsyncIterable<Uint8Array>, wanted: string): Promise<number> {
  let files = 0;
  for await (const file of archiveFiles(packed))
    if (isBelow(file.path, wanted) && whySkipped(file, wanted) === null) files += 1;
  return files;
}

/** Null for a file that says nothing. */
function toDocument(given: {
  path: string;
  bytes: Uint8Array;
  address: RepositoryAddress;
  ref: string;
}): AcquiredDocument | null {
  const { path, bytes, address, ref } = given;
  const repository = `${address.owner}/${address.repository}`;
  const place = path.split("/").map(encodeURIComponent).join("/");
  const url = `https://github.com/${repository}/blob/${ref.split("/").map(encodeURIComponent).join("/")}/${place}`;
  const reading = readingOf(path);
  const metadata = { path, repository, ref };
  const shared = { fileName: path, oneOfMany: true };
  if ("document" in reading) {
    if (Buffer.from(bytes).toString("utf8").trim() === "") return null;
    return { ...shared, bytes, extension: reading.document, metadata: { ...metadata, url } };
  }
  const elements = codeElements(path, Buffer.from(bytes).toString("utf8"), reading.code, url);
  if (elements.length === 0) return null;
  const language = reading.code === null ? {} : { language: reading.code };
  return {
    ...shared,
    bytes: new Uint8Array(),
    extension: "code",
    elements,
    metadata: { ...metadata, ...language },
  };
}

const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Z_/.test((error as NodeJS.ErrnoException).code ?? "") ||
    /unexpected end of data|invalid tar header/i.test(error.message));

function nothingToRead(url: string, wanted: string, { vendored, binary, tooLong }: RepositoryCount): string {
  if (vendored + binary + tooLong > 0)
    return `${url} has no text to read: its files are binary, too long, or written by programs or for other projects.`;
  return wanted === ""
    ? `${url} has no files.`
    : `${url} could not be read: the repository has no '${wanted}'.`;
}
