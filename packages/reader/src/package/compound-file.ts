import CFB from "cfb";
import { ParseError } from "../parse-error.ts";

/** The streams of a compound file, the container of the binary Office formats. */
export type CompoundFile = {
  /** The stream of a name at the top of the container, in any case; undefined when there is none. */
  stream(name: string): Uint8Array | undefined;
};

/** Opens a compound file. Throws ParseError when it is damaged, or holds a document that a password protects. */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  const streams = new Map<string, Uint8Array>();
  try {
    const container = CFB.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), { type: "buffer" });
    container.FullPaths.forEach((path, index) => {
      const [, name, ...deeper] = path.split("/");
      const content = container.FileIndex[index]?.content;
      if (name && deeper.length === 0 && content) streams.set(name.toLowerCase(), Uint8Array.from(content));
    });
  } catch (cause) {
    throw new ParseError("The document is damaged: its container cannot be read. Upload an intact copy.", {
      cause,
    });
  }
  if (streams.has("encryptedpackage")) throw passwordProtected();
  return { stream: (name) => streams.get(name.toLowerCase()) };
}

/** The error for a document that a password protects. */
export const passwordProtected = (): ParseError =>
  new ParseError("The document is protected with a password. Remove the password and upload it again.");
