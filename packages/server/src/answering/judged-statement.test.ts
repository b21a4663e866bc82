import { expect, it } from "vitest";
import type { AskJudge, Opinion } from "../models/judge.ts";
import type { Passage } from "./answerer.ts";
import { createAnswerJudge } from "./judged-statement.ts";
import type { VerifiedStatement } from "./verify/verified-statement.ts";

const never = AbortSignal.any([]);
const passage = (text: string, sectionTitle = ""): Passage => ({
  ...{ fileId: "f", fileName: "a.pdf", elementId: "e", elementType: "NarrativeText", pageNumber: 1 },
  ...{ sectionNumber: 1, sectionTitle, text, score: 1 },
});
const evidence = "The ferry to Texel leaves at 9 o'clock and takes 20 minutes.";

const statement = (
  text: string,
  verdict: VerifiedStatement["verdict"] = "unverified",
): VerifiedStatement => ({
  text,
  verdict,
  supports: [{ passage: 0, span: { start: 0, end: evidence.length } }],
});

function judgeThat(opinion: Opinion | null) {
  const asked: { statement: string; evidence: readonly string[] }[] = [];
  const ask: AskJudge = async (said, texts) => {
    asked.push({ statement: said, evidence: texts });
    return opinion && { judge: "test", opinion, score: 0.95, usage: { tokensIn: 7, calls: 1 } };
  };
  return { judge: createAnswerJudge(ask), asked };
}

it("verifies what a judge finds supported, and says who judged", async () => {
  const { judge, asked } = judgeThat("supported");
  const found = await judge.look(
    statement("One sails for Texel at 9."),
    [passage(evidence, "Ferries › Texel")],
    never,
  );
  expect(found).toMatchObject({
    verdict: "verified",
    judged: { judge: "test", opinion: "supported", score: 0.95 },
  });
  expect(asked).toEqual([
    { statement: "One sails for Texel at 9.", evidence: [`Ferries › Texel\n${evidence}`] },
  ]);
  expect(judge.usage()).toMatchObject({ tokensIn: 7, calls: 1 });
});

it.each([
  ["another number", "One sails for Texel at 11."],
  ["another name", "One sails for Ameland at 9."],
])("believes no judge that supports %s", async (_, text) => {
  const found = await judgeThat("supported").judge.look(statement(text), [passage(evidence)], never);
  expect(found).toMatchObject({ verdict: "unverified", judged: { opinion: "unsure" } });
});

it.each(["contradicted", "unsure"] as const)("marks what a judge finds %s, and keeps it", async (opinion) => {
  const said = statement("Nobody can sail for Texel.");
  const found = await judgeThat(opinion).judge.look(said, [passage(evidence)], never);
  expect(found).toMatchObject({ text: said.text, verdict: "unverified", judged: { opinion } });
});

it("asks for nothing that rules have decided, and nothing without evidence", async () => {
  const { judge, asked } = judgeThat("contradicted");
  for (const verdict of ["verified", "repaired"] as const)
    expect(await judge.look(statement(evidence, verdict), [passage(evidence)], never)).toEqual(
      statement(evidence, verdict),
    );
  await judge.look({ ...statement("Hello."), supports: [] }, [passage(evidence)], never);
  expect(asked).toEqual([]);
});

it("changes nothing when the judge fails, and asks it no more for this answer", async () => {
  const { judge, asked } = judgeThat(null);
  const said = statement("One sails for Texel.");
  for (let times = 0; times < 3; times += 1)
    expect(await judge.look(said, [passage(evidence)], never)).toEqual(said);
  expect(asked).toHaveLength(1);
});

it("asks about a limited number of statements", async () => {
  const { judge, asked } = judgeThat("unsure");
  for (let times = 0; times < 40; times += 1)
    await judge.look(statement("One sails for Texel."), [passage(evidence)], never);
  expect(asked).toHaveLength(24);
});

it("shows the judge the part of a long passage that the statement rests on", async () => {
  const { judge, asked } = judgeThat("unsure");
  const before = "Ships are painted. ".repeat(200);
  const text = `${before}${evidence} ${before}`;
  const span = { start: before.length, end: before.length + evidence.length };
  await judge.look(
    { ...statement("One sails for Texel."), supports: [{ passage: 0, span }] },
    [passage(text)],
    never,
  );
  const [shown = ""] = asked[0]?.evidence ?? [];
  expect(shown).toContain(evidence);
  expect(shown.length).toBeLessThan(1_500);
});
