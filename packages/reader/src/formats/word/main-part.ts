import type { Archive } from "../../package/open-archive.ts";
import { readRelationships } from "../../package/relationships.ts";
import { ParseError } from "../../parse-error.ts";

/** Name of the main document part. Throws ParseError for packages that are not a Word document. */
export function mainPart(archive: Archive): string {
  const stated = [...readRelationships(archive, "").values()].find(
    ({ kind }) => kind === "officeDocument",
  )?.target;
  const part = [stated, "word/document.xml"].find((name) => name !== undefined && archive.has(name));
  if (part && !/^(?:xl|ppt)\//i.test(part)) return part;
  const other = archive.has("xl/workbook.xml")
    ? "an Excel workbook"
    : archive.has("ppt/presentation.xml")
      ? "a PowerPoint presentation"
      : archive.has("content.xml")
        ? "an OpenDocument file"
        : undefined;
  throw new ParseError(
    other
      ? `The file is ${other}, not a Word document. Upload it under its own extension.`
      : "The document is damaged: the part with its text is missing. Upload an intact copy.",
  );
}
