import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { OperatorError } from "../../kernel/operator-error.ts";
import { type ExpectedHash, hubHash, startHash } from "./hub-hash.ts";

export type FileRequest = {
  url: string;
  /** Where the file goes once it is whole. What has come until then lies in `<path>.part`. */
  path: string;
  sha256: string | undefined;
  maxBytes: number;
  signal: AbortSignal;
  /** Called with how many bytes of the file are there. */
  onBytes?: (bytes: number) => void;
};

const maxRedirects = 5;
const attempts = 3;
/** A server that sends nothing for so long is given up. */
const silenceMs = 30_000;

/**
 * Fetches a file and checks its hash. What came of it before an interruption is kept and only the rest asked for. Throws
 * OperatorError; bytes with the wrong hash are removed.
 */
export async function fetchFile(request: FileRequest): Promise<void> {
  if (await exists(request.path)) return;
  await mkdir(dirname(request.path), { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const expected = await fetchRest(request);
      await check(request, expected);
      return await rename(partOf(request), request.path);
    } catch (error) {
      if (error instanceof OperatorError || request.signal.aborted) throw error;
      if (attempt === attempts)
        throw new OperatorError(
          `${request.url} could not be fetched: ${reasonOf(error)}. What has come is kept: run the command again to go on.`,
          { cause: error },
        );
    }
  }
}

const partOf = ({ path }: FileRequest) => `${path}.part`;

async function fetchRest(request: FileRequest): Promise<ExpectedHash> {
  const silence = new AbortController();
  const signal = AbortSignal.any([request.signal, silence.signal]);
  const wait = () =>
    setTimeout(() => silence.abort(new Error(`nothing came for ${silenceMs / 1000} s`)), silenceMs);
  let timer = wait();
  try {
    const start = (await stat(partOf(request)).catch(() => null))?.size ?? 0;
    const { response, named } = await ask(request.url, start, signal);
    const expected: ExpectedHash | null = request.sha256 ? { kind: "sha256", hex: request.sha256 } : named;
    // Asked for bytes behind its end: it is whole, or not what it should be; the hash decides.
    const isWhole = response.status === 416 && start > 0;
    if (!response.ok && !isWhole)
      throw response.status >= 500
        ? new Error(`the server answered ${response.status}`)
        : new OperatorError(`${request.url} can't be fetched: the server answered ${response.status}.`);
    if (!expected)
      throw new OperatorError(`${request.url} can't be checked: the server names no hash for it.`);
    if (isWhole) return expected;
    const resumes = response.status === 206;
    const file = await open(partOf(request), resumes ? "a" : "w", 0o600);
    try {
      let bytes = resumes ? start : 0;
      for await (const piece of response.body ?? []) {
        clearTimeout(timer);
        timer = wait();
        await file.writeFile(piece);
        bytes += piece.byteLength;
        if (bytes > request.maxBytes)
          throw new OperatorError(`${request.url} is larger than expected, over ${request.maxBytes} bytes.`);
        request.onBytes?.(bytes);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return expected;
  } finally {
    clearTimeout(timer);
  }
}

/** Follows redirects by hand: only the hub itself says which hash its files have, not the store it sends us to. */
async function ask(url: string, start: number, signal: AbortSignal) {
  const headers: Record<string, string> = { "accept-encoding": "identity" };
  if (start > 0) headers.range = `bytes=${start}-`;
  let named: ExpectedHash | null = null;
  let address = new URL(url);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(address, { headers, redirect: "manual", signal });
    if (address.origin === new URL(url).origin) named = hubHash(response.headers) ?? named;
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null) return { response, named };
    await response.body?.cancel();
    const next = new URL(location, address);
    if (address.protocol === "https:" && next.protocol !== "https:")
      throw new OperatorError(
        `${url} can't be fetched: the server sends us to ${next.origin}, which is not https.`,
      );
    address = next;
  }
  throw new OperatorError(`${url} can't be fetched: the server redirects more than ${maxRedirects} times.`);
}

async function check(request: FileRequest, expected: ExpectedHash): Promise<void> {
  const part = partOf(request);
  const hash = startHash(expected, (await stat(part)).size);
  for await (const bytes of createReadStream(part, { highWaterMark: 1024 * 1024 })) hash.update(bytes);
  if (hash.digest("hex") === expected.hex) return;
  await rm(part);
  throw new OperatorError(
    `${request.url} has not the bytes that it should have (${expected.kind} ${expected.hex}); they are removed. Run the command again; when it happens again, do not use this server.`,
  );
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** What `fetch` says is "fetch failed"; the cause says why. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};
