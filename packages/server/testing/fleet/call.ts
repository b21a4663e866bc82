/** How long a client waits for an answer, in ms: longer than any limit of the service on what is called here. */
const callMs = 90_000;

export type Answer = { status: number; text: string };

export type Reply = Answer | null | "refused";

export type Caller = {
  /** An answer; null where the connection broke, and `refused` where none was made: then nothing happened. Calls that do not end are noted as faults, and so are answers such as 500. */
  call(api: string, path: string, init?: RequestInit): Promise<Reply>;
};

/** What a client may be answered: 404 because another one has deleted the source, 507 while a disk is full. */
const expected = { always: new Set([200, 404]), disturbed: new Set([200, 404, 429, 503, 507]) };

export const createCaller = (
  token: string,
  note: (fault: string) => void,
  {
    isDisturbed,
  }: {
    /** Parts of the fleet may be away: then calls may be refused and broken off, as long as each ends in time. */
    isDisturbed: boolean;
  },
): Caller => ({
  async call(api, path, init = {}) {
    const started = performance.now();
    const what = `${init.method ?? "GET"} ${path}`;
    try {
      const response = await fetch(`${api}${path}`, {
        ...init,
        signal: AbortSignal.timeout(callMs),
        headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
      });
      const text = await response.text();
      if (!expected[isDisturbed ? "disturbed" : "always"].has(response.status))
        note(`${what} was answered ${response.status}: ${text}`);
      if (response.status === 503 && !response.headers.has("retry-after"))
        note(`${what} was answered 503 without Retry-After: ${text}`);
      return { status: response.status, text };
    } catch (caught) {
      const error = caught as Error & { cause?: { code?: string } };
      if (error instanceof DOMException && error.name === "TimeoutError")
        note(`${what} had no answer after ${Math.round((performance.now() - started) / 1000)} s`);
      else if (!isDisturbed) note(`${what} had no answer: ${error.cause ?? error}`);
      return isRefused(error) ? "refused" : null;
    }
  },
});

const isRefused = ({ cause }: { cause?: { code?: string } }): boolean => cause?.code === "ECONNREFUSED";

export const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
