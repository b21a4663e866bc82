import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { createManualTimer } from "../../../testing/manual-timer.ts";
import { writeTinyEncoder } from "../../../testing/tiny-encoder/write-tiny-encoder.ts";
import { type LocalEmbedder, openLocalEmbedder } from "./local-embedder.ts";

const entry = new URL("../../compose/encoder-thread.ts", import.meta.url);
const never = new AbortController().signal;

const dot = (one: Float32Array | undefined, other: Float32Array | undefined): number =>
  Array.from(one ?? []).reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0);

describe("an embedding model in a folder", () => {
  let folder: string;
  const opened: LocalEmbedder[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-encoder-"));
    await writeTinyEncoder(folder);
  });
  afterEach(async () => {
    for (const embedder of opened.splice(0)) await embedder.close();
    await rm(folder, { recursive: true });
  });
  const open = async (path = folder) => {
    const embedder = await openLocalEmbedder(path, entry);
    opened.push(embedder);
    return embedder;
  };
  const config = (name: string, content: object) => writeFile(join(folder, name), JSON.stringify(content));

  it("puts texts of one meaning near each other, with vectors of length 1, in the order of the texts", async () => {
    const { embed } = await open();
    const texts = ["The physician bought a vessel.", "Doctor, ship acquired!", "A wage in francs"];
    const { vectors, usage } = await embed(texts, "passage", never);
    expect(vectors.map((vector) => Math.round(dot(vector, vector) * 1e5) / 1e5)).toEqual([1, 1, 1]);
    expect(dot(vectors[0], vectors[1])).toBeCloseTo(1);
    expect(dot(vectors[0], vectors[2])).toBeCloseTo(0);
    expect(usage.tokensIn).toBeGreaterThan(10);
  });

  it("runs questions before passages that someone waits for, and these before those of the background", async () => {
    const { embed } = await open();
    const order: string[] = [];
    const asked = (["background", "now"] as const).flatMap((urgency) =>
      (["passage", "query"] as const).map((purpose) =>
        embed(["car", "ship"], purpose, never, urgency).then(() => order.push(`${urgency} ${purpose}`)),
      ),
    );
    await Promise.all(asked);
    expect(order.slice(0, 2)).toEqual(["now query", "now passage"]);
  });

  it("reads no more tokens of a text than the model takes", async () => {
    const { embed } = await open();
    const { usage } = await embed(["car ".repeat(10_000)], "passage", never);
    expect(usage.tokensIn).toBe(64);
  });

  it("takes a text without a known word, and an empty one", async () => {
    const { embed } = await open();
    const { vectors } = await embed(["zebra", ""], "query", never);
    expect(vectors.map((vector) => dot(vector, vector))).toEqual([0, 0]);
  });

  it("takes the vector of the first token where the folder says so", async () => {
    await mkdir(join(folder, "1_Pooling"));
    await config("1_Pooling/config.json", { pooling_mode_cls_token: true });
    const { embed } = await open();
    // The first token is [CLS], which means nothing to the tiny model.
    expect(dot(...((await embed(["car", "car"], "passage", never)).vectors as [never, never]))).toBe(0);
  });

  it("puts the folder's prefixes before questions and passages", async () => {
    await config("config_sentence_transformers.json", { prompts: { query: "doctor ", passage: "ship " } });
    const { embed } = await open();
    const [query] = (await embed(["nothing"], "query", never)).vectors;
    const [passage] = (await embed(["nothing"], "passage", never)).vectors;
    const [doctor] = (await embed(["physician"], "query", never)).vectors;
    expect(dot(query, doctor)).toBeCloseTo(1);
    expect(dot(query, passage)).toBeCloseTo(0);
  });

  it("names its space by what makes the vectors: the same in another folder, another for another model", async () => {
    const first = await open();
    const copy = join(folder, "copy");
    await writeTinyEncoder(copy);
    expect((await open(copy)).space).toBe(first.space);
    await writeTinyEncoder(copy, [["car"], ["doctor"]]);
    expect((await open(copy)).space).not.toBe(first.space);
    await config("config_sentence_transformers.json", { prompts: { query: "query: " } });
    expect((await open()).space).not.toBe(first.space);
  });

  it("loads a folder whose files have other names and no config.json, and puts no prefix before one that is there", async () => {
    const other = join(folder, "multilingual-e5-tiny");
    await mkdir(other);
    await rename(join(folder, "onnx", "model.onnx"), join(other, "e5-q.onnx"));
    await rename(join(folder, "tokenizer.json"), join(other, "e5-q-tokenizer.json"));
    await rename(join(folder, "tokenizer_config.json"), join(other, "tokenizer_config.json"));
    const { embed } = await open(other);
    const tokens = async (text: string) => (await embed([text], "query", never)).usage.tokensIn;
    // [CLS] query : car [SEP]
    expect(await tokens("car")).toBe(5);
    expect(await tokens("query: car")).toBe(5);
  });

  it("says what is wrong with a folder that holds no encoder", async () => {
    await expect(open(join(folder, "nowhere"))).rejects.toThrow(
      /nowhere can't be used as an embedding model: there is no such folder/,
    );
    await rm(join(folder, "onnx"), { recursive: true });
    await expect(open()).rejects.toThrow("it has no model.onnx, and no onnx/model*.onnx");
    await rm(join(folder, "tokenizer.json"));
    await expect(open()).rejects.toThrow("it has no tokenizer.json");
  });

  it.each([
    ["config.json", "{", "config.json can't be read"],
    ["config.json", "[]", "config.json is not a JSON object"],
    ["1_Pooling/config.json", '{"pooling_mode_lasttoken":true}', "another pooling than mean or cls"],
  ])("refuses a folder whose %s is %s", async (name, content, message) => {
    await mkdir(join(folder, "1_Pooling"));
    await writeFile(join(folder, name), content);
    await expect(open()).rejects.toThrow(message);
  });

  it("says that a model can't be loaded, and works once its file is whole", async () => {
    await writeFile(join(folder, "onnx", "model.onnx"), "no model");
    const { embed } = await open();
    await expect(embed(["car"], "query", never)).rejects.toThrow(
      /^The embedding model in .* can't be used now: .*protobuf/i,
    );
    await writeTinyEncoder(folder);
    expect((await embed(["car"], "query", never)).vectors).toHaveLength(1);
  });

  it("ends with its caller's signal, and refuses more calls than it can hold", async () => {
    const { embed } = await open();
    await expect(embed(["car"], "query", AbortSignal.abort())).rejects.toThrow("aborted");
    const leaving = new AbortController();
    const calls = Array.from({ length: 300 }, () => embed(["car"], "passage", leaving.signal));
    const settled = Promise.allSettled(calls);
    leaving.abort(new Error("the caller left"));
    const reasons = (await settled).map((result) =>
      result.status === "rejected" ? result.reason.message : "",
    );
    expect(reasons.filter((reason) => reason === "the caller left").length).toBeGreaterThan(200);
    expect(reasons.filter((reason) => /too many texts are waiting/.test(reason)).length).toBeGreaterThan(10);
  });

  it("gives up a text that takes too long, and goes on with the next", async () => {
    const { timer, pass } = createManualTimer(createManualClock());
    const embedder = await openLocalEmbedder(folder, entry, timer);
    opened.push(embedder);
    const slow = expect(embedder.embed(["car"], "query", never)).rejects.toThrow(
      "it did not answer within 60 s",
    );
    await pass(60_000);
    await slow;
    expect((await embedder.embed(["car"], "query", never)).vectors).toHaveLength(1);
  });

  it("refuses what waits when it is closed", async () => {
    const { embed, close } = await open();
    const waiting = Promise.allSettled([1, 2, 3].map(() => embed(["car"], "passage", never)));
    await close();
    // The text that the encoder is at may be finished.
    const [, ...others] = (await waiting).map(({ status }) => status);
    expect(others).toEqual(["rejected", "rejected"]);
    await expect(embed(["car"], "passage", never)).rejects.toThrow("the service is stopping");
  });
});
