import type { Citation } from "@headwater/client";
import type { NodeResultItem, RunItem, SimulationItem } from "@headwater/spec";

/** A passage or an answer as every list of results shows it. */
export type Hit = {
  id: string;
  text: string;
  score: number | undefined;
  source: string | undefined;
  fileId: string | undefined;
  page: number | undefined;
  /** Of an answer, what its figures stand for. Empty of a passage. */
  citations: readonly Citation[];
  /** What else is known of it. */
  metadata: Record<string, unknown>;
};

export const hitOfSimulation = ({ id, content, metadata }: SimulationItem): Hit =>
  hitOf(id, content, metadata);

export const hitOfRun = ({ page_content, metadata }: RunItem, index: number): Hit =>
  hitOf(String(metadata.chunk_id ?? index), page_content, metadata);

export const hitOfNode = ({ id, content, metadata, score }: NodeResultItem): Hit =>
  hitOf(id, content, { ...metadata, score: score ?? metadata.score });

function hitOf(id: string, text: string, metadata: Record<string, unknown>): Hit {
  const number = (...names: string[]) =>
    names.map((name) => metadata[name]).find((value): value is number => typeof value === "number");
  const word = (...names: string[]) =>
    names.map((name) => metadata[name]).find((value): value is string => typeof value === "string");
  return {
    id,
    text,
    score: number("score", "relevance_score"),
    source: word("source_file", "source", "file_name"),
    fileId: word("file_id"),
    page: number("page_number", "page"),
    citations: Array.isArray(metadata.citations) ? (metadata.citations as Citation[]) : [],
    metadata,
  };
}
