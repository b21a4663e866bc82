import { setTimeout as after } from "node:timers/promises";
import { between, pick, type Random } from "../documents/seeded-random.ts";
import { type Answer, type Caller, createCaller, json } from "./call.ts";
import type { Operation } from "./history.ts";
import { type KnownSource, newSource } from "./known-sources.ts";
import type { Fleet } from "./open-fleet.ts";

export type Clients = {
  sources: KnownSource[];
  /** What no client should have seen. */
  faults: string[];
  /** Answers by their status, `none` where the connection broke. */
  answers: Map<string, number>;
  /** Ends when each client has had its last answer. */
  stop(): Promise<void>;
};

const clients = 6;
/** Clients meet at the latest ones, so that what they do to one overlaps. */
const latest = 12;
const maxPauseMs = 150;

/** Clients that create, change, read, ask for and delete sources, each call at any api process. */
export function startClients({ apis, token }: Pick<Fleet, "apis" | "token">, random: Random): Clients {
  const stopping = new AbortController();
  const sources: KnownSource[] = [];
  const faults: string[] = [];
  const answers = new Map<string, number>();
  const counted = (caller: Caller): Caller => ({
    async call(api, path, init) {
      const answer = await caller.call(api, path, init);
      const status = String(answer?.status ?? "none");
      answers.set(status, (answers.get(status) ?? 0) + 1);
      return answer;
    },
  });
  const caller = counted(createCaller(token, (fault) => faults.push(fault)));
  const act = actions(caller, sources, (fault) => faults.push(fault));

  const run = async (client: string) => {
    while (!stopping.signal.aborted) {
      const api = pick(random, apis);
      const dice = random();
      if (sources.length < 3 || dice < 0.2) await act.create(client, api);
      else {
        const source = pick(random, random() < 0.7 ? sources.slice(-latest) : sources);
        if (dice < 0.4) await act.read(client, api, source);
        else if (dice < 0.55) await act.write(client, api, source, `v${between(random, 0, 1e9)}`);
        else if (dice < 0.65) await act.remove(client, api, source);
        else if (dice < 0.7) await act.reprocess(api, source);
        else if (dice < 0.78) await act.original(api, source);
        else if (dice < 0.95) await act.retrieve(api, source);
        else await act.ask(api, source);
      }
      await after(between(random, 0, maxPauseMs));
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, at) => run(`client ${at + 1}`)));
  running.catch(() => {}); // told by `stop`
  return {
    sources,
    faults,
    answers,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

type Listed = { file_id: string; file_name: string; status: string; tags: string[] };
type Found = { file_id: string; text: string; metadata: { copies?: { file_id: string }[] } };

function actions({ call }: Caller, sources: KnownSource[], fault: (text: string) => void) {
  const record = (
    source: KnownSource,
    operation: Pick<Operation, "kind" | "value" | "start" | "client">,
    outcome: Operation["outcome"],
  ) => void source.history.push({ ...operation, outcome, end: performance.now() });
  const outcomeOf = (answer: Answer | null): Operation["outcome"] =>
    answer?.status === 200 ? "done" : answer?.status === 404 ? "absent" : "unknown";

  return {
    async create(client: string, api: string) {
      const source = newSource(sources.length);
      sources.push(source);
      const body = new FormData();
      body.set("tags", "v");
      body.set("file", new Blob([source.text]), source.fileName);
      const operation = { kind: "create", value: "v", start: performance.now(), client } as const;
      const answer = await call(api, "/ingest-file", { method: "POST", body });
      record(source, operation, outcomeOf(answer));
      source.isAcknowledged = answer?.status === 200;
    },

    async read(client: string, api: string, source: KnownSource) {
      const operation = { kind: "read", value: null, start: performance.now(), client } as const;
      const answer = await call(api, `/?q=${source.word}`);
      if (answer?.status !== 200) return;
      const listed = JSON.parse(answer.text) as Listed[];
      if (listed.length > 1) fault(`${source.fileName} is listed ${listed.length} times`);
      const [one] = listed;
      record(source, { ...operation, value: one?.tags[0] ?? null }, one ? "done" : "absent");
      if (!one) return;
      source.fileId = one.file_id;
      if (one.status === "Completed") source.foundFrom = Math.min(source.foundFrom, performance.now());
    },

    async write(client: string, api: string, source: KnownSource, value: string) {
      if (source.fileId === null) return;
      const operation = { kind: "write", value, start: performance.now(), client } as const;
      const answer = await call(api, `/${source.fileId}`, json("PATCH", { tags: [value] }));
      record(source, operation, outcomeOf(answer));
    },

    async remove(client: string, api: string, source: KnownSource) {
      if (source.fileId === null) return;
      const operation = { kind: "delete", value: null, start: performance.now(), client } as const;
      source.deletionSent = Math.min(source.deletionSent, operation.start);
      const answer = await call(api, "/delete", json("DELETE", { file_id: source.fileId }));
      record(source, operation, outcomeOf(answer));
      if (answer?.status === 200) source.deletedBy = Math.min(source.deletedBy, performance.now());
    },

    async reprocess(api: string, source: KnownSource) {
      if (source.fileId !== null) await call(api, "/reprocess", json("POST", { file_id: source.fileId }));
    },

    async original(api: string, source: KnownSource) {
      const { fileId, deletedBy } = source;
      if (fileId === null) return;
      const started = performance.now();
      const answer = await call(api, `/${fileId}/content`);
      if (answer?.status === 200 && answer.text !== source.text)
        fault(`the original of ${source.fileName} has other bytes`);
      if (answer?.status === 200 && deletedBy < started)
        fault(`the original of ${source.fileName}, which was deleted, was answered`);
      if (answer?.status === 404 && source.deletionSent === Infinity)
        fault(`the original of ${source.fileName} is gone`);
    },

    async retrieve(api: string, source: KnownSource) {
      const { deletedBy, foundFrom } = source;
      const started = performance.now();
      const answer = await call(api, "/prebuilt-rag", json("POST", { query: source.word }));
      if (answer?.status !== 200) return;
      const { chunks } = JSON.parse(answer.text) as { chunks: Found[] };
      const isFound = chunks.some(({ text }) => text.includes(source.word));
      if (isFound && deletedBy < started) fault(`${source.fileName}, which was deleted, was found`);
      if (!isFound && foundFrom < started && source.deletionSent === Infinity)
        fault(`${source.fileName}, which was completed, was not found`);
    },

    async ask(api: string, { word, deletedBy, fileName }: KnownSource) {
      const started = performance.now();
      const question = `When was the lighthouse ${word} lit?`;
      const answer = await call(api, "/ask-sources", json("POST", { question }));
      if (answer?.status !== 200 || deletedBy >= started) return;
      const { answer: text, citations } = JSON.parse(answer.text) as { answer: string; citations?: object[] };
      if (`${text} ${JSON.stringify(citations ?? [])}`.includes(fileName))
        fault(`an answer cites ${fileName}, which was deleted`);
    },
  };
}
