import type { Source } from "@headwater/client";
import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { example } from "../../testing/example.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { routedFetch } from "../../testing/scripted-fetch.ts";
import { useDeleteSource } from "./use-delete-source.ts";
import { useSources } from "./use-sources.ts";

const all = example<Source[]>("listSources.200");
const ids = all.map(({ file_id }) => file_id);
const [first, second, third] = ids as [string, string, string];

/** A service whose deletions wait until the test decides them, by file id. */
function service() {
  const kept = new Set(ids);
  let held = Promise.resolve();
  const decide = new Map<string, (allowed: boolean) => void>();
  const fetch = routedFetch({
    "GET /": async ({ url }) => {
      const wanted = new URL(url).searchParams.getAll("file_ids").flatMap((value) => value.split(","));
      const list = Response.json(
        all.filter(({ file_id }) => kept.has(file_id) && (wanted.length === 0 || wanted.includes(file_id))),
      );
      await held;
      return list;
    },
    "DELETE /delete": async (request) => {
      const { file_id } = (await request.json()) as { file_id: string };
      const allowed = await new Promise<boolean>((resolve) => decide.set(file_id, resolve));
      if (!allowed) return Response.json(example("deleteSource.403"), { status: 403 });
      kept.delete(file_id);
      return Response.json({ ...example<object>("deleteSource.200"), file_id });
    },
  });
  const rendered = renderHookAt({ basePath: "/api/documents", fetch }, () => ({
    all: useSources(),
    some: useSources({ fileIds: [first, third] }),
    none: useSources({ fileIds: [] }),
    deletion: useDeleteSource(),
    other: useDeleteSource(),
  }));
  const shown = (list: "all" | "some" | "none") =>
    rendered.result.current[list].data?.map(({ file_id }) => file_id);
  const settle = async (fileId: string, allowed: boolean) => {
    await waitFor(() => expect(decide.get(fileId)).toBeDefined());
    await act(async () => decide.get(fileId)?.(allowed));
  };
  /** Holds back lists until they are released. */
  const hold = () => {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };
  const loaded = () => waitFor(() => expect([shown("all"), shown("some")]).toEqual([ids, [first, third]]));
  return { ...rendered, fetch, shown, settle, loaded, hold };
}

test("no ids mean no sources, and nothing is asked", async () => {
  const { shown, loaded, fetch } = service();
  await loaded();
  expect(shown("none")).toEqual([]);
  expect(fetch.requests).toHaveLength(2);
});

test("a source leaves every list at once, and stays away", async () => {
  const { result, shown, settle, loaded } = service();
  await loaded();
  act(() => result.current.deletion.mutate({ file_id: first }));
  await waitFor(() => expect([shown("all"), shown("some")]).toEqual([ids.slice(1), [third]]));
  expect(result.current.deletion.isPending).toBe(true);
  await settle(first, true);
  await waitFor(() => expect(result.current.deletion.data?.file_id).toBe(first));
  await waitFor(() => expect(result.current.all.isFetching).toBe(false));
  expect([shown("all"), shown("some")]).toEqual([ids.slice(1), [third]]);
});

test("a list that was on its way does not bring the source back", async () => {
  const { result, shown, settle, loaded, hold } = service();
  await loaded();
  const release = hold();
  act(() => void result.current.all.refetch());
  act(() => result.current.deletion.mutate({ file_id: first }));
  await waitFor(() => expect(shown("all")).not.toContain(first));
  await act(async () => release());
  await waitFor(() => expect(result.current.all.isFetching).toBe(false));
  expect(shown("all")).not.toContain(first);
  await settle(first, true);
});

test("when the service refuses, the source is back in its place, with the reason", async () => {
  const { result, shown, settle, loaded } = service();
  await loaded();
  act(() => result.current.deletion.mutate({ file_id: second }));
  await waitFor(() => expect(shown("all")).not.toContain(second));
  await settle(second, false);
  await waitFor(() => expect(shown("all")).toEqual(ids));
  expect(result.current.deletion.error).toMatchObject({ status: 403 });
});

test("when the service refuses, a list that was loaded meanwhile shows the source once", async () => {
  const { result, shown, settle, loaded, hold } = service();
  await loaded();
  act(() => result.current.deletion.mutate({ file_id: second }));
  await waitFor(() => expect(shown("all")).not.toContain(second));
  act(() => void result.current.all.refetch());
  await waitFor(() => expect(shown("all")).toEqual(ids));
  const release = hold();
  await settle(second, false);
  await waitFor(() => expect(result.current.deletion.isError).toBe(true));
  expect(shown("all")).toEqual(ids);
  await act(async () => release());
});

test("of two deletions at once, the refused one does not bring the other back", async () => {
  const { result, shown, settle, loaded } = service();
  await loaded();
  act(() => result.current.deletion.mutate({ file_id: first }));
  await waitFor(() => expect(shown("all")).not.toContain(first));
  act(() => result.current.other.mutate({ file_id: second }));
  await waitFor(() => expect(shown("all")).toEqual(ids.slice(2)));
  await settle(first, false);
  await waitFor(() => expect(shown("all")).toEqual(ids.filter((id) => id !== second)));
  await settle(second, true);
  await waitFor(() => expect(result.current.other.isSuccess).toBe(true));
  await waitFor(() => expect(result.current.all.isFetching).toBe(false));
  expect(shown("all")).toEqual(ids.filter((id) => id !== second));
});
