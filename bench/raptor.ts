/**
 * What summaries of neighbouring chunks (raptor-rag, without models) add to the search of chunks. Usage:
 *
 *     node bench/raptor.ts [corpora folder]
 *
 * The folder (or `HEADWATER_CORPORA`; default `../shared/corpora` beside the project) contains `multi-hop` and `questions`.
 * Each collection is one file, because summaries are made within a file. A passage counts for every document that it says
 * something of: a summary for those of its sentences. Intervals are 95 % paired bootstraps.
 */
import { join, resolve } from "node:path";
import type { Collection } from "./corpora/collection.ts";
import { readMultiHop } from "./corpora/multi-hop.ts";
import { readQuestions } from "./corpora/questions.ts";
import { withIngested } from "./support/ingested-collection.ts";
import { mean, ndcg, pairedBootstrap, recall } from "./support/ranking-measures.ts";
import { machine } from "./support/report.ts";

type Found = { passages: string[][]; relevant: Map<string, number> };

const depth = 10;
const documentsIn = (passages: string[][]): string[] => [...new Set(passages.flat())];
const recallAt =
  (count: number) =>
  ({ passages, relevant }: Found): number => {
    const documents = documentsIn(passages.slice(0, count));
    return recall(documents, relevant, documents.length);
  };
const measures: Record<string, (found: Found) => number> = {
  "R@5": recallAt(5),
  "R@10": recallAt(depth),
  "R@10, of ten documents": ({ passages, relevant }) => recall(documentsIn(passages), relevant, depth),
  "nDCG@10": ({ passages, relevant }) => ndcg(documentsIn(passages), relevant, depth),
};
const signed = (value: number): string => (value >= 0 ? "+" : "") + value.toFixed(3);

async function compare({ queries, gains, ...collection }: Collection): Promise<void> {
  const documents = collection.documents.map((document) => ({ ...document, file: "one" }));
  await withIngested({ ...collection, queries, gains, documents }, async ({ searchWith, searchByTree }) => {
    const plain = searchWith({ secondHop: "none" });
    const found = { plain: [] as Found[], tree: [] as Found[] };
    let summaries = 0;
    for (const { id, text } of queries) {
      const relevant = gains.get(id);
      if (!relevant) continue;
      const byTree = await searchByTree(text, depth);
      summaries += byTree.filter((each) => each.length > 1).length;
      found.plain.push({ passages: (await plain(text, depth)).map((each) => [each]), relevant });
      found.tree.push({ passages: byTree, relevant });
    }
    console.log(
      `\n### ${collection.name}: ${documents.length} documents, ${found.plain.length} questions, ${(summaries / found.tree.length).toFixed(1)} of ten passages join several documents\n`,
    );
    for (const [name, measure] of Object.entries(measures)) {
      const [ours, theirs] = [found.tree.map(measure), found.plain.map(measure)];
      const { mean: gain, low, high } = pairedBootstrap(ours, theirs);
      console.log(
        `${name}: raptor-rag ${mean(ours).toFixed(3)}, chunks ${mean(theirs).toFixed(3)}: ${signed(gain)} [${signed(low)}, ${signed(high)}]`,
      );
    }
  });
}

const root = resolve(
  process.argv[2] ?? process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora"),
);
await compare(await readMultiHop(join(root, "multi-hop")));
const questions = join(root, "questions/squad-two-articles.json");
for (const article of [0, 1]) await compare(await readQuestions(questions, article));
console.log(`\n${machine()}`);
