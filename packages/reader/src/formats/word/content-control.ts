import { child, switchOf, type XmlNode } from "../../package/xml-tree.ts";

/** The content of a content control (`w:sdt`). An empty control shows a prompt, which is not content. */
export function controlContent(control: XmlNode): readonly XmlNode[] {
  const isPrompt = switchOf(child(control, "w:sdtPr"), "w:showingPlcHdr") ?? false;
  const content = child(control, "w:sdtContent")?.children ?? [];
  return isPrompt ? content.map(withoutText) : content;
}

/** Rows and cells keep their place in the table. */
function withoutText(node: XmlNode): XmlNode {
  if (!["w:tr", "w:tc"].includes(node.name)) return { ...node, children: [] };
  return {
    ...node,
    children: node.children.map((inner) =>
      ["w:trPr", "w:tcPr", "w:tblPrEx"].includes(inner.name) ? inner : withoutText(inner),
    ),
  };
}
