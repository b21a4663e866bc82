import { child, descendants, propertyOf, switchOf, type XmlNode } from "../../package/xml-tree.ts";
import type { Styles } from "./styles.ts";

/** The content of a content control (`w:sdt`). An empty control shows a prompt, which is not content. */
export function controlContent(control: XmlNode, styles: Styles): readonly XmlNode[] {
  const content = child(control, "w:sdtContent");
  const isPrompt = switchOf(child(control, "w:sdtPr"), "w:showingPlcHdr") ?? hasPromptStyle(content, styles);
  const nodes = content?.children ?? [];
  return isPrompt ? nodes.map(withoutText) : nodes;
}

/** Programs that fill in templates may drop the mark of a prompt, but not its style. */
function hasPromptStyle(content: XmlNode | undefined, styles: Styles): boolean {
  const runs = content ? descendants(content, ["w:r"]).filter((run) => child(run, "w:t")) : [];
  const isPrompt = (run: XmlNode) => styles.isPrompt(propertyOf(child(run, "w:rPr"), "w:rStyle"));
  return runs.length > 0 && runs.every(isPrompt);
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
