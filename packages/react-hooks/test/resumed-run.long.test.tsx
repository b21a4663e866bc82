import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFlowClient, createSourcesClient, ingestFile, unwrap, waitForBuild } from "@headwater/client";
import { defineFlow } from "@headwater/client/flows";
import { act, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startModelServer } from "../../server/testing/model-server/start-model-server.ts";
import { type ServiceProcess, startServiceProcess } from "../../server/testing/service-process.ts";
import { type RunPlace, useResumeRun, useRunFlow } from "../src/index.ts";
import { renderHookAt } from "../testing/render.tsx";

const token = "resumed-token-0123456789";
const answer = "The pump lasts two years [1].";
let dataFolder: string;
let models: Awaited<ReturnType<typeof startModelServer>>;
let service: ServiceProcess;
const start = async () => {
  const HEADWATER_LANGUAGE_MODEL = `openai-compatible:test@${models.baseUrl}`;
  const environment = { HEADWATER_LANGUAGE_MODEL, HEADWATER_MODEL_API_KEY: "sk-test" };
  service = await startServiceProcess({ dataFolder, token, environment });
};
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "headwater-resumed-run-"));
  models = await startModelServer();
  await start();
});
afterAll(async () => {
  await service.kill();
  await models.close();
  await rm(dataFolder, { recursive: true, force: true });
});

/** The service has another port after its restart; its users' address stays. */
const address = "http://service.test";
const toService = (request: Request) =>
  fetch(new Request(request.url.replace(address, service.origin), request));
const place = () => ({
  basePath: address,
  headers: { authorization: `Bearer ${token}` },
  fetch: toService,
});

test("a run goes on in its hook when the service is killed, and in another page by its place", async () => {
  const options = { token, fetch: toService };
  const sources = createSourcesClient({ baseUrl: `${service.origin}/sources`, token });
  const file = new File(["The pump lasts two years.\n\nSeals wear out in one year.\n"], "pump.txt");
  const { build_id } = await ingestFile(sources, { file });
  await waitForBuild(sources, build_id);
  const graph = defineFlow("support", (flow) => {
    const found = flow.smartRag(flow.dataset({ files: ["pump.txt"] }), { topK: 2 });
    flow.response(flow.llm(found, {}));
  });
  await unwrap(
    createFlowClient({ flowUrl: `${address}/flows`, ...options }).POST("/create", { body: graph }),
  );
  const flow = createFlowClient({ flowUrl: `${address}/flows/support`, ...options });
  await unwrap(flow.POST("/deploy", { body: {} }));

  models.fail({ kind: "hang" }, 9);
  const told: string[] = [];
  const places: RunPlace[] = [];
  const { result } = renderHookAt(place(), () =>
    useRunFlow("support", {
      onNode: ({ node_id, state }) => told.push(`${node_id} ${state}`),
      onPlace: (at) => places.push(at),
    }),
  );
  act(() => result.current.mutate({ query: "How long does the pump last?" }));
  await waitFor(() => expect(models.chats.length).toBeGreaterThan(0));
  const before = [...told];
  await service.kill();
  models.clearFaults();
  models.answerChat(answer);
  await start();
  await waitFor(() => expect(result.current.status).toBe("success"));

  expect(told.slice(0, before.length)).toEqual(before);
  expect(new Set(told).size).toBe(told.length);
  expect(told.at(-1)).toMatch(/^response (ran|kept)$/);
  expect(new Set(places.map(({ runId }) => runId))).toEqual(new Set([result.current.data?.run_id]));

  const rest: string[] = [];
  const other = renderHookAt(place(), () =>
    useResumeRun("support", { onNode: ({ node_id, state }) => rest.push(`${node_id} ${state}`) }),
  );
  const [first] = places;
  act(() => other.result.current.mutate(first as RunPlace));
  await waitFor(() => expect(other.result.current.data).toEqual(result.current.data));
  expect(rest).toEqual(told);
});
