"use client";

import { useEntityGraph, useNodeResults } from "@headwater/react-hooks";
import type { EntityGraph as Names, NodeResultItem } from "@headwater/spec";
import { type KeyboardEvent, useMemo, useState } from "react";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { useDraftState } from "../draft/draft-context.ts";
import type { GraphNode } from "../graph/graph.ts";
import { counted } from "../graph/node-summary.ts";
import { layOutNames, nameTowards, type PlacedName } from "./lay-out-names.ts";
import { NamePassages, QuestionPath } from "./name-passages.tsx";
import { kindClass, NameTable } from "./name-table.tsx";
import { linkKey, questionPath } from "./question-path.ts";

/** Names that are read: those that occur most. */
const maxNames = 200;

/** The names of a graph-rag node and their links: drawn around the chosen one, and the same as a list. */
export function NameGraph({ node }: { node: GraphNode }) {
  const flowName = useDraftState(({ saved }) => saved.name);
  const names = useEntityGraph(flowName, node.id, maxNames);
  const results = useNodeResults(flowName, { node_id: node.id, page: 1, page_size: 100 });
  if (names.isPending) return <p className="wait">Reading the names</p>;
  if (names.isError) return <TroubleNote error={names.error} />;
  if (names.data.entities.length === 0)
    return <p className="hint">No name is known yet. Simulate, and the names of the files are found.</p>;
  return <Drawn graph={names.data} items={results.data?.items ?? []} />;
}

function Drawn({ graph, items }: { graph: Names; items: readonly NodeResultItem[] }) {
  const [first] = graph.entities;
  const [chosen, setChosen] = useState(first?.id ?? "");
  const [wanted, setWanted] = useState("");
  const placed = useMemo(() => layOutNames(graph, chosen), [graph, chosen]);
  const path = useMemo(() => questionPath(items, graph), [items, graph]);
  const name = graph.entities.find(({ id }) => id === chosen)?.name;
  const find = (typed: string) => {
    setWanted(typed);
    const sought = typed.trim().toLowerCase();
    const found =
      sought === "" ? undefined : graph.entities.find((each) => each.name.toLowerCase().includes(sought));
    if (found) setChosen(found.id);
  };
  return (
    <>
      <div className="netnote cluster">
        <p className="num">
          Around <b>{name}</b>, two steps out: {placed.length} of{" "}
          {counted(graph.entities.length, "name", "names")}
        </p>
        <input
          className="field"
          type="search"
          aria-label="Find a name"
          placeholder="Find a name"
          value={wanted}
          onChange={({ target }) => find(target.value)}
        />
      </div>
      <Net graph={graph} placed={placed} taken={path.links} onChoose={setChosen} />
      <p className="hint netkey">
        Upright: a name. <i className="serif">Italic</i>: a defined term. Figures: a date or an amount. Linked
        where a passage holds both; dotted, one step further out.
      </p>
      <NameTable graph={graph} chosen={chosen} onChoose={setChosen} />
      {name === undefined ? null : <NamePassages name={name} items={items} />}
      <QuestionPath path={path.steps} />
    </>
  );
}

type NetProperties = {
  graph: Names;
  placed: readonly PlacedName[];
  /** Links by which the last question went. */
  taken: ReadonlySet<string>;
  onChoose(id: string): void;
};

/** One stop of Tab: arrows go to the nearest name in that direction, Enter chooses it. */
function Net({ graph, placed, taken, onChoose }: NetProperties) {
  const [at, setAt] = useState<string>();
  const current = placed.some(({ id }) => id === at) ? at : placed[0]?.id;
  const byId = new Map(placed.map((each) => [each.id, each]));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = current === undefined ? undefined : nameTowards(placed, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    const names = event.currentTarget.querySelectorAll<HTMLElement>(".ent");
    names.item(placed.findIndex(({ id }) => id === next))?.focus();
  };
  const seen = new Set<string>();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="net onlywide" role="group" aria-label="Names and their links" onKeyDown={onKeyDown}>
      <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
        {graph.relationships.map(({ source, target }) => {
          const [one, other] = [byId.get(source), byId.get(target)];
          const key = linkKey(source, target);
          if (!one || !other || seen.has(key)) return null;
          seen.add(key);
          const far = one.steps === 2 || other.steps === 2;
          const isNear = one.steps === 0 || other.steps === 0;
          return (
            <line
              key={key}
              className={taken.has(key) ? "taken" : isNear ? "near" : far ? "far" : undefined}
              x1={one.x}
              y1={one.y}
              x2={other.x}
              y2={other.y}
            />
          );
        })}
      </svg>
      {placed.map(({ id, name, kind, x, y, steps }) => (
        <button
          type="button"
          key={id}
          className={`ent clip ${kindClass(kind)} s${steps}`}
          style={{ left: `${x}%`, top: `${y}%` }}
          tabIndex={id === current ? 0 : -1}
          aria-pressed={steps === 0}
          onFocus={() => setAt(id)}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
