/**
 * What the memory of a conversation is worth: each turn of many dialogues is asked with what was said before, and the same
 * words alone. Usage:
 *
 *     node bench/follow-ups.ts [--verbose]
 *
 * Asks the built-in answerer, or the model that the settings in the environment name, in this process. The folder of the
 * shared dialogues is `HEADWATER_CORPORA`, by default `../shared/corpora` beside the project. A turn is found when its
 * passage is in the first five chunks; right when the answer cites it first, or when nothing answers and nothing is
 * answered. First questions of a dialogue do not count: there is nothing to remember.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Turn } from "../packages/server/src/answering/conversation-store.ts";
import { rememberedTurns } from "../packages/server/src/answering/remembered-turns.ts";
import {
  type AskedTurn,
  type DialogueSet,
  readOwnDialogues,
  readSharedDialogues,
} from "./corpora/follow-ups.ts";
import { benchModels } from "./support/configured-models.ts";
import { type ReadAnswer, withDialogueReader } from "./support/dialogue-reader.ts";
import { type Figure, printReport } from "./support/report.ts";

const { values: options } = parseArgs({ options: { verbose: { type: "boolean" } } });
const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
const { answerer, rewriteQuestion } = benchModels();
const never = new AbortController().signal;
const chunksLookedAt = 5;

type Judged = { found: boolean | null; right: boolean; says: boolean | null };
type Outcome = {
  dialogue: number;
  turn: AskedTurn;
  changed: boolean;
  memory: Judged;
  alone: Judged;
  complete: Judged | null;
};

function judge({ isRight, isUnanswerable, says }: AskedTurn, { text, cited, found }: ReadAnswer): Judged {
  if (isUnanswerable) return { found: null, right: cited.length === 0, says: null };
  return {
    says: says === undefined ? null : text.includes(says),
    found: found.slice(0, chunksLookedAt).flat().some(isRight),
    right: cited.some(isRight),
  };
}

const verdict = (memory: boolean | null, alone: boolean | null): string =>
  memory === alone ? (memory ? "right" : "wrong") : memory ? "BETTER" : "WORSE";

async function askDialogues({ files, dialogues }: DialogueSet): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await withDialogueReader(files, answerer, async ({ search, answer }) => {
    for (const [dialogue, { id, turns }] of dialogues.entries()) {
      const stored: Turn[] = [];
      for (const turn of turns) {
        const history = (await rememberedTurns({ turns: async () => stored }, "", "")) ?? [];
        const { asked, complete, recorded, judged } = turn;
        const question = await rewriteQuestion(asked, history, { search, signal: never });
        const given = judged || recorded === undefined ? await answer(asked, question, history) : undefined;
        if (given && judged && history.length > 0) {
          const alone = judge(turn, await answer(asked, asked.trim(), []));
          const memory = judge(turn, given);
          const told = complete === null ? null : judge(turn, await answer(complete, complete, []));
          const changed = question !== asked.trim();
          outcomes.push({ dialogue, turn, changed, memory, alone, complete: told });
          if (options.verbose)
            console.log(
              `${id} | found ${verdict(memory.found, alone.found)}, answer ${verdict(memory.right, alone.right)}, words ${verdict(memory.says, alone.says)}${told ? `, complete ${told.right}` : ""} | ${history.at(-1)?.resolvedQuestion} » ${asked}${changed ? ` → ${question}` : ""}`,
            );
        }
        const said = recorded ?? given?.text ?? "";
        stored.push({
          question: asked,
          resolvedQuestion: question,
          answer: said,
          fileIds: [],
          askedAt: new Date(0),
        });
      }
    }
  });
  return outcomes;
}

const percent = (part: number, whole: number): string => `${((100 * part) / (whole || 1)).toFixed(1)} %`;
const maxWorse = 0.02;
const minRight = 0.7;

function figuresOf(name: string, outcomes: Outcome[]): Figure[] {
  const sides = (of: (judged: Judged) => boolean | null) => {
    const asked = outcomes.filter(({ memory }) => of(memory) !== null);
    const count = (isCounted: (outcome: Outcome) => boolean | null) => asked.filter(isCounted).length;
    return {
      asked: asked.length,
      right: count(({ memory }) => of(memory)),
      alone: count(({ alone }) => of(alone)),
      complete: asked.every(({ complete }) => complete)
        ? count(({ complete }) => complete && of(complete))
        : null,
      worse: count(({ memory, alone }) => !of(memory) && of(alone)),
      better: count(({ memory, alone }) => of(memory) && !of(alone)),
    };
  };
  const kinds = {
    found: (each: Judged) => each.found,
    "answered right": (each: Judged) => each.right,
    "passage answered before: right words": (each: Judged) => each.says,
  };
  const figures = Object.entries(kinds).flatMap(([kind, of]): Figure[] => {
    const { asked, right, alone, complete, worse, better } = sides(of);
    if (asked === 0) return [];
    const told = complete === null ? "" : `; asked in full ${percent(complete, asked)}`;
    return [
      {
        what: `${name}, ${asked} turns: ${kind}`,
        measured: percent(right, asked),
        against: `alone ${percent(alone, asked)}${told}`,
        aim: `≥ ${100 * minRight} %`,
        met: right >= minRight * asked,
      },
      {
        what: `… ${kind}: worse than alone, better than alone`,
        measured: `${percent(worse, asked)} (${worse}), ${percent(better, asked)} (${better})`,
        aim: `≤ ${100 * maxWorse} % worse`,
        met: worse <= maxWorse * asked,
      },
    ];
  });
  const standing = outcomes.filter(({ turn }) => turn.standsAlone);
  if (standing.length === 0) return figures;
  const kept = standing.filter(({ changed }) => !changed).length;
  return [
    ...figures,
    { what: "… questions that stand alone: left alone", measured: `${kept} of ${standing.length}` },
  ];
}

const own = await askDialogues(await readOwnDialogues("dialogues.json"));
const later = await askDialogues(await readOwnDialogues("dialogues-later.json"));
const shared = await askDialogues(await readSharedDialogues(join(corpora, "conversations/tasks.jsonl")));
printReport([
  ...figuresOf(
    "our own, the half that chose",
    own.filter(({ dialogue }) => dialogue % 2 === 0),
  ),
  ...figuresOf(
    "our own, the half that judges",
    own.filter(({ dialogue }) => dialogue % 2 === 1),
  ),
  ...figuresOf("our own, written later", later),
  ...figuresOf("conversations", shared),
  ...figuresOf(
    "conversations, those with an answer",
    shared.filter(({ turn }) => !turn.isUnanswerable),
  ),
  ...figuresOf("all", [...own, ...later, ...shared]),
]);
