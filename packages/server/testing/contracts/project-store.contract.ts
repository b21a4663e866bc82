import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { addProject, createdAt, exampleToken } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describeProjectStore = (name: string, open: OpenStores): void => {
  describe(`ProjectStore: ${name}`, () => {
    let stores: StoresUnderTest;
    beforeEach(async () => {
      stores = await open();
    });
    afterEach(() => stores.close());

    it("finds a project by id and by name, as it was created", async () => {
      const project = { projectId: newId(), name: "Legal – Zürich", createdAt };
      await stores.projects.create(project, exampleToken(project.projectId));
      expect(await stores.projects.find(project.projectId)).toEqual(project);
      expect(await stores.projects.findByName("Legal – Zürich")).toEqual(project);
    });

    it("records the first token with the project, or neither", async () => {
      const project = { projectId: newId(), name: "legal", createdAt };
      const token = exampleToken(project.projectId);
      await stores.projects.create(project, token);
      expect(await stores.tokens.findByHash(token.hash)).toMatchObject(token);

      const second = { projectId: newId(), name: "finance", createdAt };
      const sameHash = exampleToken(second.projectId, { hash: token.hash });
      await expect(stores.projects.create(second, sameHash)).rejects.toThrow();
      expect(await stores.projects.findByName("finance")).toBeNull();

      const third = exampleToken(project.projectId);
      const taken = { projectId: newId(), name: "legal", createdAt };
      await expect(stores.projects.create(taken, third)).rejects.toThrow("legal");
      expect(await stores.tokens.findByHash(third.hash)).toBeNull();
    });

    it("returns null for an unknown id or name, and distinguishes names by case", async () => {
      await addProject(stores, "legal");
      expect(await stores.projects.find(newId())).toBeNull();
      expect(await stores.projects.findByName("Legal")).toBeNull();
    });

    it("refuses a name that is taken with a 400, and keeps the first project", async () => {
      const first = await addProject(stores, "legal");
      await expect(addProject(stores, "legal")).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining("legal"),
      });
      expect(await stores.projects.list()).toEqual([first]);
    });

    it("gives a name to only one of several concurrent creators", async () => {
      const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => addProject(stores, "legal")));
      expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await stores.projects.list()).toHaveLength(1);
    });

    it("lists projects, oldest first", async () => {
      const names = ["c", "a", "b"];
      for (const [index, projectName] of names.entries()) {
        const age = new Date(createdAt.getTime() + index);
        const project = { projectId: newId(), name: projectName, createdAt: age };
        await stores.projects.create(project, exampleToken(project.projectId));
      }
      expect((await stores.projects.list()).map((project) => project.name)).toEqual(names);
    });

    it("lists projects of the same moment by the code points of their names, whatever the database's language", async () => {
      for (const projectName of ["é", "a-b", "B", "ab", "Z", "a"]) await addProject(stores, projectName);
      const names = (await stores.projects.list()).map((project) => project.name);
      expect(names).toEqual(["B", "Z", "a", "a-b", "ab", "é"]);
    });

    it("finds a project by a name that holds a NUL character", async () => {
      const { projectId } = await addProject(stores, "legal\u0000");
      expect((await stores.projects.findByName("legal\u0000"))?.projectId).toBe(projectId);
      expect(await stores.projects.findByName("legal")).toBeNull();
    });
  });
};
