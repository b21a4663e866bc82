import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  useBuild,
  useBuilds,
  useDeleteSource,
  useElements,
  useIngestFile,
  useIngestFiles,
  useIngestUrl,
  useReadiness,
  useReprocess,
  useRetrieve,
  useSources,
} from "../src/index.ts";
import { createWrapper, renderHookAt } from "../testing/render.tsx";
import { type Stack, startStack } from "../testing/stack.ts";

const warranty =
  "# Warranty\n\nThe pump is warranted for two years.\n\n# Seals\n\nSeals wear out in one year.\n";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const place = () => ({ basePath: stack.basePath });

/** Ingests a file. Returns the id of its source. */
async function ingest(name: string, text: string): Promise<string> {
  const { result, unmount } = renderHookAt(place(), () => useIngestFile());
  act(() => void result.current.ingest(new File([text], name)));
  await waitFor(() => expect(result.current.upload?.status).toBe("ready"));
  unmount();
  return result.current.upload?.fileId as string;
}

function Library() {
  const { data: sources = [] } = useSources();
  const { uploads, add } = useIngestFiles();
  const deletion = useDeleteSource();
  return (
    <>
      <input aria-label="Files" type="file" multiple onChange={({ target }) => add(target.files ?? [])} />
      <ul aria-label="Uploads">
        {uploads.map(({ id, fileName, status }) => (
          <li key={id}>{`${fileName}: ${status}`}</li>
        ))}
      </ul>
      <ul aria-label="Sources">
        {sources.map(({ file_id, file_name, status }) => (
          <li key={file_id}>
            {`${file_name}: ${status}`}
            <button
              type="button"
              onClick={() => deletion.mutate({ file_id })}
            >{`Delete ${file_name}`}</button>
          </li>
        ))}
      </ul>
    </>
  );
}

test("chosen files are uploaded, built, listed, and deleted again", async () => {
  render(<Library />, { wrapper: createWrapper(place()) });
  const user = userEvent.setup();
  await user.upload(screen.getByLabelText("Files"), [
    new File([warranty], "one.md"),
    new File(["a,b\n1,2\n"], "two.csv"),
    new File(["?"], "three.exe"),
  ]);
  await waitFor(() => {
    const list = screen.getByLabelText("Uploads").textContent;
    expect(list).toBe("one.md: readytwo.csv: readythree.exe: failed");
  });
  await screen.findByText("one.md: Completed");
  await screen.findByText("two.csv: Completed");
  await user.click(screen.getByText("Delete two.csv"));
  await waitFor(() => expect(screen.queryByText("two.csv: Completed")).toBeNull());
  // A newly loaded list does not contain it either, once the service has deleted it: the page shows that earlier.
  const { result } = renderHookAt(place(), () => useSources());
  await waitFor(async () => {
    const { data } = await result.current.refetch();
    expect(data?.map(({ file_name }) => file_name)).toEqual(["one.md"]);
  });
});

test("an upload the service refuses fails with its words", async () => {
  const { result } = renderHookAt(place(), () => useIngestFile());
  act(() => void result.current.ingest(new File(["?"], "virus.exe")));
  await waitFor(() => expect(result.current.upload?.status).toBe("failed"));
  expect(result.current.upload?.error?.message).toMatch(/File type '\.?exe' is not supported/);
});

test("elements by page and filter", async () => {
  const fileId = await ingest("elements.md", warranty);
  const { result } = renderHookAt(place(), () => ({
    all: useElements(fileId, { pageSize: 3 }),
    titles: useElements(fileId, { type: "Title" }),
  }));
  await waitFor(() => expect(result.current.all).toMatchObject({ total: 4, hasNextPage: true }));
  await act(() => result.current.all.fetchNextPage());
  await waitFor(() => expect(result.current.all.elements).toHaveLength(4));
  await waitFor(() =>
    expect(result.current.titles.elements.map(({ text }) => text)).toEqual(["Warranty", "Seals"]),
  );
});

test("retrieval in one file", async () => {
  const fileId = await ingest("retrieval.md", warranty);
  const { result } = renderHookAt(place(), () => ({
    found: useRetrieve({ query: "How long do seals last?", file_ids: [fileId], top_k: 1 }),
    blank: useRetrieve({ query: " " }),
    off: useRetrieve({ query: "seals" }, { enabled: false }),
  }));
  await waitFor(() => expect(result.current.found.data?.chunks[0]?.text).toMatch(/Seals wear out/));
  expect(result.current.found.data?.chunks[0]?.file_id).toBe(fileId);
  expect([result.current.blank.fetchStatus, result.current.off.fetchStatus]).toEqual(["idle", "idle"]);
});

test("reprocessing: its build is watched, and the list shows the new method", async () => {
  const fileId = await ingest("again.md", warranty);
  const { result } = renderHookAt(place(), () => {
    const reprocess = useReprocess();
    return {
      reprocess,
      build: useBuild(reprocess.data?.build_id),
      sources: useSources({ fileIds: [fileId] }),
    };
  });
  await waitFor(() => expect(result.current.sources.data?.[0]?.status).toBe("Completed"));
  act(() => result.current.reprocess.mutate({ file_id: fileId, method: "fast" }));
  await waitFor(() => expect(result.current.build.stopped).toBe("ready"));
  await waitFor(() =>
    expect(result.current.sources.data?.[0]).toMatchObject({ status: "Completed", method: "fast" }),
  );
});

test("a build nobody knows, beside one that is there", async () => {
  const { result: uploaded } = renderHookAt(place(), () => useIngestFile());
  act(() => void uploaded.current.ingest(new File([warranty], "known.md")));
  await waitFor(() => expect(uploaded.current.upload?.status).toBe("ready"));
  const known = uploaded.current.upload?.buildId as string;
  const unknown = "00000000-0000-7000-8000-000000000000";
  const { result } = renderHookAt(place(), () => useBuilds([unknown, known], { graceMs: 0 }));
  await waitFor(() => expect(result.current.map(({ stopped }) => stopped)).toEqual(["not_found", "ready"]));
});

test("a web address that may not be fetched ends as a failed build with a reason", async () => {
  const page = createServer((_request, response) => response.end("<h1>Inside</h1>"));
  await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
  const { result } = renderHookAt(place(), () => {
    const ingestion = useIngestUrl();
    return { ingestion, build: useBuild(ingestion.data?.build_id) };
  });
  const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/`;
  act(() => result.current.ingestion.mutate({ url }));
  await waitFor(() => {
    const { ingestion, build } = result.current;
    expect(ingestion.error?.message ?? build.data?.error).toBeTruthy();
  });
  page.close();
});

test("what the service can do", async () => {
  const { result } = renderHookAt(place(), () => useReadiness());
  await waitFor(() => expect(result.current.data?.status).toBe("ready"));
  expect(result.current.data?.capabilities).toContain("retrieve");
});

test("a service that is down is an error with a status", async () => {
  const { result } = renderHookAt({ basePath: stack.nowherePath }, () => ({
    sources: useSources(),
    readiness: useReadiness(),
  }));
  await waitFor(() => expect(result.current.readiness.error).toMatchObject({ status: 502 }));
  await waitFor(() => expect(result.current.sources.error).toMatchObject({ status: 502 }));
});
