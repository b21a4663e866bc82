import { citationMarker } from "../../answering/citation-markup.ts";
import { withMarkers } from "../../answering/citations.ts";
import { sameText } from "../../answering/copies.ts";
import { nothingVerified } from "../../answering/messages.ts";
import { createStatementCutter } from "../../answering/statement-cutter.ts";
import { createStatementGate } from "../../answering/statement-gate.ts";
import type { Support } from "../../answering/verify/verified-statement.ts";
import type { Verdict } from "../../structured/verdict.ts";
import type { OutputCitation } from "../flow/node-output.ts";
import { type PassageEvidence, pageOf } from "./passage-evidence.ts";

/**
 * What may be released of an answer that cites passages by their numbers, 1-based: each statement is verified as those of
 * answers to questions are. What fails is repaired from the passages or left out. Numbers are given anew by first use, one
 * for each quote and verdict, so that a verdict holds for all that its number marks.
 */
export function verifyAnswer(
  written: string,
  evidence: PassageEvidence[],
): { text: string; citations: OutputCitation[] } {
  const passages = evidence.map(({ passage }) => passage);
  const citations = new Map<string, OutputCitation>();
  const cite = (support: Support, verdict: Verdict): OutputCitation[] => {
    const from = evidence[support.passage];
    if (!from) return [];
    const { start, end } = support.span;
    const key = [verdict, start, end, sameText(from.passage)].join("\n");
    const citation = citations.get(key) ?? {
      index: citations.size + 1,
      chunkId: from.chunk.chunkId,
      pageNumber: from.isSummary ? from.chunk.pageNumber : pageOf(from, support.span),
      span: from.isSummary ? null : { start, end },
      verdict,
    };
    citations.set(key, citation);
    return [citation];
  };

  const gate = createStatementGate();
  const cutter = createStatementCutter(passages.length);
  for (const event of [...cutter.push(written), ...cutter.end()]) {
    if (event.type === "delta") gate.hold(event.text);
    if (event.type !== "statement") continue;
    const verified = gate.verify(event.statement, passages);
    if (!verified) continue;
    const { text, supports } = verified;
    // What is in a summary need not be in the source.
    const isSummed = supports.some(({ passage }) => evidence[passage]?.isSummary);
    const cited = new Set(supports.flatMap((each) => cite(each, isSummed ? "unverified" : verified.verdict)));
    gate.release(withMarkers({ text, citations: [...cited] }, citationMarker));
  }
  return { text: gate.text() || nothingVerified, citations: [...citations.values()] };
}
