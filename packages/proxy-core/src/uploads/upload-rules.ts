import type { OperationCall } from "../options/operation-call.ts";

/** What may be uploaded, and what the server adds to it. */
export type UploadRules<Native> = {
  /** Maximum size of a file in bytes. Default: that of the service, 100 MB. */
  maxBytes?: number;
  /** Extensions of the files that may be uploaded, such as `["pdf", "docx"]`. Default: those of the service. */
  types?: readonly string[];
  /**
   * Tags of every source that is ingested, of addresses too: at most 20 of at most 64 characters. They take the place of
   * those that the browser sends, and the browser can't change them later (`updateSource` is refused). A function may answer other tags for each request. Default: the browser's.
   */
  tags?:
    | readonly string[]
    | ((request: Native, call: OperationCall) => readonly string[] | Promise<readonly string[]>);
};

const maxTags = 20;
const maxTagLength = 64;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it excludes
const tagText = /^[^\u0000-\u001f\u007f,]+$/;

export const tagsRule = `must be at most ${maxTags} texts of 1 to ${maxTagLength} characters, without commas and line breaks`;

/** Whether these tags can be sent to the service. */
export const areTags = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length <= maxTags &&
  value.every((tag) => typeof tag === "string" && tag.length <= maxTagLength && tagText.test(tag));

/** The extension of a file name or an option, lowercase and without its dot. */
export const extensionOf = (name: string): string => /([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
