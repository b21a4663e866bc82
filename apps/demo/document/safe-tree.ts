/** The parts of a DOM node that are read. */
export type MarkupNode = {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  childNodes: ArrayLike<MarkupNode>;
  getAttribute?(name: string): string | null;
};

export type SafeNode =
  | string
  | { tag: SafeTag; span?: { colSpan?: number; rowSpan?: number }; children: SafeNode[] };

const safeTags = [
  ...(["p", "br", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code"] as const),
  ...(["ul", "ol", "li", "strong", "em", "sup", "sub", "hr"] as const),
  ...(["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"] as const),
] as const;

export type SafeTag = (typeof safeTags)[number];

const aliases: Record<string, SafeTag> = { b: "strong", i: "em" };
/** Elements whose text is not shown either. */
const dropped = new Set([
  "script",
  "style",
  "template",
  "iframe",
  "object",
  "noscript",
  "svg",
  "math",
  "head",
  "title",
]);

/** Limits of one element. Deeper or longer markup is shown as plain text. */
const limits = { depth: 32, nodes: 20_000, span: 100 };

const element = 1;
const text = 3;

/**
 * Reduces the markup of a document to known tags without attributes, except the spans of table cells. Other elements
 * are replaced by their children; scripts and styles are removed.
 */
export function safeTree(node: MarkupNode): SafeNode[] {
  const budget = { nodes: limits.nodes };
  return childrenOf(node, 0, budget);
}

function childrenOf(node: MarkupNode, depth: number, budget: { nodes: number }): SafeNode[] {
  return Array.from(node.childNodes).flatMap((child) => safeNode(child, depth + 1, budget));
}

function safeNode(node: MarkupNode, depth: number, budget: { nodes: number }): SafeNode[] {
  if (node.nodeType === text) return node.textContent ? [node.textContent] : [];
  if (node.nodeType !== element) return [];
  const name = node.nodeName.toLowerCase();
  if (dropped.has(name)) return [];
  budget.nodes -= 1;
  if (depth > limits.depth || budget.nodes < 0) return node.textContent ? [node.textContent] : [];
  const tag = aliases[name] ?? safeTags.find((known) => known === name);
  const children = childrenOf(node, depth, budget);
  if (!tag) return children;
  const span = tag === "td" || tag === "th" ? spansOf(node) : {};
  return [{ tag, ...(Object.keys(span).length > 0 ? { span } : {}), children }];
}

function spansOf(node: MarkupNode): { colSpan?: number; rowSpan?: number } {
  const colSpan = spanOf(node.getAttribute?.("colspan"));
  const rowSpan = spanOf(node.getAttribute?.("rowspan"));
  return { ...(colSpan ? { colSpan } : {}), ...(rowSpan ? { rowSpan } : {}) };
}

function spanOf(value: string | null | undefined): number | undefined {
  const span = Number(value);
  return Number.isInteger(span) && span > 1 ? Math.min(span, limits.span) : undefined;
}
