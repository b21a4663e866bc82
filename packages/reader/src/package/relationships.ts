import type { Archive } from "./open-archive.ts";
import { xmlChildren } from "./xml-tree.ts";

export type Relationship = {
  /** Last part of the type's address: "styles", "image", "hyperlink" … */
  kind: string;
  /** Name of the part, or the web address when `external`. */
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
