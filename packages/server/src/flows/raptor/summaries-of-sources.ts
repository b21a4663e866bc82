import type { ProjectId } from "../../kernel/ids.ts";
import type { Embedder } from "../../models/embedder.ts";
import type { LanguageModel } from "../../models/language-model.ts";
import type { TokenUsage } from "../../models/usage.ts";
import { createLexicalCandidates } from "../../retrieval/lexical-candidates.ts";
import { type StoredTerms, scoreStored } from "../../retrieval/score-stored.ts";
import { withTerms } from "../../retrieval/search-terms.ts";
import {
  type DeriveDependencies,
  type DerivedFrom,
  deriveByVersion,
  notDerived,
} from "../derived/derive-by-version.ts";
import { createKeptLast, keyOfSources } from "../derived/kept-by-sources.ts";
import type { NodeCost } from "../flow/shown.ts";
import { buildTree, maxLevels, treeVersion } from "./build-tree.ts";
import type { Summary, SummaryTree } from "./summary-tree.ts";
import { createSummaryWriter } from "./write-summary.ts";

const kind = "raptor";
/** Summaries of all searches that are kept in memory between runs: some 60 MB. */
const maxKeptSummaries = 30_000;
/** Texts that are embedded at once. */
const embeddedAtOnce = 64;

export type SummaryModels = {
  /** Writes summaries with at most so many tokens for each file. Absent: summaries are sentences of the documents. */
  writer?: { model: LanguageModel; tokensPerFile: number } | undefined;
  /** Finds which chunks are alike. Absent: their words decide. */
  embedder?: Embedder | undefined;
};

/** A summary with the tree that it is of. */
export type FoundSummary = { id: string; summary: Summary; tree: SummaryTree; score: number };

type Summaries = {
  levels: number;
  total: number;
  /** How many of them a model wrote. */
  written: number;
  /** The best summaries, with scores of 0..1 on the scale of the search of chunks. */
  search: (text: string, limit: number, signal: AbortSignal) => Promise<FoundSummary[]>;
};

/** The summaries of sources, each version's by itself. */
export type SummariesOfSources = {
  /** Up to a level. `onUsage` hears what models use to make those that are not there yet. */
  find: (
    projectId: ProjectId,
    sources: DerivedFrom[],
    level: number,
    signal: AbortSignal,
    onUsage: (usage: TokenUsage) => void,
  ) => Promise<Summaries>;
  /** What making those that are not there yet costs at most. */
  cost: (sources: DerivedFrom[], level: number) => Promise<Pick<NodeCost, "modelCalls" | "tokens">>;
  /** Tokens that a model may use for each file; null when no model writes. */
  tokensPerFile: number | null;
};

export function createSummariesOfSources(
  deps: DeriveDependencies,
  models: SummaryModels,
): SummariesOfSources {
  const kept = createKeptLast<Summaries>(maxKeptSummaries, ({ total }) => total);
  const configOf = (level: number): string =>
    [
      models.embedder && `space ${models.embedder.space}`,
      // Higher levels cost calls of the model; sentences cost nothing, so all levels are made at once.
      models.writer && `${models.writer.model.name} ${models.writer.tokensPerFile} level ${level}`,
    ]
      .filter((part) => part !== undefined)
      .join(" ");

  const cost: SummariesOfSources["cost"] = async (sources, level) => {
    const { writer } = models;
    if (!writer) return { modelCalls: 0, tokens: 0 };
    const missing = await notDerived(deps, sources, { kind, version: treeVersion, config: configOf(level) });
    return {
      modelCalls: missing.reduce((sum, { chunks }) => sum + mostSummaries(chunks), 0),
      tokens: missing.length * writer.tokensPerFile,
    };
  };

  const find: SummariesOfSources["find"] = async (projectId, sources, level, signal, onUsage) => {
    const config = configOf(level);
    const key = keyOfSources(projectId, sources, `${level} ${config}`);
    const known = kept.get(key);
    if (known) return known;
    const writer = models.writer && {
      ...createSummaryWriter(models.writer.model),
      tokens: models.writer.tokensPerFile,
    };
    const options = { levels: writer ? level : maxLevels, writer, onUsage };
    const trees = await deriveByVersion<SummaryTree>(
      deps,
      projectId,
      sources,
      {
        kind,
        version: treeVersion,
        config,
        derive: (chunks, stop) =>
          buildTree(chunks, { ...options, embed: embedWith(models.embedder, onUsage) }, stop),
      },
      signal,
    );
    const summaries = searchable(trees, sources, level);
    kept.keep(key, summaries);
    return summaries;
  };

  return { find, cost, tokensPerFile: models.writer?.tokensPerFile ?? null };
}

/** Summaries of a version at most: each level has half as many as the one below. */
const mostSummaries = (chunks: number): number => (chunks < 2 ? 0 : chunks - 1);

function searchable(trees: Map<string, SummaryTree>, sources: DerivedFrom[], level: number): Summaries {
  const found = new Map<string, Omit<FoundSummary, "score">>();
  const terms: StoredTerms[] = [];
  for (const { chunkSetId, fileId } of sources) {
    const tree = trees.get(chunkSetId);
    if (!tree) continue;
    const shown = tree.summaries.filter((summary) => summary.level <= level);
    const read = withTerms(shown.map((summary) => ({ summary, title: "", text: summary.text })));
    for (const [position, { summary, termHashes }] of read.entries()) {
      const id = `summary ${chunkSetId} ${position}`;
      found.set(id, { id, summary, tree });
      terms.push({ chunkId: id, fileId, position, termHashes });
    }
  }
  const candidates = createLexicalCandidates({ search: (_projectId, query) => scoreStored(terms, query) });
  const all = [...found.values()].map(({ summary }) => summary);
  return {
    total: terms.length,
    levels: all.reduce((most, summary) => Math.max(most, summary.level), 0),
    written: all.filter(({ isWritten }) => isWritten).length,
    search: async (text, limit, signal) => {
      if (terms.length === 0) return [];
      const best = await candidates.search(text, { projectId: "" }, limit, signal);
      return best.flatMap(({ chunkId, score }) => {
        const summary = found.get(chunkId);
        return summary ? [{ ...summary, score }] : [];
      });
    },
  };
}

/** Embeds texts a few at a time; undefined without a model. */
const embedWith = (embedder: Embedder | undefined, onUsage: (usage: TokenUsage) => void) =>
  embedder &&
  (async (texts: string[], signal: AbortSignal): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += embeddedAtOnce) {
      const embedded = await embedder.embed(texts.slice(from, from + embeddedAtOnce), "passage", signal);
      vectors.push(...embedded.vectors);
      onUsage(embedded.usage);
    }
    return vectors;
  });
