import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeTinyEncoder, writeTinyJudge } from "../../../testing/tiny-encoder/write-tiny-encoder.ts";
import { type LocalJudge, openLocalJudge } from "./local-judge.ts";

const entry = new URL("../../compose/encoder-thread.ts", import.meta.url);
const never = new AbortController().signal;
const filler = "and so on ".repeat(60);

describe("a judge in a folder", () => {
  let folder: string;
  const opened: LocalJudge[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-judge-"));
  });
  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close();
    await rm(folder, { recursive: true });
  });
  const open = async () => {
    const judge = opened[0] ?? (await openLocalJudge(folder, entry));
    opened[0] = judge;
    return judge.judge;
  };
  const opinion = async (statement: string, ...evidence: string[]) =>
    (await (await open())(statement, evidence, never)).opinion;

  it("says whether the evidence supports a statement, contradicts it, or neither, and how sure it is", async () => {
    await writeTinyJudge(folder);
    const judge = await open();
    const found = await Promise.all(
      ["The page agrees.", "The page denies.", "The page."].map((text) => judge("So it is.", [text], never)),
    );
    expect(found.map(({ opinion: each }) => each)).toEqual(["supported", "contradicted", "unsure"]);
    expect(found[0]?.score).toBeGreaterThan(0.99);
    expect(folder.endsWith(found[0]?.judge ?? "?")).toBe(true);
  });

  it("goes by the names of the classes, not by their order", async () => {
    await writeTinyJudge(folder, { labels: ["contradiction", "entailment", "neutral"] });
    expect(await opinion("So it is.", "The page agrees.")).toBe("supported");
  });

  it("never verifies with a model that knows contradictions only", async () => {
    await writeTinyJudge(folder, { labels: ["neutral", "contradiction"] });
    expect(await opinion("So it is.", "The page agrees.")).toBe("unsure");
    expect(await opinion("So it is.", "The page denies.")).toBe("contradicted");
  });

  it("is supported by one of several passages, and contradicted by all of them together", async () => {
    await writeTinyJudge(folder);
    expect(await opinion("So it is.", "The page.", "The page agrees.")).toBe("supported");
    expect(await opinion("So it is.", "The page denies.", "The page.")).toBe("contradicted");
  });

  it("reads a statement whole, and of long evidence the beginning", async () => {
    await writeTinyJudge(folder);
    expect(await opinion("The clerk denies it.", filler)).toBe("contradicted");
    expect(await opinion("So it is.", `${filler} and agrees.`)).toBe("unsure");
  });

  it("fills up what a model reads that takes one number of tokens only", async () => {
    await writeTinyJudge(folder, { tokens: 32 });
    expect(await opinion("So it is.", "The page agrees.")).toBe("supported");
    expect(await opinion("The clerk denies it.", filler)).toBe("contradicted");
  });

  it("refuses a folder whose classes have no names, and one that holds another model", async () => {
    await writeTinyJudge(folder, { labels: ["LABEL_0", "LABEL_1"] });
    await expect(open()).rejects.toThrow(
      `${folder} can't be used as a judge: its config.json does not say which class is which (LABEL_0, LABEL_1).`,
    );
    await writeTinyEncoder(folder);
    await expect(open()).rejects.toThrow("does not say which class is which (no id2label)");
  });

  it("makes no caller wait for a thread that does not answer", async () => {
    await writeTinyJudge(folder);
    const silent = new URL("data:text/javascript,setInterval(() => {}, 1_000)");
    const judge = await openLocalJudge(folder, silent);
    opened[0] = judge;
    const leaving = new AbortController();
    const asked = judge.judge("So it is.", ["The page."], leaving.signal);
    // The thread has the text by then.
    await setImmediate();
    leaving.abort(new Error("it takes too long"));
    await expect(asked).rejects.toThrow("it takes too long");
  });

  it("says that a model is damaged when it is used", async () => {
    await writeTinyJudge(folder);
    await writeFile(join(folder, "model.onnx"), "no model");
    await expect(opinion("So it is.", "The page.")).rejects.toThrow(
      `The judge in ${folder} can't be used now: `,
    );
  });
});
