import type { Build } from "@headwater/client";
import { act, render, screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test, vi } from "vitest";
import { example } from "../../testing/example.ts";
import { build, file, ingestService } from "../../testing/ingest-service.ts";
import { createWrapper, renderHookAt } from "../../testing/render.tsx";
import { useIngestFile } from "./use-ingest-file.ts";
import { type UseIngestFilesOptions, useIngestFiles } from "./use-ingest-files.ts";

const renderFiles = (place: ReturnType<typeof ingestService>["place"], options: UseIngestFilesOptions = {}) =>
  renderHookAt(place, (props: UseIngestFilesOptions) => useIngestFiles(props), {
    initialProps: options,
    reactStrictMode: true,
  });

const statuses = (result: { current: ReturnType<typeof useIngestFiles> }) =>
  result.current.uploads.map(({ status }) => status);

test("a file is uploaded, built, and becomes ready", async () => {
  const { place } = ingestService();
  const onReady = vi.fn();
  const { result } = renderFiles(place, { onReady });
  expect(result.current).toMatchObject({ uploads: [], isBusy: false });
  act(() => expect(result.current.add([file("a.md", 1_000)])).toHaveLength(1));
  expect(result.current.isBusy).toBe(true);
  await waitFor(() => expect(statuses(result)).toEqual(["ready"]));
  expect(result.current.isBusy).toBe(false);
  expect(result.current.uploads[0]).toMatchObject({
    fileName: "a.md",
    sizeBytes: 1_000,
    sentBytes: 1_000,
    buildId: "b-a.md",
    fileId: example<Build>("getBuild.200").file_id,
    build: { status: "Completed" },
    error: undefined,
  });
  expect(onReady.mock.calls).toEqual([[result.current.uploads[0]]]);
});

test("reports how far the build is", async () => {
  const { place } = ingestService();
  const { result } = renderFiles(place);
  act(() => void result.current.add([file("wait.md", 1_000_000)]));
  await waitFor(() =>
    expect(result.current.uploads[0]?.build?.progress).toMatchObject({ done: 12, total: 40 }),
  );
  expect(statuses(result)).toEqual(["building"]);
});

test("at most `concurrency` files are sent at once, in order", async () => {
  const { place, received, open } = ingestService();
  const { result } = renderFiles(place, { concurrency: 2 });
  act(() => void result.current.add([file("slow-1.md"), file("slow-2.md"), file("a.md"), file("b.md")]));
  await waitFor(() => expect(received).toHaveLength(2));
  expect(statuses(result)).toEqual(["uploading", "uploading", "queued", "queued"]);
  await open("slow-2.md");
  await waitFor(() => expect(statuses(result)).toEqual(["uploading", "ready", "ready", "ready"]));
  expect(received.map(({ name }) => name)).toEqual(["slow-1.md", "slow-2.md", "a.md", "b.md"]);
});

test("three files are sent at once unless told otherwise", async () => {
  const { place } = ingestService();
  const { result } = renderFiles(place);
  act(() => void result.current.add([1, 2, 3, 4].map((n) => file(`slow-${n}.md`))));
  expect(statuses(result)).toEqual(["uploading", "uploading", "uploading", "queued"]);
});

test("the method given with the files goes before the hook's, which is read at the call", async () => {
  const { place, received } = ingestService();
  const { result, rerender } = renderFiles(place, { method: "fast" });
  rerender({ method: "accurate" });
  act(() => void result.current.add([file("a.md")]));
  act(() => void result.current.add([file("b.md")], { method: "agentic" }));
  await waitFor(() => expect(received.map(({ method }) => method)).toEqual(["accurate", "agentic"]));
});

test("tags given with the files go before the hook's", async () => {
  const { place, received } = ingestService();
  const { result } = renderFiles(place, { tags: ["inbox"] });
  act(() => void result.current.add([file("a.md")]));
  act(() => void result.current.add([file("b.md")], { tags: ["invoices", "paid"] }));
  await waitFor(() => expect(received.map(({ tags }) => tags)).toEqual([["inbox"], ["invoices", "paid"]]));
});

test("callbacks are those of the latest render", async () => {
  const { place, open } = ingestService();
  const [early, late] = [vi.fn(), vi.fn()];
  const { result, rerender } = renderFiles(place, { onReady: early });
  act(() => void result.current.add([file("slow-1.md")]));
  rerender({ onReady: late });
  await waitFor(async () => {
    await open("slow-1.md");
    expect(late).toHaveBeenCalledOnce();
  });
  expect(early).not.toHaveBeenCalled();
});

