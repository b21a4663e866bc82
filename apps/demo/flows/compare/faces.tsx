import type { FlowChange } from "@headwater/spec";
import type { ReactNode } from "react";
import { type Graph, type GraphNode, nodeOf } from "../graph/graph.ts";
import { nodeSummary } from "../graph/node-summary.ts";
import { runningOrder } from "../graph/order.ts";
import { inWords } from "../graph/spoken-node.ts";
import { comparedNodes, type NodeChange } from "./compared-nodes.ts";

type Properties = {
  changes: readonly FlowChange[];
  left: Graph;
  right: Graph;
  names: readonly [string, string];
};

/** Two graphs on facing pages: what happened is in the margin. */
export function Faces({ changes, left, right, names }: Properties) {
  const { nodes, edges, same } = comparedNodes(changes, left, right);
  const face = (label: string, before: ReactNode, after: ReactNode, key: string) => (
    <div className="face columns" key={key}>
      <span className="label">{label}</span>
      <div className="side-l" data-l={names[0]}>
        {before ?? <span className="none">not there</span>}
      </div>
      <div className="side-l" data-l={names[1]}>
        {after ?? <span className="none">not there</span>}
      </div>
    </div>
  );
  return (
    <section aria-label="The graph">
      <h2 className="h2">The graph</h2>
      <div className="face columns cols onlywide" aria-hidden="true">
        <span>What happened</span>
        <span>{names[0]}</span>
        <span>{names[1]}</span>
      </div>
      {face("Whole", <Chain graph={left} />, <Chain graph={right} />, "whole")}
      {nodes.map((change) => {
        const [before, after] = [nodeOf(left, change.id), nodeOf(right, change.id)];
        return face(
          change.label,
          before && <Side node={before} change={change} side="before" />,
          after && <Side node={after} change={change} side="after" />,
          change.id,
        );
      })}
      {edges.map(({ source, target, kind }) => {
        const words = `${nameIn(source, left, right)} feeds ${nameIn(target, left, right)}`;
        return face(
          kind === "added" ? "Connection added" : "Connection removed",
          kind === "removed" ? <del>{words}</del> : undefined,
          kind === "added" ? <ins>{words}</ins> : undefined,
          `${source} ${target} ${kind}`,
        );
      })}
      {same.length > 0 ? (
        <div className="face columns same">
          <span className="label">The same</span>
          <div>{inWords(same)}</div>
        </div>
      ) : null}
    </section>
  );
}

function Side({ node, change, side }: { node: GraphNode; change: NodeChange; side: "before" | "after" }) {
  const Mark = side === "before" ? "del" : "ins";
  return (
    <div className="what">
      <b className="title">{change.kind === "changed" ? node.data.name : <Mark>{node.data.name}</Mark>}</b>
      <span className="label">{node.type}</span>
      {change.kind === "changed" ? (
        change.settings.map(({ name, before, after }) => (
          <p className="num" key={name}>
            {name} <Mark>{side === "before" ? before : after}</Mark>
          </p>
        ))
      ) : (
        <p className="num">{nodeSummary(node)}</p>
      )}
    </div>
  );
}

const Chain = ({ graph }: { graph: Graph }) => (
  <span className="chain cluster">
    {runningOrder(graph).map(({ id, data }) => (
      <span key={id}>{data.name}</span>
    ))}
  </span>
);

const nameIn = (id: string, left: Graph, right: Graph): string =>
  (nodeOf(right, id) ?? nodeOf(left, id))?.data.name ?? id;
