import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import { expect, test } from "vitest";
import {
  addFlow,
  exampleGraph,
  exampleRecord,
  exampleRevision,
  exampleRun,
} from "../../../testing/contracts/example-flows.ts";
import {
  addProcessedSource,
  addProject,
  addSource,
  collect,
  exampleChunks,
} from "../../../testing/contracts/examples.ts";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { defaultChunking } from "../../chunks/chunking-config.ts";
import { newId } from "../../kernel/ids.ts";
import { createStores, type Stores } from "./create-stores.ts";
import { openSqlite } from "./open-database.ts";

/**
 * A walk through a table or an index from end to end, a sort of all that was found (not of equals alone), or a list that
 * is made again for each row.
 */
const walk = /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES)|^USE TEMP B-TREE FOR ORDER BY|^CORRELATED LIST SUBQUERY/;

/** What a store asks the database while it does its work, and how the database goes about it. */
const plansOf = async (
  work: (stores: Stores) => Promise<void>,
): Promise<{ sql: string; detail: string }[]> => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-sql-"));
  const path = join(folder, "headwater.sqlite");
  const database = await openSqlite(path);
  const asked: RootOperationNode[] = [];
  const listen: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(createStores(database.withPlugin(listen), createManualClock()));
  const executor = database.getExecutor();
  const queries = asked.map((node) => executor.compileQuery(node, { queryId: newId() }));
  await database.destroy();

  const sqlite = new BetterSqlite(path);
  // Without statistics the plan hangs on tables and indexes alone: a few rows tell what 10,000 would cost.
  const plans = queries.flatMap(({ sql, parameters }) =>
    sqlite
      .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
      .all(...parameters)
      .map(({ detail }) => ({ sql, detail })),
  );
  sqlite.close();
  await rm(folder, { recursive: true });
  expect(queries.length).toBeGreaterThan(0);
  return plans;
};

/** Which of that walks through a whole table or sorts one. */
const walksOf = async (work: (stores: Stores) => Promise<void>): Promise<string[]> => {
  const walks = (await plansOf(work)).filter(({ detail }) => walk.test(detail));
  return [...new Set(walks.map(({ sql, detail }) => `${detail}: ${sql}`))];
};

const turn = (fileIds: string[]) => ({
  question: "q",
  resolvedQuestion: "q",
  answer: "a",
  fileIds,
  askedAt: new Date(),
});

