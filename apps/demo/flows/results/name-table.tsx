import type { EntityGraph as NameGraph } from "@headwater/spec";
import { neighboursIn } from "./lay-out-names.ts";

const maxRows = 12;
const maxLinked = 5;

type Properties = { graph: NameGraph; chosen: string; onChoose(id: string): void };

/** The chosen name, then those next to it; works alone. */
export function NameTable({ graph, chosen, onChoose }: Properties) {
  const neighbours = neighboursIn(graph);
  const byId = new Map(graph.entities.map((entity) => [entity.id, entity]));
  const rows = [chosen, ...(neighbours.get(chosen) ?? [])]
    .flatMap((id) => byId.get(id) ?? [])
    .slice(0, maxRows);
  return (
    <table className="res names">
      <caption className="h2">The same as a list</caption>
      <thead>
        <tr>
          <th>Name</th>
          <th>Kind</th>
          <th className="r">Passages</th>
          <th>Linked with</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, kind, mentions }) => {
          const linked = (neighbours.get(id) ?? []).flatMap((next) => byId.get(next)?.name ?? []);
          return (
            <tr key={id} className={id === chosen ? "on" : undefined}>
              <td data-l="Name">
                <button
                  type="button"
                  className={`v kindw ${kindClass(kind)}`}
                  aria-pressed={id === chosen}
                  onClick={() => onChoose(id)}
                >
                  {name}
                </button>
              </td>
              <td data-l="Kind" className="faint">
                {kind}
              </td>
              <td className="r num" data-l="Passages">
                {mentions.toLocaleString("en")}
              </td>
              <td className="with" data-l="Linked with">
                {linked.slice(0, maxLinked).join(", ")}
                {linked.length > maxLinked ? (
                  <span className="faint"> and {linked.length - maxLinked} more</span>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** How a kind of name is set: terms in italics, dates and amounts in figures. */
export function kindClass(kind: string): string {
  if (/term|definition/i.test(kind)) return "term";
  return /date|amount|number|money|quantity|percent/i.test(kind) ? "fact" : "name";
}
