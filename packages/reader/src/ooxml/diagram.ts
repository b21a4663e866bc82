import { descendants, type XmlNode, xmlChildren } from "../package/xml-tree.ts";
import type { OfficePart } from "./office-part.ts";

/** The texts of a diagram (SmartArt), in the order of its outline. `node` is its `dgm:relIds`. */
export function diagramLabels(node: XmlNode, part: Pick<OfficePart, "archive" | "relationships">): string[] {
  const data = part.relationships.get(node.attributes["r:dm"] ?? "")?.target;
  const points = data === undefined ? [] : xmlChildren(part.archive.read(data), "dgm:ptLst");
  return points
    .map((point) =>
      descendants(point, ["a:t"])
        .map(({ text }) => text)
        .join(""),
    )
    .filter((text) => text.trim() !== "");
}
