import { isSafePicture } from "./safe-picture.ts";

const scheme = /^[a-z][a-z0-9+.-]*:/i;

/** Whether an address leads out of the document that holds it: not to one of its own parts or pictures. */
export function leavesDocument(address: string, { partsAllowed }: { partsAllowed: boolean }): boolean {
  const way = compact(address);
  if (way === "" || way.startsWith("#")) return false;
  if (/^data:/i.test(way)) return !isSafePicture(bytesOfDataUrl(way));
  if (!partsAllowed || scheme.test(way) || /^[/\\]/.test(way)) return true;
  const parts = decoded(way).split(/[\\/]/);
  return parts.includes("..") || parts[0] === "";
}

/** Whether the target of a relationship (OPC) is not part of the package. */
export const leavesPackage = (target: string): boolean =>
  scheme.test(compact(target)) || /^(?:\/\/|.*\\)/s.test(compact(target));

/** Addresses that no value of a document needs, in whichever attribute they are. */
export const isMachineAddress = (value: string): boolean =>
  /^(?:file|ftps?|smb|vnd\.[\w.-]+|private|macro|slot|service|component|script|javascript|jar|zip):/i.test(
    compact(value),
  );

/** Programs pass over white space and control characters in addresses. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for
const compact = (address: string): string => address.replace(/[\s\u0000-\u001f]/g, "");

function decoded(way: string): string {
  try {
    return decodeURIComponent(way);
  } catch {
    return way; // not encoded: a percent sign of its own
  }
}

function bytesOfDataUrl(url: string): Uint8Array {
  const [head = "", data = ""] = url.split(",", 2);
  return /;base64$/i.test(head) ? Buffer.from(data, "base64") : new Uint8Array();
}
