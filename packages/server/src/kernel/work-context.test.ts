import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { inContext, workContext } from "./work-context.ts";

it("goes along with awaited work and generators, and ends with it", async () => {
  const seen: (string | undefined)[] = [];
  const work = async () => {
    await nextTurn();
    seen.push(workContext()?.projectId);
  };
  async function* stream() {
    await nextTurn();
    yield workContext()?.projectId;
  }
  const drain = async () => {
    await work();
    for await (const projectId of stream()) seen.push(projectId);
  };
  await Promise.all([inContext({ projectId: "a" }, drain), inContext({ projectId: "b" }, work)]);
  expect(seen.sort()).toEqual(["a", "a", "b"]);
  expect(workContext()).toBeUndefined();
});
