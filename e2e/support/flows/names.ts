import { fileNames as files } from "./sources.ts";

/** What a graph-rag node knows. */
export const names = {
  entities: [
    ["e1", "Bulletin 26-04", "name", 9],
    ["e2", "fault E14", "name", 41],
    ["e3", "warranty period", "term", 38],
    ["e4", "low-pressure switch", "name", 33],
    ["e5", "11,800 units", "amount", 6],
    ["e6", "14 March 2026", "date", 5],
    ["e7", "authorised installer", "term", 4],
  ].map(([id, name, kind, mentions]) => ({ id, name, kind, mentions })),
  relationships: [
    ["e1", "e2", 5],
    ["e1", "e3", 4],
    ["e1", "e4", 3],
    ["e1", "e5", 2],
    ["e1", "e6", 1],
    ["e3", "e7", 3],
    ["e2", "e4", 2],
  ].map(([source, target, weight]) => ({ source, target, weight, files })),
};
