import type { Source } from "@headwater/client";
import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { example } from "../../testing/example.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { routedFetch } from "../../testing/scripted-fetch.ts";
import { useSources } from "./use-sources.ts";
import { useTagSource } from "./use-tag-source.ts";

/** A service that keeps tags and lists by them. */
function service() {
  const sources = new Map(example<Source[]>("listSources.200").map((source) => [source.file_id, source]));
  const fetch = routedFetch({
    "GET /": ({ url }) => {
      const wanted = new URL(url).searchParams.getAll("tags");
      const listed = [...sources.values()].filter(
        ({ tags = [] }) => wanted.length === 0 || wanted.some((tag) => tags.includes(tag)),
      );
      return Response.json(listed);
    },
    [`PATCH /${fileId}`]: async (request) => {
      const { tags } = (await request.json()) as { tags: string[] };
      if (tags.includes("a,b")) return Response.json(example("updateSource.400.comma"), { status: 400 });
      const tagged = { ...(sources.get(fileId) as Source), tags };
      sources.set(fileId, tagged);
      return Response.json(tagged);
    },
  });
  return renderHookAt({ basePath: "/api/documents", fetch }, () => ({
    all: useSources(),
    paid: useSources({ tags: ["paid"] }),
    none: useSources({ tags: [] }),
    tagging: useTagSource(),
  })).result;
}

const [{ file_id: fileId }] = example<[Source]>("listSources.200");

test("a source that is tagged shows it in every list, and joins the lists of the tag", async () => {
  const result = service();
  await waitFor(() => expect(result.current.all.isSuccess && result.current.paid.isSuccess).toBe(true));
  expect(result.current.paid.data).toEqual([]);
  expect(result.current.none.data).toEqual([]);
  await act(() => result.current.tagging.mutateAsync({ file_id: fileId, tags: ["paid"] }));
  const tagsOf = (list: Source[] | undefined) => list?.find(({ file_id }) => file_id === fileId)?.tags;
  await waitFor(() => expect(tagsOf(result.current.paid.data)).toEqual(["paid"]));
  expect(tagsOf(result.current.all.data)).toEqual(["paid"]);
  expect(result.current.none.data).toEqual([]);
});

test("a refused tag leaves the source as it was, and says why", async () => {
  const result = service();
  await waitFor(() => expect(result.current.all.isSuccess).toBe(true));
  const before = result.current.all.data;
  await act(() => result.current.tagging.mutateAsync({ file_id: fileId, tags: ["a,b"] }).catch(() => {}));
  await waitFor(() => expect(result.current.tagging.error?.message).toMatch(/comma/));
  expect(result.current.all.data).toEqual(before);
});
