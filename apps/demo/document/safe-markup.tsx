"use client";

import { createElement, type ReactNode, useMemo } from "react";
import { Marked } from "./marked.tsx";
import { numberColumns } from "./number-columns.ts";
import { type SafeNode, safeTree } from "./safe-tree.ts";
import { ScrollRoom } from "./scroll-room.tsx";

/**
 * Shows markup from a document without trusting it: parses it into an inert document and rebuilds it as React elements
 * from a short list of tags. `words` are highlighted.
 */
export function SafeMarkup({ markup, words = "" }: { markup: string; words?: string }) {
  const nodes = useMemo(() => safeTree(new DOMParser().parseFromString(markup, "text/html").body), [markup]);
  return <>{showAll(nodes, words)}</>;
}

/** Space between the parts of a table is not text. React warns about it. */
const tableParts = new Set(["table", "thead", "tbody", "tfoot", "tr"]);
const empty = new Set(["br", "hr"]);
/** Each finds its own text direction. A list finds one direction as a whole, so that its bullets are on one side. */
const directed = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "caption", "th", "td"]);

/** The columns of the surrounding table that contain only numbers. */
type Numbers = ReadonlySet<number>;
const noNumbers: Numbers = new Set();

const showAll = (nodes: readonly SafeNode[], words: string, numbers = noNumbers): ReactNode[] =>
  nodes.map((node, index) => show(node, index, words, numbers));

function show(node: SafeNode, index: number, words: string, numbers: Numbers): ReactNode {
  // The whole tree is rebuilt when the markup changes, so the index identifies a child.
  if (typeof node === "string") return <Marked key={index} text={node} words={words} />;
  const { tag, span, children } = node;
  if (empty.has(tag)) return createElement(tag, { key: index });
  const content = tableParts.has(tag)
    ? children.filter((child) => typeof child !== "string" || child.trim() !== "")
    : children;
  if (tag === "table") {
    return (
      <ScrollRoom as="div" className="tblw" label="Table" key={index}>
        <table className="tbl">{showAll(rowsInBody(content), words, numberColumns(content))}</table>
      </ScrollRoom>
    );
  }
  const isCell = tag === "td" || tag === "th";
  const className = isCell && numbers.has(index) ? "number" : undefined;
  const dir = directed.has(tag) ? "auto" : undefined;
  return createElement(tag, { key: index, ...span, className, dir }, ...showAll(content, words, numbers));
}

/** Moves rows that are directly in the table into a table body. */
function rowsInBody(children: SafeNode[]): SafeNode[] {
  const isRow = (node: SafeNode) => typeof node !== "string" && node.tag === "tr";
  const others = children.filter((node) => typeof node !== "string" && node.tag !== "tr");
  return children.some(isRow) ? [...others, { tag: "tbody", children: children.filter(isRow) }] : others;
}
