import { setTimeout as after } from "node:timers/promises";
import { between, pick, type Random } from "../documents/seeded-random.ts";
import { type Caller, createCaller, json, type Reply } from "./call.ts";
import { flowRun } from "./flow.ts";
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
const refusedMs = 400;

/** Clients that create, change, read, ask for and delete sources and run a flow, each call at any api process. */
export function startClients(
  { apis, token }: Pick<Fleet, "apis" | "token">,
  random: Random,
  options: {
    /** Whether calls may be refused and broken off. Otherwise each of these is a fault. */
    isDisturbed: boolean;
  },
): Clients {
  const stopping = new AbortController();
  const sources: KnownSource[] = [];
  const faults: string[] = [];
  const answers = new Map<string, number>();
  const counted = (caller: Caller): Caller => ({
    async call(api, path, init) {
      const answer = await caller.call(api, path, init);
      const status = answer === "refused" ? answer : String(answer?.status ?? "none");
      answers.set(status, (answers.get(status) ?? 0) + 1);
      // Its process is killed at the moment.
      if (answer === "refused") await after(refusedMs);
      return answer;
    },
  });
  const caller = counted(createCaller(token, (fault) => faults.push(fault), options));
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
        else if (dice < 0.9) await act.retrieve(api, source);
        else if (dice < 0.95) await act.run(api);
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
type Found = { text: string };

function actions({ call }: Caller, sources: KnownSource[], fault: (text: string) => void) {
  let made = 0;
  const record = (
    source: KnownSource,
    operation: Pick<Operation, "kind" | "value" | "start" | "client">,
    reply: Reply,
  ) => {
    if (reply === "refused") return;
    const outcome = reply?.status === 200 ? "done" : reply?.status === 404 ? "absent" : "unknown";
    source.history.push({ ...operation, outcome, end: performance.now() });
  };
  /** The body of an answer that says something. */
  const bodyOf = <T>(reply: Reply): T | null =>
    reply !== "refused" && reply?.status === 200 ? (JSON.parse(reply.text) as T) : null;
  const statusOf = (reply: Reply) => (reply === "refused" ? null : (reply?.status ?? null));

  return {
    async create(client: string, api: string) {
      const source = newSource(made++);
      const body = new FormData();
      body.set("tags", "v");
      body.set("file", new Blob([source.text]), source.fileName);
      const operation = { kind: "create", value: "v", start: performance.now(), client } as const;
      const reply = await call(api, "/sources/ingest-file", { method: "POST", body });
      record(source, operation, reply);
      source.isAcknowledged = statusOf(reply) === 200;
      if (reply !== "refused") sources.push(source);
    },

    async read(client: string, api: string, source: KnownSource) {
      const operation = { kind: "read", value: null, start: performance.now(), client } as const;
      const reply = await call(api, `/sources/?q=${source.word}`);
      const listed = bodyOf<Listed[]>(reply);
      if (listed === null) return;
      if (listed.length > 1) fault(`${source.fileName} is listed ${listed.length} times`);
      const [one] = listed;
      const seen = { ...operation, value: one?.tags[0] ?? null };
      record(source, seen, one ? reply : { status: 404, text: "" });
      if (!one) return;
      source.fileId = one.file_id;
      if (one.status === "Completed") source.foundFrom = Math.min(source.foundFrom, performance.now());
    },

    async write(client: string, api: string, source: KnownSource, value: string) {
      if (source.fileId === null) return;
      const operation = { kind: "write", value, start: performance.now(), client } as const;
      record(
        source,
        operation,
        await call(api, `/sources/${source.fileId}`, json("PATCH", { tags: [value] })),
      );
    },

    async remove(client: string, api: string, source: KnownSource) {
      if (source.fileId === null) return;
      const operation = { kind: "delete", value: null, start: performance.now(), client } as const;
      source.deletionSent = Math.min(source.deletionSent, operation.start);
      const reply = await call(api, "/sources/delete", json("DELETE", { file_id: source.fileId }));
      record(source, operation, reply);
      if (statusOf(reply) === 200) source.deletedBy = Math.min(source.deletedBy, performance.now());
    },

    async reprocess(api: string, source: KnownSource) {
      if (source.fileId !== null)
        await call(api, "/sources/reprocess", json("POST", { file_id: source.fileId }));
    },

    async original(api: string, source: KnownSource) {
      const { fileId, deletedBy, fileName } = source;
      if (fileId === null) return;
      const started = performance.now();
      const reply = await call(api, `/sources/${fileId}/content`);
      if (reply === "refused" || reply === null) return;
      if (reply.status === 200 && reply.text !== source.text)
        fault(`the original of ${fileName} has other bytes`);
      if (reply.status === 200 && deletedBy < started)
        fault(`the original of ${fileName}, which was deleted, was answered`);
      if (reply.status === 404 && source.deletionSent === Infinity)
        fault(`the original of ${fileName} is gone`);
    },

    async retrieve(api: string, source: KnownSource) {
      const { deletedBy, foundFrom, word, fileName } = source;
      const started = performance.now();
      const reply = await call(api, "/sources/prebuilt-rag", json("POST", { query: word }));
      const found = bodyOf<{ chunks: Found[] }>(reply);
      if (found === null) return;
      const isFound = found.chunks.some(({ text }) => text.includes(word));
      if (isFound && deletedBy < started) fault(`${fileName}, which was deleted, was found`);
      if (!isFound && foundFrom < started && source.deletionSent === Infinity)
        fault(`${fileName}, which was completed, was not found`);
    },

    /** Runs the flow, whose source is never deleted. */
    async run(api: string) {
      const ran = bodyOf<{ items: { content: string }[] }>(
        await call(api, flowRun.path, json("POST", { query: flowRun.query })),
      );
      if (ran !== null && !ran.items.some(({ content }) => content.includes(flowRun.fact)))
        fault(`a run of the flow answered ${JSON.stringify(ran.items)}`);
    },

    async ask(api: string, { word, deletedBy, fileName }: KnownSource) {
      const started = performance.now();
      const question = `When was the lighthouse ${word} lit?`;
      const reply = await call(api, "/sources/ask-sources", json("POST", { question }));
      const answered = bodyOf<{ answer: string; citations?: object[] }>(reply);
      if (answered === null || deletedBy >= started) return;
      if (JSON.stringify(answered).includes(fileName))
        fault(`an answer cites ${fileName}, which was deleted`);
    },
  };
}
