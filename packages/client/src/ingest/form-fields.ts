import type { FileContent } from "./file-content.ts";

/**
 * The fields beside the file, by name. They come before it: a service that reads the body as it arrives needs them
 * first.
 */
export const fieldsOf = ({ method, tags = [] }: Pick<FileContent, "method" | "tags">): [string, string][] => [
  ...(method ? [["method", method] as [string, string]] : []),
  ...tags.map((tag): [string, string] => ["tags", tag]),
];
