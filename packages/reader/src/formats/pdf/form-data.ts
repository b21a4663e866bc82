import type { ParsedElement } from "../../element.ts";
import { paragraphBlock } from "../../markup/blocks.ts";
import { cleanText } from "../../markup/plain-text.ts";
import { child, descendants, type XmlNode, xmlChildren } from "../../package/xml-tree.ts";

const maxValues = 10_000;

/**
 * The values of a form that viewers draw from its XML (XFA), each after the caption of its field, or after the field's
 * name where it has no caption.
 */
export function formDataElements(xml: Uint8Array): ParsedElement[] {
  const captions = new Map<string, string>();
  for (const template of xmlChildren(xml, "template", { mixed: true })) {
    for (const field of descendants(template, ["field", "exclGroup"])) {
      const caption = textOf(child(field, "caption")).replace(/\s*:$/, "");
      const name = field.attributes.name ?? "";
      if (caption !== "" && !captions.has(name)) captions.set(name, caption);
    }
  }
  const values = xmlChildren(xml, ["datasets", "data"])
    .filter(({ name }) => name !== "dataDescription")
    .flatMap((node) => leaves(node, []))
    .slice(0, maxValues);
  return values.flatMap(({ path, text }) => {
    const label = captions.get(path.at(-1) ?? "") ?? path.at(-1) ?? "";
    const options = { pageNumber: 1, metadata: { field: path.join(".") } };
    return paragraphBlock([{ text: `${label}: ${text}` }], { ...options, type: "UncategorizedText" }) ?? [];
  });
}

type Value = { path: string[]; text: string };

function leaves(node: XmlNode, above: readonly string[]): Value[] {
  const path = [...above, node.name];
  if (node.children.length > 0) return node.children.flatMap((inner) => leaves(inner, path));
  const text = cleanText(node.text).trim();
  return text === "" ? [] : [{ path, text }];
}

const textOf = (node: XmlNode | undefined): string =>
  (node ? descendants(node, ["#text"]) : [])
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/g, " ")
    .trim();
