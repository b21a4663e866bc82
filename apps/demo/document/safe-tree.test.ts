import { expect, it } from "vitest";
import { type MarkupNode, safeTree } from "./safe-tree.ts";

const text = (content: string): MarkupNode => ({
  nodeType: 3,
  nodeName: "#text",
  textContent: content,
  childNodes: [],
});

function element(
  name: string,
  children: MarkupNode[] = [],
  attributes: Record<string, string> = {},
): MarkupNode {
  return {
    nodeType: 1,
    nodeName: name.toUpperCase(),
    textContent: children.map(({ textContent }) => textContent).join(""),
    childNodes: children,
    getAttribute: (attribute) => attributes[attribute] ?? null,
  };
}

it("keeps paragraphs and tables, with the spans of their cells", () => {
  const cell = element("td", [text("Total")], {
    colspan: "2",
    rowspan: "x",
    onclick: "steal()",
    style: "color:red",
  });
  const body = element("body", [element("p", [text("Sums")]), element("table", [element("tr", [cell])])]);
  expect(safeTree(body)).toEqual([
    { tag: "p", children: ["Sums"] },
    {
      tag: "table",
      children: [{ tag: "tr", children: [{ tag: "td", span: { colSpan: 2 }, children: ["Total"] }] }],
    },
  ]);
});

it("removes scripts and embedded content with their text", () => {
  const names = ["script", "style", "iframe", "object", "svg", "template"];
  const body = element("body", [...names.map((name) => element(name, [text("steal()")])), text("kept")]);
  expect(safeTree(body)).toEqual(["kept"]);
});

it("keeps the text of unknown tags, and removes comments", () => {
  const comment: MarkupNode = { nodeType: 8, nodeName: "#comment", textContent: "secret", childNodes: [] };
  const link = element("a", [text("a "), element("b", [text("link")])], { href: "javascript:steal()" });
  expect(safeTree(element("body", [comment, link]))).toEqual(["a ", { tag: "strong", children: ["link"] }]);
});

it("shows too deeply nested markup as text", () => {
  let deep = element("blockquote", [text("core")]);
  for (let depth = 0; depth < 500; depth += 1) deep = element("blockquote", [deep]);
  const shown = JSON.stringify(safeTree(element("body", [deep])));
  expect(shown).toContain("core");
  expect(shown.match(/blockquote/g)?.length).toBeLessThan(40);
});

it("limits the span of a cell to a hundred columns", () => {
  const body = element("body", [element("td", [], { colspan: "1000000" })]);
  expect(safeTree(body)).toEqual([{ tag: "td", span: { colSpan: 100 }, children: [] }]);
});
