import type { Source } from "@headwater/client";
import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { example } from "../../testing/example.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { routedFetch, type Step } from "../../testing/scripted-fetch.ts";
import { useRetrieve } from "../retrieval/use-retrieve.ts";
import { useDeleteSource } from "./use-delete-source.ts";
import { useReprocess } from "./use-reprocess.ts";
import { useSources } from "./use-sources.ts";
import { useTagSource } from "./use-tag-source.ts";

const [listed] = example<[Source]>("listSources.200");
const ids = Array.from({ length: 20 }, (_, index) => `file-${index}`);

/** A service whose changes wait until the test lets them go, in the order of their requests. */
function service() {
  const sources = new Map(ids.map((file_id) => [file_id, { ...listed, file_id }]));
  const held: ((allowed?: boolean) => void)[] = [];
  const change =
    (apply: (fileId: string, request: Request) => Promise<Response> | Response): Step =>
    async (request) => {
      const copy = request.clone();
      const allowed = await new Promise<boolean>((resolve) =>
        held.push((allowed = true) => resolve(allowed)),
      );
      if (!allowed) return Response.json(example("deleteSource.403"), { status: 403 });
      const { file_id } = copy.method === "PATCH" ? { file_id: "" } : await copy.json();
      return apply(file_id || (new URL(copy.url).pathname.split("/").at(-1) ?? ""), request);
    };
  const tag = change(async (fileId, request) => {
    const tagged = { ...(sources.get(fileId) as Source), ...(await request.json()) };
    sources.set(fileId, tagged);
    return Response.json(tagged);
  });
  const fetch = routedFetch({
    "GET /": () => Response.json([...sources.values()]),
    "POST /prebuilt-rag": () => Response.json({ query: "lamp", chunks: [], total: 0 }),
    "DELETE /delete": change((file_id) => {
      sources.delete(file_id);
      return Response.json({ ...example<object>("deleteSource.200"), file_id });
    }),
    "POST /reprocess": change((file_id) => {
      const build_id = `build of ${file_id}`;
      sources.set(file_id, { ...listed, file_id, build_id, status: "Completed" });
      return Response.json({ ...example<object>("reprocess.200"), build_id });
    }),
    ...Object.fromEntries(ids.map((file_id) => [`PATCH /${file_id}`, tag])),
  });
  const { result } = renderHookAt({ basePath: "/api/documents", fetch }, () => ({
    sources: useSources(),
    found: useRetrieve({ query: "lamp" }),
    deletion: useDeleteSource(),
    reprocess: useReprocess(),
    tagging: useTagSource(),
  }));
  const asked = (path: string) =>
    fetch.requests.filter(({ method, url }) => `${method} ${new URL(url).pathname}` === path).length;
  return {
    result,
    held,
    row: (fileId: string) => result.current.sources.data?.find(({ file_id }) => file_id === fileId),
    lists: () => asked("GET /api/documents") + asked("GET /api/documents/"),
    retrievals: () => asked("POST /api/documents/prebuilt-rag"),
    loaded: () =>
      waitFor(() => expect(result.current.sources.data && result.current.found.data).toBeDefined()),
  };
}

type Hooks = ReturnType<typeof service>["result"]["current"];

const changes: [
  name: string,
  begin: (hooks: Hooks, file_id: string) => Promise<unknown>,
  after: object | undefined,
][] = [
  ["deleted", ({ deletion }, file_id) => deletion.mutateAsync({ file_id }), undefined],
  ["tagged", ({ tagging }, file_id) => tagging.mutateAsync({ file_id, tags: ["paid"] }), { tags: ["paid"] }],
  [
    "read again",
    ({ reprocess }, file_id) => reprocess.mutateAsync({ file_id }),
    { status: "New", build_id: "build of file-0" },
  ],
];

test.each(changes)(
  "while many are %s, each row changes at once and the lists are loaded once",
  async (_, begin, after) => {
    const { result, held, row, lists, retrievals, loaded } = service();
    await loaded();
    const before = [lists(), retrievals()] as const;
    const all = ids.map((fileId) => begin(result.current, fileId).catch(() => {}));
    await waitFor(() => expect(held).toHaveLength(ids.length));
    await act(async () => held[0]?.());
    await waitFor(() =>
      after ? expect(row("file-0")).toMatchObject(after) : expect(row("file-0")).toBeUndefined(),
    );
    expect(lists()).toBe(before[0]);
    // The last one is refused: the others are loaded all the same.
    await act(async () => {
      for (const [index, go] of held.entries()) go(index < ids.length - 1);
      await Promise.all(all);
    });
    await waitFor(() => expect(lists()).toBe(before[0] + 1));
    await waitFor(() => expect(result.current.sources.isFetching).toBe(false));
    expect(lists()).toBe(before[0] + 1);
    expect(retrievals()).toBeLessThanOrEqual(before[1] + 1);
    expect(row("file-19")).toMatchObject({ tags: listed.tags, build_id: listed.build_id });
  },
);
