import type { Json, OpenApiDocument } from "./document.ts";
import { operationsOf } from "./document.ts";

/** What the contract leaves open at one place, and what we chose: an entry of `x-gaps` in the YAML. */
export type Gap = {
  open: string;
  choice: string;
  /** `Seen` in public clients or documentation of this API, or `Ours`. */
  from: string;
  why?: string;
};

/** Takes `x-gaps` out of the documents, so that neither clients nor generated types carry them. */
export function takeGaps(documents: Record<string, OpenApiDocument>): Map<string, Map<string, Gap[]>> {
  const sections = new Map<string, Map<string, Gap[]>>();
  const add = (section: string, place: string, gaps: Gap[] | undefined) => {
    if (gaps === undefined) return;
    const places = sections.get(section) ?? new Map<string, Gap[]>();
    sections.set(section, places.set(place, gaps));
  };
  for (const [name, document] of Object.entries(documents))
    add("Every request", `${name} surface`, taken(document));
  for (const document of Object.values(documents))
    for (const { method, path, operation } of operationsOf(document))
      add(operation.tags?.[0] ?? "Operations", `\`${method} ${path}\``, taken(operation));
  // Shared schemas are in both documents, with the same gaps.
  for (const document of Object.values(documents))
    for (const [name, schema] of Object.entries(document.components.schemas ?? {}))
      add("Schemas", `\`${name}\``, taken(schema));
  return sections;
}

function taken(owner: Json | object): Gap[] | undefined {
  const holder = owner as { "x-gaps"?: Gap[] };
  const gaps = holder["x-gaps"];
  delete holder["x-gaps"];
  return gaps;
}

const between = /(?<=<!-- from the YAML -->\n)[\s\S]*(?=<!-- end -->)/;

/** `GAPS.md` with these gaps in place of those between its two marks. Throws without the marks. */
export function withGaps(text: string, sections: ReadonlyMap<string, ReadonlyMap<string, Gap[]>>): string {
  if (!between.test(text)) throw new Error("GAPS.md has lost the marks between which the gaps stand.");
  const tables = [...sections].map(
    ([title, places]) => `\n## ${title}\n\n${[...heads, ...rowsOf(places)].join("\n")}\n`,
  );
  return text.replace(between, () => `${tables.join("")}\n`);
}

const heads = ["| Where | Open | Choice | From | Why |", "| --- | --- | --- | --- | --- |"];

const rowsOf = (places: ReadonlyMap<string, Gap[]>): string[] =>
  [...places].flatMap(([place, gaps]) =>
    gaps.map(({ open, choice, from, why = "" }) => {
      const cells = [place, open, choice, from, why].map((cell) => cell.replaceAll("|", "\\|"));
      return `| ${cells.join(" | ")} |`;
    }),
  );