test("what every request and every build asks costs the same however much is stored", async () => {
  const walks = await walksOf(async (stores) => {
    const { projectId, name } = await addProject(stores);
    const now = new Date();
    const lease = { owner: "worker", until: new Date(now.getTime() + 1_000) };
    const { fileId, versionId, buildId, chunkSetId, elements, chunks } = await addProcessedSource(
      stores,
      projectId,
    );
    await stores.projects.findByName(name);
    await stores.tokens.findByHash("absent");
    await stores.sources.find(projectId, fileId);
    await stores.sources.list(projectId, [fileId]);
    await stores.sources.findByName(projectId, "report.pdf");
    await stores.sources.usesContent(projectId, "ab");
    await stores.builds.find(projectId, buildId);
    await stores.builds.claim(lease, now, "quick");
    await stores.builds.renew(buildId, lease, null);
    await stores.builds.isLatest(fileId, buildId);
    await stores.builds.counts();
    await stores.builds.requeue("worker");
    await stores.builds.isHeld(fileId, now);
    await stores.builds.complete(buildId, "worker", {
      totalPartitions: 1,
      totalPages: 1,
      failedPages: [],
      message: null,
    });
    await stores.builds.claim(lease, now, "quick");
    await stores.elements.active(fileId);
    await stores.elements.list(versionId, { type: "Title", pageNumbers: [1] }, { number: 1, size: 10 });
    await stores.elements.located(elements.map(({ elementId }) => ({ versionId, elementId })));
    await stores.chunks.findActive(
      projectId,
      chunks.map(({ chunkId }) => chunkId),
    );
    await collect(stores.chunks.listSet(chunkSetId, 10));
    await stores.chunks.activeSets(projectId, defaultChunking);
    await stores.conversations.append(projectId, "c", turn([fileId]));
    await stores.conversations.append(projectId, "c", turn([fileId]));
    await stores.conversations.turns(projectId, "c", 5);
    await stores.conversations.list(projectId, { number: 1, size: 10 });
    await stores.conversations.find(projectId, "c");
    await stores.conversations.rename(projectId, "c", "title");
    await stores.conversations.keptAnswer(projectId, "key");
    await stores.conversations.removeOld(now);
    await stores.conversations.removeOld(now, projectId);
    await stores.conversations.forgetKeptBefore(now);
    const further = { chunkSetId: newId(), versionId, config: { ...defaultChunking, target: 450 } };
    await stores.chunks.addSet(projectId, fileId, further, exampleChunks(1));
    await stores.chunks.findSets([versionId], further.config);
    await stores.chunks.listSets([further.chunkSetId], { offset: 0, limit: 10 });
    await stores.chunks.clearUnfinishedSets(now);
    await stores.derived.save(projectId, versionId, "graph", 1, "c", "{}");
    await stores.derived.find([versionId], "graph", 1, "c");
    const { flowId, name: flowName } = await addFlow(stores, projectId);
    await stores.flows.find(flowName);
    await stores.flows.list(projectId);
    const { revisionId } = await stores.flows.deploy(exampleRevision(flowId));
    await stores.flows.setDeployed(flowId, revisionId);
    await stores.flows.listRevisions(flowId);
    await stores.flows.findRevision(flowId, revisionId);
    await stores.flows.saveRecord(flowId, exampleRecord("a"), [fileId]);
    await stores.flows.saveRecord(flowId, exampleRecord("a"), []);
    await stores.flows.records(flowId);
    const run = exampleRun(flowId);
    await stores.flows.addRun(run, [fileId]);
    await stores.flows.findRun(flowId, run.runId);
    await stores.flows.listRuns(flowId, { offset: 0, limit: 10 });
    await stores.flows.replaceDraft(flowId, { graph: exampleGraph() }, 1);
    await stores.prompts.list(projectId);
    await stores.sources.remove(projectId, fileId);
    await stores.flows.remove(flowId);
    await addSource(stores, projectId);
  });
  expect(walks).toEqual([]);
});

test("a list of sources, by tag too, walks through those of its project, in their order", async () => {
  const walks = await walksOf(async (stores) => {
    const { projectId } = await addProject(stores);
    await addProcessedSource(stores, projectId);
    await stores.sources.list(projectId);
    const newestFirst = { by: "createdAt", descending: true } as const;
    for (const page of [{ number: 1, size: 10 }, null]) {
      const { sources } = await stores.sources.browse(projectId, { tags: ["a", "b"] }, newestFirst, page);
      await collect(sources);
    }
  });
  expect(walks).toEqual([]);
});

test("claims, counts and the start of a worker use the index of the builds under way", async () => {
  const plans = await plansOf(async (stores) => {
    const { projectId } = await addProject(stores);
    await addSource(stores, projectId);
    const now = new Date();
    await stores.builds.claim({ owner: "worker/1", until: now }, now, "quick");
    await stores.builds.claim({ owner: "worker/2", until: now }, now, "quick");
    await stores.builds.counts();
    await stores.builds.requeue("worker");
  });
  const queued = plans.filter(({ sql }) => /"status"/.test(sql) && !/^insert|"build_id" = \?/.test(sql));
  expect(new Set(queued.map(({ detail }) => detail.replace("COVERING ", "")))).toEqual(
    new Set([
      "SEARCH builds USING INDEX builds_under_way (lane=? AND status=?)",
      "USE TEMP B-TREE FOR GROUP BY",
      // The claim itself: of the build that one of these finds.
      "SCALAR SUBQUERY 1",
      "SEARCH builds USING INDEX sqlite_autoindex_builds_1 (build_id=?)",
    ]),
  );
});
