import { describe, expect, it } from "vitest";
import { type Contribution, readContribution } from "./contribution.ts";
import { type EntityGraph, sumContributions } from "./entity-graph.ts";
import { countRelationships, relationshipsAmong } from "./relationships.ts";

/** A reproducible generator of whole numbers below a bound. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const names = ["Acme Corp.", "ACME Corp", "Nora Berg", "Skien", "Bank of England", "Henrik Ibsen", "Lyon"];
const versionOf = (id: string, next: (below: number) => number): Contribution =>
  readContribution(
    Array.from({ length: 1 + next(4) }, (_, at) => ({
      chunkId: `${id}.${at}`,
      title: "",
      text: `Then came ${Array.from({ length: 1 + next(4) }, () => names[next(names.length)]).join(" with ")}${next(3) === 0 ? ' (the "Skien")' : ""}.`,
    })),
  );

/** All that can be read from a graph, as JSON. */
const shown = (graph: EntityGraph) =>
  JSON.stringify({
    entities: [...graph.entities],
    chunks: graph.chunks.map(({ entities, ...place }) => ({
      ...place,
      entities: entities.map(({ key }) => key),
    })),
    relationships: countRelationships(graph),
    strongest: relationshipsAmong(graph, [...graph.entities.values()], 50),
  });

describe("a graph of entities", () => {
  it("is the same in whatever order versions are added, and after whatever was added and removed", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const next = seeded(seed);
      const held = new Map<string, Contribution>();
      for (let step = 0; step < 30; step++) {
        const id = `v${next(8)}`;
        if (next(3) === 0) held.delete(id);
        else held.set(id, versionOf(id, next));
      }
      const after = shown(sumContributions(held));
      const anew = [...held].sort(() => next(3) - 1);
      // Through JSON, as they are stored.
      const stored = new Map(
        anew.map(([id, value]) => [id, JSON.parse(JSON.stringify(value)) as Contribution]),
      );
      expect(shown(sumContributions(stored)), `seed ${seed}`).toBe(after);
    }
  });

  it("counts an entity by the chunks that name it, and shows its commonest spelling", () => {
    const graph = sumContributions(
      new Map([
        ["b", readContribution([{ chunkId: "b0", title: "", text: "Sold to ACME Corp." }])],
        [
          "a",
          readContribution(
            ["Bought by Acme Corp.", "Paid to Acme Corp."].map((text, at) => ({
              chunkId: `a${at}`,
              title: "",
              text,
            })),
          ),
        ],
      ]),
    );
    expect([...graph.entities.values()]).toEqual([
      { key: "acme corp", kind: "name", name: "Acme Corp", chunks: [0, 1, 2] },
    ]);
    expect(graph.namedIn("b0").map(({ key }) => key)).toEqual(["acme corp"]);
    expect(graph.namedIn("gone")).toEqual([]);
  });

  it("does not depend on the ids of versions", () => {
    const [one, other] = ["Sold to ACME Corp.", "Sold to Acme Corp."].map((text, at) =>
      readContribution([{ chunkId: `${at}`, title: "", text }]),
    ) as [Contribution, Contribution];
    const named = (...of: [string, Contribution][]) =>
      [...sumContributions(new Map(of)).entities.values()].map(({ name }) => name);
    expect(named(["a", one], ["b", other])).toEqual(named(["b", one], ["a", other]));
  });

  it("makes a term of what one document defines and others only name", () => {
    const graph = sumContributions(
      new Map([
        ["a", readContribution([{ chunkId: "a", title: "", text: "Paid by the Tenant." }])],
        ["b", readContribution([{ chunkId: "b", title: "", text: 'Nova (the "Tenant") pays.' }])],
      ]),
    );
    expect(graph.entities.get("tenant")).toMatchObject({ kind: "term", chunks: [0, 1] });
  });

  it("knows entities that stand in a large share of the chunks", () => {
    const texts = Array.from(
      { length: 40 },
      (_, at) => `It went from Headwater to ${at < 3 ? "Skien" : "us"}.`,
    );
    const chunks = texts.map((text, at) => ({ chunkId: `${at}`, title: "", text }));
    const graph = sumContributions(new Map([["a", readContribution(chunks)]]));
    const isHub = (key: string) => graph.isHub(graph.entities.get(key) ?? expect.unreachable());
    expect(isHub("headwater")).toBe(true);
    expect(isHub("skien")).toBe(false);
  });

  it("counts each pair of entities once, and orders pairs by the chunks that have both", () => {
    const texts = [
      "Nora Berg met Henrik Ibsen in Skien.",
      "There Nora Berg met Henrik Ibsen.",
      "Only Lyon was left.",
    ];
    const chunks = texts.map((text, at) => ({ chunkId: `${at}`, title: "", text }));
    const graph = sumContributions(new Map([["a", readContribution(chunks)]]));
    expect(countRelationships(graph)).toBe(3);
    const all = relationshipsAmong(graph, [...graph.entities.values()], 10);
    expect(all.map(({ source, target, weight }) => [source.key, target.key, weight])).toEqual([
      ["henrik ibsen", "nora berg", 2],
      ["henrik ibsen", "skien", 1],
      ["nora berg", "skien", 1],
    ]);
    expect(relationshipsAmong(graph, [...graph.entities.values()], 1)).toHaveLength(1);
  });
});
