import type { GraphNodeType } from "../flow-schemas.ts";

const titles: Record<GraphNodeType, string> = {
  dataset: "Dataset",
  chunking: "Chunking",
  question: "Question",
  testset: "Test set",
  retrieval: "Retrieval",
  "smart-rag": "Smart RAG",
  "graph-rag": "Graph RAG",
  "raptor-rag": "RAPTOR RAG",
  reranking: "Reranking",
  llm: "LLM",
  evaluation: "Evaluation",
  response: "Response",
};

/** The display name of a node that was given none: "Smart RAG", or "Smart RAG 2" for the id `smart-rag-2`. */
export function defaultNodeName(type: GraphNodeType, id: string): string {
  const number = id.startsWith(`${type}-`) ? id.slice(type.length + 1) : "";
  return /^[1-9]\d{0,2}$/.test(number) ? `${titles[type]} ${number}` : titles[type];
}

/**
 * The id of a node that was given none. It follows the name, so a node keeps its id, and with it its results, when others
 * are added. Without a name it is the type, numbered from 2.
 *
 * @param isTaken whether another node of the graph has the id. Asked only for a node without a name.
 */
export function nodeIdOf(
  type: GraphNodeType,
  name: string | undefined,
  isTaken: (id: string) => boolean,
): string {
  const label = name === undefined ? "" : labelOf(name);
  if (label !== "") return label;
  let id: string = type;
  for (let number = 2; isTaken(id); number++) id = `${type}-${number}`;
  return id;
}

/** "Über alles: Handbücher" becomes `uber-alles-handbucher`. Empty when the name has no letter of the Latin alphabet. */
const labelOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 64)
    .replace(/^-+|-+$/g, "");
