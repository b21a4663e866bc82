import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeWordIndex } from "../../../testing/contracts/word-index.contract.ts";
import { type OpenWordIndex, openIndexedProject } from "../../../testing/indexed-project.ts";
import { needsSearch, type SearchCluster, startSearchCluster } from "../../../testing/search-cluster.ts";
import { playWordHistory } from "../../../testing/word-histories.ts";
import { aliasOf, createGeneration, listGenerations } from "./generations.ts";
import { createSearchClient, type SearchClient } from "./open-search-client.ts";
import { parseOpenSearchAddress } from "./opensearch-address.ts";
import { createOpenSearchWords } from "./opensearch-words.ts";
import { wordOf } from "./write-chunks.ts";

needsSearch("with an OpenSearch node", () => {
  let cluster: SearchCluster;
  let client: SearchClient;
  const storeId = randomUUID();
  beforeAll(async () => {
    cluster = await startSearchCluster();
    client = createSearchClient(parseOpenSearchAddress(cluster.address));
  });
  afterAll(async () => {
    await client?.close();
    await cluster?.stop();
  });

  /** The first index of a node that has just started takes seconds. */
  const patient = { waitMs: 60_000, fillingWaitMs: 60_000 };
  /** The keeper works beside each search, as its timer lets it. */
  const openWith =
    (chunksAtOnce?: number): OpenWordIndex =>
    (store) => {
      const words = createOpenSearchWords({ client, store, storeId, chunksAtOnce }, patient);
      const beside = async <T>(work: Promise<T>): Promise<T> => {
        let isPending = true;
        const settled = work.finally(() => {
          isPending = false;
        });
        const keep = async () => {
          for (; isPending; await new Promise(setImmediate)) await words.tidy();
        };
        return (await Promise.all([settled, keep()]))[0];
      };
      return {
        ...words,
        search: (...asked) => beside(words.search(...asked)),
        searchAll: (...asked) => beside(words.searchAll(...asked)),
      };
    };

  describeWordIndex("in OpenSearch", openWith());

  const generations = (projectId: string) => listGenerations(client, aliasOf(storeId, projectId));
  /** As where the form of the index has changed: the old one answers until the new one is whole. */
  const beginAnew = async (projectId: string) => {
    const [old] = await generations(projectId);
    await createGeneration(client, aliasOf(storeId, projectId), {
      number: 1_000,
      answers: false,
      readTo: old?.cursor.readTo ?? 0,
    });
  };

  describe("in the course of time", () => {
    let folder: string;
    let project: Awaited<ReturnType<typeof openIndexedProject>>;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "headwater-words-"));
      project = await openIndexedProject(join(folder, "headwater.sqlite"), {}, openWith(10));
    });
    afterEach(async () => {
      await project.close();
      await rm(folder, { recursive: true });
    });

    it("keeps nothing of what was deleted in its files once that is merged away", async () => {
      const canary = await project.add(["canaryword shared other words"]);
      await project.add(["shared other words", "words that stay"]);
      expect(await project.found(["canaryword"])).toHaveLength(1);
      await client.ask({ method: "POST", path: "/_flush?force=true" });
      const traces = [wordOf(project.hashOf("canaryword")), canary.versionId, canary.fileId];
      for (const trace of traces) expect(await cluster.filesWith(trace)).not.toEqual([]);
      await project.stores.sources.remove(project.projectId, canary.fileId);
      expect(await project.index.clear()).toBe(true);
      await expect
        .poll(
          async () => {
            await project.index.tidy();
            return (await Promise.all(traces.map(cluster.filesWith))).flat();
          },
          { timeout: 90_000, interval: 1_000 },
        )
        .toEqual([]);
      // The database does not say any more that something is to be cleared.
      expect(await project.index.clear()).toBe(false);
      expect(await project.found(["shared"])).toHaveLength(1);
    });

    it("is made anew beside the old index, which answers until the new one is whole, over crashes too", async () => {
      const first = await project.add(["shared first"]);
      const documents = [];
      for (let at = 0; at < 40; at++) documents.push(await project.add([`shared w${at}`, `words w${at}`]));
      await expect.poll(() => project.search(["shared"], { limit: 100 })).toHaveLength(41);
      await beginAnew(project.projectId);
      let steps = 0;
      for (let expected = 41; ; steps++) {
        await project.index.tidy();
        const [answering, ...others] = await generations(project.projectId);
        if (others.length === 0) {
          expect(answering).toMatchObject({ answers: true, cursor: { filledTo: null } });
          expect(answering?.name).toMatch(/-1000$/);
          break;
        }
        if (steps === 1) {
          await project.stores.sources.remove(project.projectId, first.fileId);
          await project.stores.sources.remove(project.projectId, documents.at(-1)?.fileId ?? "");
          await project.add(["shared late"]);
          expected = 40;
        }
        if (steps === 2) project.restart();
        expect(await project.search(["shared"], { limit: 100 })).toHaveLength(expected);
      }
      expect(steps).toBeGreaterThan(3);
      expect(await project.search(["shared"], { limit: 100 })).toHaveLength(40);
      expect(await project.found(["late"])).toHaveLength(1);
      expect(await project.index.compare(project.projectId)).toEqual({ missing: 0, leftOver: 0 });
    });

    it("is filled again after it was lost, and follows a database that was brought back from before", async () => {
      await project.add(["shared one"]);
      expect(await project.found(["shared"])).toHaveLength(1);
      for (const { name } of await generations(project.projectId))
        await client.ask({ method: "DELETE", path: `/${name}` });
      project.restart();
      expect(await project.found(["shared"])).toHaveLength(1);
      project.rewrite((sqlite) => sqlite.exec("delete from word_changes; delete from sqlite_sequence"));
      project.restart();
      await project.index.compare(project.projectId);
      await project.add(["shared two"]);
      expect(await project.found(["shared"])).toHaveLength(2);
    });

    it("has no index of a project that was removed", async () => {
      await project.add(["shared"]);
      expect(await project.found(["shared"])).toHaveLength(1);
      expect(await generations(project.projectId)).toHaveLength(1);
      project.rewrite((sqlite) =>
        sqlite.exec("delete from word_changes; update versions set status = 'removed'"),
      );
      project.restart();
      await project.index.tidy();
      expect(await generations(project.projectId)).toEqual([]);
    });
  });

  it.each([21, 22])(
    "finds what a look at every chunk finds, whatever happened: history %i",
    async (seed) => {
      expect(await playWordHistory(seed, 60, { open: openWith(), renew: beginAnew })).toEqual([]);
    },
    240_000,
  );
});