test("cancelling a queued file takes it out; cancelling one under way breaks it off and the next starts", async () => {
  const { place, received } = ingestService();
  const onFailed = vi.fn();
  const { result } = renderFiles(place, { concurrency: 1, onFailed });
  act(() => void result.current.add([file("slow-1.md"), file("a.md"), file("b.md")]));
  await waitFor(() => expect(received).toHaveLength(1));
  act(() => result.current.cancel(result.current.uploads[1]?.id as string));
  expect(statuses(result)).toEqual(["uploading", "cancelled", "queued"]);
  act(() => result.current.cancel(result.current.uploads[0]?.id as string));
  expect(received[0]?.signal.aborted).toBe(true);
  await waitFor(() => expect(statuses(result)).toEqual(["cancelled", "cancelled", "ready"]));
  expect(onFailed).not.toHaveBeenCalled();
});

test("cancelling after the upload stops watching only, and keeps the build's id", async () => {
  const { place, fetch } = ingestService();
  const { result } = renderFiles(place);
  act(() => void result.current.add([file("wait.md")]));
  await waitFor(() => expect(result.current.uploads[0]?.build).toBeDefined());
  act(() => result.current.cancel(result.current.uploads[0]?.id as string));
  expect(result.current.uploads[0]).toMatchObject({ status: "cancelled", buildId: "b-wait.md" });
  expect(fetch.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
});

test("a refused upload fails with the reason and succeeds on retry", async () => {
  let refused = 0;
  const { place } = ingestService({
    "POST /ingest-file": async () => {
      refused += 1;
      return refused === 1
        ? Response.json({ detail: "Upload refused" }, { status: 400 })
        : Response.json({ build_id: "b-a.md", success: true, error: null });
    },
  });
  const onFailed = vi.fn();
  const { result } = renderFiles(place, { onFailed });
  act(() => void result.current.add([file("a.md")]));
  await waitFor(() => expect(statuses(result)).toEqual(["failed"]));
  expect(result.current.uploads[0]?.error).toMatchObject({ status: 400, detail: "Upload refused" });
  expect(onFailed).toHaveBeenCalledOnce();
  act(() => result.current.retry(result.current.uploads[0]?.id as string));
  expect(result.current.uploads[0]).toMatchObject({ status: "uploading", error: undefined });
  await waitFor(() => expect(statuses(result)).toEqual(["ready"]));
});

test("a cancelled upload can be sent again, and cancelled again", async () => {
  const { place, received, open } = ingestService();
  const { result } = renderFiles(place);
  act(() => void result.current.add([file("slow-1.md")]));
  await waitFor(() => expect(received).toHaveLength(1));
  const id = result.current.uploads[0]?.id as string;
  act(() => {
    result.current.cancel(id);
    result.current.retry(id);
  });
  await waitFor(() => expect(received).toHaveLength(2));
  act(() => result.current.cancel(id));
  expect(received[1]?.signal.aborted).toBe(true);
  act(() => result.current.retry(id));
  await waitFor(() => expect(received).toHaveLength(3));
  await open("slow-1.md");
  await waitFor(() => expect(statuses(result)).toEqual(["ready"]));
});

test("a failed build fails its upload; a partial one can be used", async () => {
  const { place } = ingestService();
  const { result } = renderFiles(place);
  act(() => void result.current.add([file("bad.md"), file("part.md")]));
  await waitFor(() => expect(statuses(result)).toEqual(["failed", "partial"]));
  expect(result.current.uploads[0]?.error).toMatchObject({ name: "BuildFailedError" });
});

test("where only watching has stopped, retry watches on and uploads nothing", async () => {
  let known = false;
  const { place, received } = ingestService({
    "GET /builds/b-lost.md": () =>
      known ? build("b-lost.md") : build("b-lost.md", "getBuild.200.not-found"),
  });
  const { result } = renderFiles(place, { graceMs: 0 });
  act(() => void result.current.add([file("lost.md")]));
  await waitFor(() => expect(statuses(result)).toEqual(["failed"]));
  expect(result.current.uploads[0]?.error).toMatchObject({ name: "BuildNotFoundError" });
  known = true;
  act(() => result.current.retry(result.current.uploads[0]?.id as string));
  await waitFor(() => expect(statuses(result)).toEqual(["ready"]));
  expect(received).toHaveLength(1);
});

test("after a cancel during the build, retry watches on and uploads nothing", async () => {
  const { place, received } = ingestService();
  const { result } = renderFiles(place);
  act(() => void result.current.add([file("wait.md")]));
  await waitFor(() => expect(result.current.uploads[0]?.build).toBeDefined());
  const id = result.current.uploads[0]?.id as string;
  act(() => result.current.cancel(id));
  act(() => result.current.retry(id));
  expect(statuses(result)).toEqual(["building"]);
  await waitFor(() => expect(result.current.uploads[0]?.build?.progress).toMatchObject({ done: 12 }));
  expect(received).toHaveLength(1);
});

test("remove and clearSettled take uploads off the list", async () => {
  const { place, received } = ingestService();
  const { result } = renderFiles(place);
  act(() => void result.current.add([file("slow-1.md"), file("a.md"), file("bad.md")]));
  await waitFor(() => expect(statuses(result)).toEqual(["uploading", "ready", "failed"]));
  act(() => result.current.clearSettled());
  expect(statuses(result)).toEqual(["uploading"]);
  act(() => result.current.remove(result.current.uploads[0]?.id as string));
  expect(result.current.uploads).toEqual([]);
  expect(received[0]?.signal.aborted).toBe(true);
});

test("the list keeps its identity while nothing changes", async () => {
  const { place } = ingestService();
  const { result, rerender } = renderFiles(place);
  act(() => void result.current.add([file("a.md")]));
  await waitFor(() => expect(statuses(result)).toEqual(["ready"]));
  const { uploads, add } = result.current;
  rerender({});
  expect(result.current.uploads).toBe(uploads);
  expect(result.current.add).toBe(add);
});

test("when the component goes away, what is being sent is broken off and the queue does not go on", async () => {
  const { place, received } = ingestService();
  const { result, unmount } = renderFiles(place, { concurrency: 1 });
  act(() => void result.current.add([file("slow-1.md"), file("a.md")]));
  await waitFor(() => expect(received).toHaveLength(1));
  unmount();
  await waitFor(() => expect(received[0]?.signal.aborted).toBe(true));
  expect(received).toHaveLength(1);
});

function Page() {
  const { uploads, add } = useIngestFiles();
  const [open, setOpen] = useState(true);
  return (
    <>
      {open ? (
        <input type="file" aria-label="Files" />
      ) : (
        uploads.map(({ id, status }) => <p key={id}>{status}</p>)
      )}
      <button type="button" onClick={() => add([file("slow-1.md")])}>
        Add
      </button>
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
    </>
  );
}

test("StrictMode's rehearsal of going away breaks nothing off", async () => {
  const { place } = ingestService();
  const { result } = renderHookAt(
    place,
    () => {
      const files = useIngestFiles();
      const { add } = files;
      useEffect(() => void add([file("a.md")]), [add]);
      return files;
    },
    { reactStrictMode: true },
  );
  await waitFor(() => expect(statuses(result)).toEqual(["ready", "ready"]));
});

test("uploads outlive what is rendered around them", async () => {
  const { place, open, received } = ingestService();
  render(<Page />, { wrapper: createWrapper(place) });
  act(() => screen.getByText("Add").click());
  act(() => screen.getByText("Close").click());
  expect(screen.getByText("uploading")).toBeDefined();
  await waitFor(() => expect(received).toHaveLength(1));
  await open("slow-1.md");
  await screen.findByText("ready");
});

test("useIngestFile: a second file takes the place of the first", async () => {
  const { place, received } = ingestService();
  const { result } = renderHookAt(place, () => useIngestFile(), { reactStrictMode: true });
  expect(result.current.upload).toBeUndefined();
  act(() => void result.current.ingest(file("slow-1.md")));
  await waitFor(() => expect(received).toHaveLength(1));
  act(() => void result.current.ingest(file("a.md")));
  expect(received[0]?.signal.aborted).toBe(true);
  await waitFor(() => expect(result.current.upload).toMatchObject({ fileName: "a.md", status: "ready" }));
  act(() => result.current.reset());
  expect(result.current.upload).toBeUndefined();
});

test("useIngestFile: acts on the file just ingested, before it is rendered", async () => {
  const { place, received } = ingestService();
  const { result } = renderHookAt(place, () => useIngestFile());
  act(() => {
    void result.current.ingest(file("slow-1.md"));
    void result.current.ingest(file("slow-2.md"));
  });
  expect(result.current.upload).toMatchObject({ fileName: "slow-2.md", status: "uploading" });
  await waitFor(() => expect(received.map(({ name }) => name)).toContain("slow-2.md"));
  expect(received.filter(({ signal }) => !signal.aborted).map(({ name }) => name)).toEqual(["slow-2.md"]);
  act(() => {
    void result.current.ingest(file("a.md"));
    result.current.cancel();
  });
  expect(result.current.upload).toMatchObject({ fileName: "a.md", status: "cancelled" });
});

test("useIngestFile: cancel and retry", async () => {
  const { place, received, open } = ingestService();
  const { result } = renderHookAt(place, () => useIngestFile());
  act(() => void result.current.ingest(file("slow-1.md")));
  await waitFor(() => expect(received).toHaveLength(1));
  act(() => result.current.cancel());
  expect(result.current.upload?.status).toBe("cancelled");
  act(() => result.current.retry());
  await waitFor(() => expect(received).toHaveLength(2));
  await open("slow-1.md");
  await waitFor(() => expect(result.current.upload?.status).toBe("ready"));
});
