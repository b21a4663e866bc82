import { join } from "node:path";
import type { Collection } from "./collection.ts";
import { readCranfield } from "./cranfield.ts";
import { readMultiHop } from "./multi-hop.ts";
import { readQuestions } from "./questions.ts";
import { readRetrievalSet } from "./retrieval-set.ts";
import { readTwoWiki } from "./two-wiki.ts";

/** Reads the collections below a folder of corpora, by their names. */
export function readersOf(root: string): Record<string, () => Promise<Collection>> {
  const questions = join(root, "questions/squad-two-articles.json");
  const set = (name: string) => () => readRetrievalSet(join(root, "retrieval", name));
  return {
    adi: set("adi"),
    med: set("med"),
    time: set("time"),
    lisa: set("lisa"),
    scifact: set("scifact"),
    cranfield: () => readCranfield(join(root, "retrieval/cranfield")),
    "questions 1": () => readQuestions(questions, 0),
    "questions 2": () => readQuestions(questions, 1),
    "multi-hop": () => readMultiHop(join(root, "multi-hop")),
    "2wiki": () => readTwoWiki(join(root, "multi-hop-2wiki")),
  };
}
