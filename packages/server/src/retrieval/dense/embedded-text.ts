import { createHash } from "node:crypto";
import type { Chunk } from "../../chunks/chunk.ts";

/** What is embedded of a chunk: the headings above it say what it is about. */
export const embeddedText = ({ title, text }: Pick<Chunk, "title" | "text">): string =>
  title === "" ? text : `${title}\n${text}`;

/** Equal texts have equal hashes, and one vector. */
export const hashText = (text: string): string => createHash("sha256").update(text).digest("base64url");
