"use client";

import { createElement, type ReactNode, useMemo } from "react";
import { Marked } from "./marked.tsx";
import { numberColumns } from "./number-columns.ts";
import { type SafeNode, safeTree } from "./safe-tree.ts";

/**
 * Markup that came out of a document, shown without trusting it: parsed into an inert document and rebuilt as elements
 * of React from a short list of tags. `words` are marked where they stand.
 */
export function SafeMarkup({ markup, words = "" }: { markup: string; words?: string }) {
  const nodes = useMemo(() => safeTree(new DOMParser().parseFromString(markup, "text/html").body), [markup]);
  return <>{showAll(nodes, words)}</>;
}

/** Space between the parts of a table is no text, and React says so aloud. */
const tableParts = new Set(["table", "thead", "tbody", "tfoot", "tr"]);
const empty = new Set(["br", "hr"]);
/** Each finds its own direction of writing. Lists as a whole: their signs stand on one side. */
const directed = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "caption", "th", "td"]);

/** Columns of the table one is in that are set as numbers. */
type Numbers = ReadonlySet<number>;
const noNumbers: Numbers = new Set();

const showAll = (nodes: readonly SafeNode[], words: string, numbers = noNumbers): ReactNode[] =>
  nodes.map((node, index) => show(node, index, words, numbers));

function show(node: SafeNode, index: number, words: string, numbers: Numbers): ReactNode {
  // The tree is rebuilt as a whole when the markup changes, so the place is the identity.
  if (typeof node === "string") return <Marked key={index} text={node} words={words} />;
  const { tag, span, children } = node;
  if (empty.has(tag)) return createElement(tag, { key: index });
  const kept = tableParts.has(tag)
    ? children.filter((child) => typeof child !== "string" || child.trim() !== "")
    : children;
  if (tag === "table") {
    return (
      <div className="tblw" key={index}>
        <table className="tbl">{showAll(rowsInBody(kept), words, numberColumns(kept))}</table>
      </div>
    );
  }
  const isCell = tag === "td" || tag === "th";
  const className = isCell && numbers.has(index) ? "number" : undefined;
  const dir = directed.has(tag) ? "auto" : undefined;
  return createElement(tag, { key: index, ...span, className, dir }, ...showAll(kept, words, numbers));
}

/** Rows that stand in the table itself go into a body, where they belong. */
function rowsInBody(children: SafeNode[]): SafeNode[] {
  const isRow = (node: SafeNode) => typeof node !== "string" && node.tag === "tr";
  const others = children.filter((node) => typeof node !== "string" && node.tag !== "tr");
  return children.some(isRow) ? [...others, { tag: "tbody", children: children.filter(isRow) }] : others;
}
