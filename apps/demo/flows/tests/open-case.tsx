"use client";

import { useRunCases } from "@headwater/react-hooks";
import type { FlowRun, FlowTestCase, RunCase } from "@headwater/spec";
import { Link } from "../../shell/link.tsx";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { compareRunsAddress } from "../addresses.ts";
import { useDraftState } from "../draft/draft-context.ts";
import { MoveList } from "../ranks/move-list.tsx";
import { movedPassages } from "../ranks/moved-passages.ts";
import { TakeAsExpected } from "./take-as-expected.tsx";
import { WhyItBroke } from "./why-it-broke.tsx";
import { type DiffPiece, wordDiff } from "./word-diff.ts";

type Properties = { each: FlowTestCase; runs: readonly FlowRun[] };

/** A case against the last run in which it passed: the answer, the passages that moved, and why. */
export function OpenCase({ each, runs }: Properties) {
  const name = useDraftState(({ saved }) => saved.name);
  const latest = runs[0]?.run_id;
  const green = each.green_run_id === latest ? undefined : (each.green_run_id ?? undefined);
  const now = useRunCases(name, latest, { question: each.question });
  const then = useRunCases(name, green, { question: each.question });
  const error = now.error ?? then.error;
  if (error) return <TroubleNote error={error} />;
  const came = now.data?.cases[0];
  const before = then.data?.cases[0];
  if (!came || (green !== undefined && !then.data)) return <p className="wait open-wait">Reading the case</p>;
  return (
    <div className={each.passes === false ? "open columns" : "open columns well"}>
      {came.answer === null ? null : <Answer now={came.answer} before={before?.answer ?? null} />}
      <span className="label">Passages</span>
      <Passages now={came} before={before} />
      {each.passes === false ? <WhyItBroke runs={runs} greenRunId={green} /> : null}
      <p className="acts2 strip reach">
        <a href="#trace">Trace of this run</a>
        {green && latest ? (
          <Link href={compareRunsAddress(name, green, latest, each.question)} prefetch={false}>
            Compare with the last green run
          </Link>
        ) : null}
        {each.passes === false ? <TakeAsExpected came={came} /> : null}
      </p>
    </div>
  );
}

function Answer({ now, before }: { now: string; before: string | null }) {
  return (
    <>
      <span className="label">Answer</span>
      <div>
        <p className="say num">
          {wordDiff(before ?? now, now).map((piece, at) => (
            <Piece key={at} {...piece} />
          ))}
        </p>
        {before === null || before === now ? null : (
          <p className="hint">Struck out: the last green run. Underlined: this one.</p>
        )}
      </div>
    </>
  );
}

/** The space behind a word belongs to neither text. */
function Piece({ kind, text }: DiffPiece) {
  if (kind === "same") return text;
  const words = text.trimEnd();
  const Mark = kind === "before" ? "del" : "ins";
  return (
    <>
      <Mark>{words}</Mark>
      {text.slice(words.length)}
    </>
  );
}

function Passages({ now, before }: { now: RunCase; before: RunCase | undefined }) {
  if (now.passages.length === 0 && !before?.passages.length) return <p className="faint">None was found.</p>;
  if (!before)
    return <MoveList moves={now.passages.map((passage, at) => ({ after: { rank: at + 1, passage } }))} />;
  const moved = movedPassages(before.passages, now.passages).filter(
    (move) => move.before?.rank !== move.after?.rank,
  );
  if (moved.length === 0) return <p className="faint">The same, in the same order.</p>;
  return <MoveList moves={moved} />;
}
