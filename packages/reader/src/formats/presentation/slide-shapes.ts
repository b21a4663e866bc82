import type { BoundingBox } from "../../element.ts";
import { child, descendants, type XmlNode } from "../../package/xml-tree.ts";
import { type Inherited, type Placeholder, placeholderOf } from "./layouts.ts";
import { type Frame, groupFrame, shapeBox, slideFrame } from "./slide-box.ts";

/** A shape that may hold something to read. */
export type SlideShape = {
  node: XmlNode;
  placeholder: Placeholder | undefined;
  box: BoundingBox | undefined;
};

const maxDepth = 20;

/** The shapes of a slide without its groups, each with its box. Hidden ones are left out. */
export function slideShapes(nodes: readonly XmlNode[], inherited: Inherited): SlideShape[] {
  const shapes: SlideShape[] = [];
  const add = (node: XmlNode, frame: Frame, depth: number): void => {
    if (depth > maxDepth || isHidden(node)) return;
    switch (node.name) {
      case "p:grpSp": {
        const inner = groupFrame(node, frame);
        for (const member of node.children) add(member, inner, depth + 1);
        return;
      }
      case "mc:AlternateContent": {
        const [choice, fallback] = [child(node, "mc:Choice"), child(node, "mc:Fallback")];
        const chosen = choice && descendants(choice, known).length > 0 ? choice : fallback;
        for (const member of chosen?.children ?? []) add(member, frame, depth + 1);
        return;
      }
      case "p:sp":
      case "p:cxnSp":
      case "p:pic":
      case "p:graphicFrame": {
        const placeholder = placeholderOf(node);
        const own = child(node, "p:xfrm") ?? child(child(node, "p:spPr"), "a:xfrm");
        const transform = own ?? (placeholder && inherited.transform(placeholder));
        shapes.push({ node, placeholder, box: shapeBox(transform, own ? frame : slideFrame) });
        return;
      }
      default:
    }
  };
  for (const node of nodes) add(node, slideFrame, 0);
  return shapes;
}

const known = ["p:sp", "p:pic", "p:graphicFrame", "p:grpSp"];

function isHidden(node: XmlNode): boolean {
  const properties = node.children.find(({ name }) => name.startsWith("p:nv"));
  return ["1", "true"].includes(child(properties, "p:cNvPr")?.attributes.hidden ?? "");
}
