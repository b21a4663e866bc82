import type { Build } from "@headwater/client";
import { act } from "@testing-library/react";
import { example } from "./example.ts";
import { neverAnswers, routedFetch, type Step } from "./scripted-fetch.ts";

export const file = (name: string, size = 10) => new File([new Uint8Array(size)], name);
export const build = (id: string, name = "getBuild.200") =>
  Response.json({ ...example<Build>(name), build_id: id });

/** A service that schedules `b-<file name>` for each upload. `releases` hold back the answers, by file name. */
export function ingestService(routes: Record<string, Step> = {}) {
  // Keep the requests too: the signal of a collected request is no longer aborted.
  const received: {
    name: string;
    method: string | null;
    tags: string[];
    request: Request;
    signal: AbortSignal;
  }[] = [];
  const releases = new Map<string, () => void>();
  const ingest: Step = async (request) => {
    const form = await request.formData();
    const { name } = form.get("file") as File;
    received.push({
      name,
      method: form.get("method") as string | null,
      tags: form.getAll("tags") as string[],
      request,
      signal: request.signal,
    });
    if (name.startsWith("slow")) await Promise.race([opened(name), neverAnswers(request)]);
    return Response.json({ build_id: `b-${name}`, success: true, error: null });
  };
  const opened = (name: string) => new Promise<void>((open) => releases.set(name, open));
  const builds = (name: string, answer: string) => ({
    [`GET /builds/b-${name}`]: build(`b-${name}`, answer),
  });
  const fetch = routedFetch({
    "GET /": Response.json([]),
    "POST /ingest-file": ingest,
    ...builds("a.md", "getBuild.200"),
    ...builds("b.md", "getBuild.200"),
    ...builds("slow-1.md", "getBuild.200"),
    ...builds("slow-2.md", "getBuild.200"),
    ...builds("part.md", "getBuild.200.partial"),
    ...builds("bad.md", "getBuild.200.failed"),
    ...builds("wait.md", "getBuild.200.processing"),
    ...routes,
  });
  const place = { basePath: "/api/documents", fetch };
  return { place, fetch, received, open: (name: string) => act(async () => releases.get(name)?.()) };
}
