import type { OperationId, operations } from "@headwater/spec";

/**
 * What it means to send an operation again when the first answer was lost, so that it is not known whether the service has
 * done the work:
 *
 * - `harmless`: it changes nothing, or the same once more.
 * - `keyed`: both requests carry the same `Idempotency-Key`, so the service does the work once.
 * - `gone`: "not found" says that the first request had worked.
 * - `replaced`: "changed meanwhile" may mean our own first request. The service is asked what it has now.
 * - `unknown`: the work would be done twice. It is not sent again, and ends as `OutcomeUnknownError`.
 */
export type Repeat = "harmless" | "keyed" | "gone" | "replaced" | "unknown";

type RequestLine = {
  [Id in OperationId]: `${(typeof operations)[Id]["method"]} ${(typeof operations)[Id]["path"]}`;
}[OperationId];

/** What would be done twice: `unknown`. As a type, because pages need not load what is the default. */
type OnceOnly =
  | "POST /ingest-file"
  | "POST /ingest-url"
  | "POST /ingest-github"
  | "POST /ingest-youtube"
  | "POST /upload"
  | "POST /upload-url-source"
  | "POST /upload-github-source"
  | "POST /upload-youtube-source"
  | "POST /process"
  | "POST /reprocess"
  | "POST /tokens"
  | "POST /create"
  | "POST /simulate"
  | "POST /nodes/simulate"
  | "POST /deploy"
  | "POST /undeploy"
  | "POST /rollback"
  | "POST /runs/{run_id}/replay"
  | "POST /prompts"
  | "POST /webhooks";

/** What is set to the same once more: `harmless`. A type for the same reason. */
type SetAnew =
  | "PATCH /{file_id}"
  | "PATCH /conversations/{conversation_id}"
  | "PATCH /retention"
  | "PATCH /datasets/{node_id}"
  | "PATCH /chunking/{node_id}"
  | "PATCH /retrieval/{node_id}"
  | "PATCH /reranking/{node_id}"
  | "PATCH /smart-rag/{node_id}"
  | "PATCH /graph-rag/{node_id}"
  | "PATCH /raptor-rag/{node_id}"
  | "PATCH /llm/{node_id}";

/** All other operations but the GETs, which are harmless. The compiler notices an operation that is in no list. */
export const repeats = {
  "POST /list-sources": "harmless",
  "POST /prebuilt-rag": "harmless",
  "POST /run-extraction": "harmless",
  "POST /elements": "harmless",
  // A run remembers what its nodes made, so running it again costs little.
  "POST /": "harmless",
  "POST /nodes/results": "harmless",
  "POST /explain": "harmless",
  "POST /webhooks/{webhook_id}/replay": "harmless",
  "POST /ask-sources": "keyed",

  "PUT /prompts/{prompt_id}": "harmless",
  "PUT /graph": "replaced",

  "DELETE /delete": "gone",
  "DELETE /answers/{answer_id}": "gone",
  "DELETE /conversations/{conversation_id}": "gone",
  "DELETE /tokens/{token_id}": "gone",
  "DELETE /webhooks/{webhook_id}": "gone",
  "DELETE /": "gone",
  "DELETE /runs/{run_id}": "gone",
  "DELETE /prompts/{prompt_id}": "gone",
} as const satisfies Record<
  Exclude<RequestLine, `GET ${string}` | SetAnew | OnceOnly>,
  Exclude<Repeat, "unknown">
>;

/** What a repeat of a request means. `path` is that of the contract, with `{parameters}`. */
export const repeatOf = (method: string, path: string): Repeat =>
  method === "GET" || method === "PATCH"
    ? "harmless"
    : ((repeats as Record<string, Repeat>)[`${method} ${path}`] ?? "unknown");

/** The requests of the operations with one meaning. */
export type RequestsThatRepeat<Meaning extends Repeat> = {
  [Line in keyof typeof repeats]: (typeof repeats)[Line] extends Meaning ? Line : never;
}[keyof typeof repeats];
