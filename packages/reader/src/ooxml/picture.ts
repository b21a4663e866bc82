import type { ImageSource } from "../markup/blocks.ts";
import { cleanText } from "../markup/plain-text.ts";
import { descendants, type XmlNode } from "../package/xml-tree.ts";
import type { OfficePart } from "./office-part.ts";

/** A picture (`p:pic`, `xdr:pic`) with its description. Undefined when the author marked it as decoration. */
export function readPicture(node: XmlNode, part: OfficePart): ImageSource | undefined {
  const properties = descendants(node, ["p:cNvPr", "xdr:cNvPr", "pic:cNvPr"])[0];
  if (properties && descendants(properties, ["decorative"]).some(({ attributes }) => attributes.val === "1"))
    return undefined;
  const described = [properties?.attributes.descr, properties?.attributes.title];
  const description = cleanText(described.find((text) => text?.trim()) ?? "").trim();
  const id = descendants(node, ["a:blip"])[0]?.attributes["r:embed"];
  const relationship = id === undefined ? undefined : part.relationships.get(id);
  if (!relationship || relationship.external || !/\.(?:png|jpe?g)$/i.test(relationship.target))
    return { description };
  const bytes = part.archive.read(relationship.target);
  return { description, imageBase64: bytes && part.keepImage(bytes) };
}
