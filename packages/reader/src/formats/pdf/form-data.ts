import type { ParsedElement } from "../../element.ts";
import { paragraphBlock } from "../../markup/blocks.ts";
import { cleanText } from "../../markup/plain-text.ts";
import { child, descendants, type XmlNode, xmlChildren } from "../../package/xml-tree.ts";

const maxValues = 10_000;

/** A filled field of a form that viewers draw from its XML (XFA): `label` is its caption, or its name where it has none. */
type FormValue = { path: string[]; label: string; text: string };

export function formValues(xml: Uint8Array): FormValue[] {
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
  return values.map(({ path, text }) => ({
    ...{ path, text },
    label: captions.get(path.at(-1) ?? "") ?? path.at(-1) ?? "",
  }));
}

export const formValueElements = (values: readonly FormValue[]): ParsedElement[] =>
  values.flatMap(({ path, label, text }) => {
    const options = { pageNumber: 1, metadata: { field: path.join(".") } };
    return paragraphBlock([{ text: `${label}: ${text}` }], { ...options, type: "UncategorizedText" }) ?? [];
  });

/** The values of a form whose pages show none of them: such a page only asks its reader to wait for another viewer. */
export function unshownFormValues(xml: Uint8Array, elements: readonly ParsedElement[]): ParsedElement[] {
  const values = formValues(xml);
  const shown = elements.map(({ text }) => text).join("\n");
  return values.some(({ text }) => shown.includes(text)) ? [] : formValueElements(values);
}

function leaves(node: XmlNode, above: readonly string[]): Omit<FormValue, "label">[] {
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
