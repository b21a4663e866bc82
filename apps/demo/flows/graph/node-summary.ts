import type { GraphNode } from "./graph.ts";

/** The settings of a node in one line: "title, 600 long, 60 shared". Empty when there is nothing to say. */
export function nodeSummary({ type, data: { config } }: GraphNode): string {
  const number = (name: string) => (typeof config[name] === "number" ? (config[name] as number) : undefined);
  const listed = (name: string) => (Array.isArray(config[name]) ? (config[name] as unknown[]).length : 0);
  const topK = number("topK");
  switch (type) {
    case "dataset":
      return listed("files") === 0 ? "no files yet" : counted(listed("files"), "file", "files");
    case "chunking":
      return [
        config.chunkingSplitter,
        number("chunkSize") && `${number("chunkSize")} long`,
        number("chunkOverlap") && `${number("chunkOverlap")} shared`,
      ]
        .filter(Boolean)
        .join(", ");
    case "retrieval":
      return [config.searchType, topK && counted(topK, "passage", "passages")].filter(Boolean).join(", ");
    case "reranking":
      return topK ? `keeps ${topK}` : "keeps all";
    case "smart-rag":
      return counted(topK ?? 5, "passage", "passages");
    case "graph-rag":
      return topK ? counted(topK, "passage", "passages") : "all passages";
    case "raptor-rag":
      return `${topK ? counted(topK, "passage", "passages") : "all passages"}, ${number("max_level") ?? 3} levels`;
    case "llm":
      return typeof config.model === "string" && config.model !== "" ? config.model : "the default model";
    case "question":
      return typeof config.question === "string" ? config.question : "";
    case "testset":
      return counted(listed("questions"), "question", "questions");
    default:
      return "";
  }
}

export const counted = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
