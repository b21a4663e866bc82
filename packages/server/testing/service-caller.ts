export type BuildStatus = {
  build_id: string;
  file_id: string | null;
  status: string;
  error: string | null;
  message?: string | null;
  total_pages: number | null;
  failed_pages?: number[] | null;
  total_partitions: number | null;
};

export type ListedSource = { file_id: string; file_name: string; status: string; file_size: number };

export type FoundChunk = {
  text: string;
  file_id: string;
  page_number: number;
  metadata: { chunk_id: string; element_ids: string[]; copies?: { file_id: string }[] };
};

const callTimeoutMs = 200_000;
const elementsPerPage = 100;

/** Calls a service as a client would, with a time limit on every call. Any status except 200 throws. */
export function createServiceCaller(address: { baseUrl: string }, token: string, signal?: AbortSignal) {
  const authorization = `Bearer ${token}`;
  const send = async <T>(path: string, init: RequestInit): Promise<T> => {
    const deadline = AbortSignal.timeout(callTimeoutMs);
    const response = await fetch(address.baseUrl + path, {
      ...init,
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      headers: { authorization, ...(init.headers as Record<string, string>) },
    });
    const text = await response.text();
    if (response.status !== 200)
      throw new Error(`${init.method ?? "GET"} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  const json = (method: string, body: unknown): RequestInit => ({
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const caller = {
    async ingest(fileName: string, bytes: Uint8Array, method?: string): Promise<string> {
      const body = new FormData();
      if (method !== undefined) body.set("method", method);
      body.set("file", new Blob([new Uint8Array(bytes)]), fileName);
      return (await send<{ build_id: string }>("/ingest-file", { method: "POST", body })).build_id;
    },
    build: (buildId: string) => send<BuildStatus>(`/builds/${buildId}?suppress_elements=true`, {}),
    /** Waits until the build ended, at most `timeoutMs`. */
    async waitForBuild(buildId: string, timeoutMs: number): Promise<BuildStatus> {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const build = await send<BuildStatus>(`/builds/${buildId}?suppress_elements=true`, {
          headers: { prefer: "wait=5" },
        });
        if (build.status !== "Pending" && build.status !== "Processing") return build;
        if (performance.now() > deadline) throw new Error(`Build ${buildId} is still ${build.status}`);
      }
    },
    /** Polls until the build is in one of the states, for at most `timeoutMs`. Returns the state. */
    async reaches(buildId: string, states: string[], timeoutMs: number): Promise<string> {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const { status } = await caller.build(buildId);
        if (states.includes(status)) return status;
        if (performance.now() > deadline) throw new Error(`Build ${buildId} is still ${status}`);
      }
    },
    sources: () => send<ListedSource[]>("/", {}),
    elements: (fileId: string) =>
      send<{ items: { element_id: string; text: string }[]; total: number }>(
        `/get-elements?file_id=${fileId}&suppress_img_base64=true`,
        {},
      ),
    /** Numbers of the pages of a source that have an element. */
    async pagesWithElements(fileId: string): Promise<Set<number>> {
      const pages = new Set<number>();
      for (let page = 1; ; page += 1) {
        const { items, total } = await send<{ items: { page_number: number }[]; total: number }>(
          `/get-elements?file_id=${fileId}&suppress_img_base64=true&page=${page}&page_size=${elementsPerPage}`,
          {},
        );
        for (const { page_number } of items) pages.add(page_number);
        if (page * elementsPerPage >= total) return pages;
      }
    },
    retrieve: async (query: string, fileIds?: string[]) =>
      (
        await send<{ chunks: FoundChunk[] }>(
          "/prebuilt-rag",
          json("POST", { query, top_k: 100, file_ids: fileIds }),
        )
      ).chunks,
    reprocess: async (fileId: string) =>
      (await send<{ build_id: string }>("/reprocess", json("POST", { file_id: fileId }))).build_id,
    remove: (fileId: string) => send<unknown>("/delete", json("DELETE", { file_id: fileId })),
    ask: (question: string, fileIds?: string[]) =>
      send<{ answer: string; citations: unknown[] }>(
        "/ask-sources",
        json("POST", { question, file_ids: fileIds }),
      ),
    ready: () =>
      fetch(`${address.baseUrl.replace(/\/sources$/, "")}/readyz`, {
        signal: AbortSignal.timeout(callTimeoutMs),
      }),
  };
  return caller;
}

export type ServiceCaller = ReturnType<typeof createServiceCaller>;
