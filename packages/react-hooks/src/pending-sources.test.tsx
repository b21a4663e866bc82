import type { Answer, RetrievalResult, Source } from "@headwater/client";
import { QueryClient } from "@tanstack/react-query";
import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { example } from "../testing/example.ts";
import { renderHookAt } from "../testing/render.tsx";
import { routedFetch } from "../testing/scripted-fetch.ts";
import { useAsk } from "./answering/use-ask.ts";
import { useExtract } from "./extraction/use-extract.ts";
import { isFileIdsPendingError } from "./file-ids-pending-error.ts";
import { reasonOf } from "./reason-of.ts";
import { useRetrieve } from "./retrieval/use-retrieve.ts";
import { useSources } from "./sources/use-sources.ts";

/** A service that records which sources each request names. */
function service() {
  const asked: unknown[] = [];
  const answered = (name: string) => async (request: Request) => {
    asked.push(((await request.json()) as { file_ids?: string[] }).file_ids ?? "all");
    return Response.json(example(name));
  };
  const fetch = routedFetch({
    "POST /ask-sources": answered("askSources.200"),
    "POST /prebuilt-rag": answered("prebuiltRag.200"),
    "POST /run-extraction": answered("runExtraction.200"),
    "GET /": Response.json(example("listSources.200")),
  });
  return { place: { basePath: "/api/documents", fetch }, asked, fetch };
}
type Props = { fileIds: string[] | undefined };
const unknown: { initialProps: Props } = { initialProps: { fileIds: undefined } };

test("a question waits for its sources, and never becomes one about all", async () => {
  const { place, asked } = service();
  const { result, rerender } = renderHookAt(place, ({ fileIds }: Props) => useAsk({ fileIds }), unknown);
  const error = await result.current.ask("How long?").catch((reason: unknown) => reason);
  expect(isFileIdsPendingError(error)).toBe(true);
  expect(reasonOf(error as Error)).toBe("The sources are not known yet.");
  expect([result.current.messages, result.current.status, asked]).toEqual([[], "ready", []]);
  // The question itself may say what to ask.
  await act(() => result.current.ask("How long?", { fileIds: ["a"] }));
  await act(() => result.current.ask("How long?", { fileIds: "all" }));
  rerender({ fileIds: ["b"] });
  await act(() => result.current.ask("How long?"));
  await act(() => result.current.ask("How long?", { thinkingLevel: "fast" }));
  expect(asked).toEqual([["a"], "all", ["b"], ["b"]]);
  await expect(result.current.ask("How long?", { fileIds: undefined })).rejects.toThrow(
    "`fileIds` is undefined",
  );
  // A question is asked again about the sources that it was about.
  await act(() => result.current.regenerate());
  await act(() => result.current.regenerate(undefined, { fileIds: "all" }));
  await expect(result.current.regenerate(undefined, { fileIds: undefined })).rejects.toThrow("not known yet");
  expect(asked.slice(4)).toEqual([["b"], "all"]);
});

test("without `fileIds` a question is about all sources", async () => {
  const { place, asked } = service();
  const { result } = renderHookAt(place, () => useAsk());
  await act(() => result.current.ask("How long?"));
  expect(asked).toEqual(["all"]);
  expect(result.current.messages[1]).toMatchObject({ answer: example<Answer>("askSources.200") });
});

test("a running answer continues when the next question has to wait", async () => {
  const { place } = service();
  const { result } = renderHookAt(place, () => useAsk());
  const running = result.current.ask("How long?");
  await result.current.ask("And then?", { fileIds: undefined }).catch(() => {});
  await act(() => running);
  expect(result.current.messages.map((each) => each.role === "assistant" && each.status)).toEqual([
    false,
    "done",
  ]);
});

test("a retrieval waits for its sources, and does not show what all sources gave", async () => {
  const { place, asked } = service();
  const queryClient = new QueryClient();
  const all = renderHookAt(place, () => useRetrieve({ query: "warranty" }), { queryClient });
  await waitFor(() => expect(all.result.current.isSuccess).toBe(true));
  const some = renderHookAt(
    place,
    ({ fileIds }: Props) => useRetrieve({ query: "warranty", file_ids: fileIds }),
    {
      ...unknown,
      queryClient,
    },
  );
  expect(some.result.current).toMatchObject({ data: undefined, fetchStatus: "idle" });
  some.rerender({ fileIds: ["a"] });
  await waitFor(() => expect(some.result.current.data).toEqual(example<RetrievalResult>("prebuiltRag.200")));
  expect(asked).toEqual(["all", ["a"]]);
});

test("a list of sources waits for its ids, and does not show all sources meanwhile", async () => {
  const { place, fetch } = service();
  const queryClient = new QueryClient();
  const all = renderHookAt(place, () => useSources(), { queryClient });
  await waitFor(() => expect(all.result.current.isSuccess).toBe(true));
  const some = renderHookAt(place, ({ fileIds }: Props) => useSources({ fileIds }), {
    ...unknown,
    queryClient,
  });
  expect(some.result.current).toMatchObject({ data: undefined, fetchStatus: "idle" });
  some.rerender({ fileIds: ["a"] });
  await waitFor(() => expect(some.result.current.data).toEqual(example<Source[]>("listSources.200")));
  expect(fetch.requests.map(({ url }) => new URL(url).search)).toEqual(["", "?file_ids=a"]);
});

test("an extraction refuses to begin before its sources are known", async () => {
  const { place, asked } = service();
  const { result } = renderHookAt(place, () => useExtract({ jsonSchema: { type: "object" } }));
  const mutation = result.current.mutateAsync({ file_ids: undefined, user_instruction: "The total" });
  expect(isFileIdsPendingError(await mutation.catch((reason: unknown) => reason))).toBe(true);
  await waitFor(() => expect(isFileIdsPendingError(result.current.error)).toBe(true));
  expect(asked).toEqual([]);
});
