import { Readable } from "node:stream";
import type { SourceQuery, SourceSort } from "@headwater/spec";
import type { Caller } from "../auth/authenticate.ts";
import { readTags } from "../sources/read-tags.ts";
import type { SourceOrder } from "../sources/source-list.ts";
import { latestBuildsOf } from "../sources/source-status.ts";
import { RouteReply } from "./define-route.ts";
import { readPage } from "./paging.ts";
import { presentSource } from "./present/source.ts";
import type { Rooms } from "./rooms.ts";

const fields = {
  created_at: "createdAt",
  updated_at: "updatedAt",
  file_name: "fileName",
  file_size: "fileSize",
} as const satisfies Record<Exclude<SourceSort, `-${string}`>, SourceOrder["by"]>;

/** Contract, GET /: streams the sources as a JSON array. `X-Total-Count` holds the number of matches. */
export async function answerSourceList(
  { browseSources }: Pick<Rooms, "browseSources">,
  { projectId }: Caller,
  query: SourceQuery,
): Promise<RouteReply> {
  const filter = {
    fileIds: query.file_ids,
    nameHolds: query.q,
    latestBuild: query.status?.flatMap(latestBuildsOf),
    tags: query.tags && readTags(query.tags),
  };
  const order = readOrder(query.sort ?? "-created_at");
  const { total, sources } = await browseSources(projectId, filter, order, readPage(query));
  return new RouteReply(jsonList(sources, presentSource), {
    headers: { "content-type": "application/json; charset=utf-8", "x-total-count": String(total) },
  });
}

const readOrder = (sort: SourceSort): SourceOrder => ({
  by: fields[sort.replace("-", "") as keyof typeof fields],
  descending: sort.startsWith("-"),
});

/** Number of items joined into one piece of text. Fewer, larger writes are faster. */
const itemsPerPiece = 100;

/** Writes a JSON array while its items are read. Only one piece of it is in memory, however long the list is. */
const jsonList = <T>(items: AsyncIterable<T>, present: (item: T) => unknown): Readable =>
  Readable.from(pieces(items, present), { objectMode: false });

async function* pieces<T>(items: AsyncIterable<T>, present: (item: T) => unknown): AsyncGenerator<string> {
  let piece = "[";
  let count = 0;
  for await (const item of items) {
    piece += `${count > 0 ? "," : ""}${JSON.stringify(present(item))}`;
    count += 1;
    if (count % itemsPerPiece > 0) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}]`;
}
