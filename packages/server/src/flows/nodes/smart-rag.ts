import type { ChunkStore } from "../../chunks/chunk-store.ts";
import { forEachParallel } from "../../kernel/for-each-parallel.ts";
import type { ProjectId, VersionId } from "../../kernel/ids.ts";
import { addUsage, noTokens } from "../../models/usage.ts";
import { createHybridCandidates } from "../../retrieval/hybrid-candidates.ts";
import type { Rerank } from "../../retrieval/rerank.ts";
import { createRetrieve } from "../../retrieval/retrieve.ts";
import type { RetrievalQuery, Retrieve } from "../../retrieval/retrieved-chunk.ts";
import type { SearchSets } from "../chunk-sets/search.ts";
import { costOfSearch, createScopeOf, scopeOf, toPassage } from "../chunk-sets/search-scope.ts";
import type { OutputPassage } from "../flow/node-output.ts";
import { joined, type PassageList } from "../node/input-passages.ts";
import { queriesOf } from "../node/input-queries.ts";
import type { NodeKind } from "../node/node-kind.ts";
import { numberIn } from "./config-values.ts";

const defaults = { topK: 5 };
/** A reader does not page through more, and each is looked up. */
const maxTopK = 1_000;
const queriesAtOnce = 4;

/** Chunks that the service has of these versions in all. */
export type CountChunks = (projectId: ProjectId, versionIds: VersionId[]) => Promise<number>;

export type SmartRagNodeDependencies = {
  /** As `/prebuilt-rag` searches: by words and meaning where there is a model, reranked where there is one. */
  retrieve: Retrieve;
  countChunks: CountChunks;
  chunks: Pick<ChunkStore, "findActive">;
  searchSets: SearchSets;
  rerank?: Rerank | undefined;
};

/**
 * The service's best retrieval: of documents in its own index, of a chunking node in its sets. A question that joins facts
 * is searched on from what the first passages bring in, as the question answering does at its level `accurate`.
 */
export function createSmartRagNode(deps: SmartRagNodeDependencies): NodeKind {
  const scopeWithIds = createScopeOf();
  return {
    type: "smart-rag",
    version: 2,
    needs: [["documents", "chunks"]],
    takes: ["queries"],
    gives: "passages",
    readsQuery: true,
    defaults,
    run: async (input) => {
      const { node, inputs, projectId, signal } = input;
      const wanted = numberIn(node.config, "topK", { min: 1, isWhole: true }) ?? defaults.topK;
      const topK = Math.min(wanted, maxTopK);
      const { fileIds, versionIds, sets } = scopeWithIds(inputs);
      let usage = noTokens;
      const words = deps.searchSets.byWords(sets);
      const meaning = deps.searchSets.byMeaning?.(sets, (used) => {
        usage = addUsage(usage, used);
      });
      const ofSets = createRetrieve({
        candidates: meaning ? createHybridCandidates(words, meaning) : words,
        hopIndex: deps.searchSets.indexOf(sets, signal),
        chunks: deps.chunks,
        rerank: deps.rerank,
      });
      const queries = queriesOf(input);
      const lists: PassageList[] = queries.map((query) => ({ query, passages: [] }));
      await forEachParallel(lists, queriesAtOnce, async (list) => {
        const asked: RetrievalQuery = { projectId, text: list.query.text, topK, secondHop: "wide" };
        const found: OutputPassage[][] = [];
        if (fileIds.length > 0)
          found.push((await deps.retrieve({ ...asked, fileIds }, signal)).map(toPassage));
        if (sets.length > 0) found.push((await ofSets(asked, signal)).map(toPassage));
        const [one = [], other] = found;
        list.passages = other ? joined(one, other).slice(0, topK) : one;
      });
      const ofDocuments = await deps.countChunks(projectId, versionIds);
      return {
        output: { kind: "passages", lists },
        counts: {
          total_processed:
            sets.length === 0
              ? fileIds.length
              : new Set([...fileIds, ...sets.map(({ fileId }) => fileId)]).size,
          total_chunks: ofDocuments + sets.reduce((sum, { chunks }) => sum + chunks, 0),
          total_retrieved: lists.reduce((sum, { passages }) => sum + passages.length, 0),
        },
        notes: [
          ...(queries.length === 0 ? ["There is no query, so nothing was searched"] : []),
          ...(wanted > maxTopK ? [`At most ${maxTopK} passages are retrieved`] : []),
        ],
        usage,
      };
    },
    estimate: async (input) => {
      const scope = scopeOf(input.inputs);
      const lacking = await deps.searchSets.lacking(input.projectId, scope.sets);
      const models = [deps.searchSets.byMeaning, deps.rerank].filter((model) => model !== undefined);
      return costOfSearch(scope, lacking, models.length * queriesOf(input).length);
    },
  };
}
