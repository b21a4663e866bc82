import { createHash, type Hash } from "node:crypto";

/** The hash that bytes must have. `git`: SHA-1 of a Git object, as hubs name small files. */
export type ExpectedHash = { kind: "sha256" | "git"; hex: string };

/** Reads the hash that a hub names in its headers: large files by their SHA-256, others as Git does. Null: it names none. */
export function hubHash(headers: Headers): ExpectedHash | null {
  const tag = headers.get("x-linked-etag") ?? headers.get("etag");
  const hex = /^(?:W\/)?"?([0-9a-f]+)"?$/i.exec(tag ?? "")?.[1]?.toLowerCase();
  if (hex?.length === 64) return { kind: "sha256", hex };
  if (hex?.length === 40) return { kind: "git", hex };
  return null;
}

/** A hash of bytes that are still to come. Git hashes their number first. */
export function startHash({ kind }: ExpectedHash, bytes: number): Hash {
  if (kind === "sha256") return createHash("sha256");
  return createHash("sha1").update(`blob ${bytes}\0`);
}
