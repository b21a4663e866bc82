import { WebFetchError, type WebFetcher, type WebRequest } from "../src/ports/web-fetcher.ts";

export type FakeAnswer = {
  status?: number;
  /** The address that answers, where it is another one. */
  url?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

export type FakeWeb = WebFetcher & { requests: WebRequest[] };

/** A web of given addresses. Any other answers 404. An Error is what the connection meets. Bodies come in two pieces. */
export function fakeWeb(
  answers: Record<string, FakeAnswer | WebFetchError> | ((request: WebRequest) => FakeAnswer | WebFetchError),
): FakeWeb {
  const requests: WebRequest[] = [];
  return {
    requests,
    refusal: () => null,
    fetch: async (request, read) => {
      requests.push(request);
      const answer =
        typeof answers === "function" ? answers(request) : (answers[request.url] ?? { status: 404 });
      if (answer instanceof WebFetchError) throw answer;
      const { status = 200, url = request.url, headers = {}, body = "" } = answer;
      const bytes = Buffer.from(body);
      return read({
        url,
        status,
        header: (name) => headers[name] ?? null,
        body: (async function* () {
          yield bytes.subarray(0, 3);
          yield bytes.subarray(3);
        })(),
      });
    },
  };
}
