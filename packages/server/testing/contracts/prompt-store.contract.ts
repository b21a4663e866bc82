import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Prompt } from "../../src/flows/flow/prompt-store.ts";
import { newId } from "../../src/kernel/ids.ts";
import { addProject, createdAt } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describePromptStore = (name: string, open: OpenStores): void => {
  describe(`PromptStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const add = async (text: string, ofProject = projectId): Promise<Prompt> => {
      const prompt = { promptId: newId(), projectId: ofProject, name: `On \u0000 ${text}`, text, createdAt };
      await stores.prompts.create(prompt);
      return prompt;
    };

    it("finds and lists the prompts of a project as they were created", async () => {
      const other = await addProject(stores);
      const foreign = await add("foreign", other.projectId);
      const prompts = [await add("{question} \ud83d"), await add("{context}")];
      const byId = (list: Prompt[]) => list.toSorted((a, b) => (a.promptId < b.promptId ? -1 : 1));
      expect(await stores.prompts.list(projectId)).toEqual(byId(prompts));
      expect(await stores.prompts.find(projectId, prompts[0]?.promptId ?? "")).toEqual(prompts[0]);
      expect(await stores.prompts.find(projectId, foreign.promptId)).toBeNull();
    });

    it("replaces name and text of the project's own prompts", async () => {
      const other = await addProject(stores);
      const prompt = await add("before");
      const after = { name: "New", text: "after \u0000" };
      expect(await stores.prompts.replace(projectId, prompt.promptId, after)).toEqual({
        ...prompt,
        ...after,
      });
      expect(await stores.prompts.find(projectId, prompt.promptId)).toMatchObject(after);
      expect(await stores.prompts.replace(other.projectId, prompt.promptId, after)).toBeNull();
      expect(await stores.prompts.replace(projectId, newId(), after)).toBeNull();
    });

    it("removes the project's own prompts", async () => {
      const other = await addProject(stores);
      const { promptId } = await add("x");
      expect(await stores.prompts.remove(other.projectId, promptId)).toBe(false);
      expect(await stores.prompts.remove(projectId, promptId)).toBe(true);
      expect(await stores.prompts.remove(projectId, promptId)).toBe(false);
      expect(await stores.prompts.list(projectId)).toEqual([]);
    });
  });
};
