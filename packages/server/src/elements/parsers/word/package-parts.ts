import { ParseError } from "../parser.ts";
import type { Archive } from "./open-archive.ts";
import { xmlChildren } from "./xml-tree.ts";

export type Relationship = {
  /** Last part of the type's address: "styles", "image", "hyperlink" … */
  kind: string;
  /** Name of the part, or the outside address when `external`. */
  target: string;
  external: boolean;
};

/** Relationships of a part by id. */
export function readRelationships(archive: Archive, part: string): Map<string, Relationship> {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const relationships = new Map<string, Relationship>();
  for (const { attributes } of xmlChildren(archive.read(name), "rel:Relationships")) {
    const external = attributes.TargetMode === "External";
    const target = attributes.Target ?? "";
    relationships.set(attributes.Id ?? "", {
      kind: (attributes.Type ?? "").replace(/^.*\//, ""),
      target: external ? target : resolvePart(folder, target),
      external,
    });
  }
  return relationships;
}

function resolvePart(folder: string, target: string): string {
  const segments: string[] = target.startsWith("/")
    ? []
    : folder.split("/").filter((segment) => segment !== "");
  for (const segment of target.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return segments.join("/");
}

/** Name of the main document part. Throws ParseError for packages that are no Word document. */
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
