import type { Scope } from "../../src/options/proxy-options.ts";
import { operationIds } from "./examples.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, type SomeOptions, startProxyUnderTest } from "./proxy-under-test.ts";
import type { RecordedRequest } from "./recording-upstream.ts";
import type { Reply, Sent } from "./send.ts";
import { createTenantService, type TenantService } from "./tenant-service.ts";

/**
 * A word in the ids, names and texts of everything that is not Anna's. It must never reach her, nor be sent in her
 * name.
 */
export const secret = "SECRET";

export const idsOf = (sources: unknown): string[] =>
  (sources as { file_id: string }[]).map(({ file_id }) => file_id);

export type ScopedProxy = {
  under: ProxyUnderTest;
  service: TenantService;
  /** The scopes by user. A test may change them between requests. */
  scopes: Record<string, Scope>;
  as(user: string, method: string, path: string, sent?: Sent): Promise<Reply>;
  /** Ingests a file as a user and returns its id. */
  ingest(user: string): Promise<string>;
  /** Returns the requests upstream since the last call of this function. */
  seen(): RecordedRequest[];
};

const boundary = "----b";
export const upload: Sent = {
  headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="new.md"\r\n\r\ntext\r\n--${boundary}--\r\n`,
};

/**
 * Anna may read `f-given` and may ingest. Bob has the same rights for another file. Zoe has no rights. The project also
 * holds files without an owner.
 */
export async function startScopedProxy(
  adapter: ProxyAdapter,
  options: SomeOptions = {},
): Promise<ScopedProxy> {
  const scopes: Record<string, Scope> = {
    anna: { caller: "anna", files: ["f-given"], ingest: true, flows: ["support"] },
    bob: { caller: "bob", files: async () => [`f-${secret}-bob`], ingest: true },
    zoe: { caller: "zoe" },
  };
  const under = await startProxyUnderTest(adapter, {
    authorize: (request) => scopes[adapter.headerOf(request, "x-user") ?? ""] ?? false,
    // Scopes must hold where the application allows everything.
    allow: operationIds,
    ...options,
  });
  const service = createTenantService();
  under.upstream.handle(service.handle);
  service.add({ file_id: "f-given", file_name: "given.md", text: "given text" });
  service.add({ file_id: `f-${secret}-bob`, file_name: `${secret}-bob.md`, text: `${secret} of bob` });
  service.add({ file_id: `f-${secret}-2`, file_name: "given.md", text: `${secret} under a common name` });
  service.add({ file_id: `f-${secret}-3`, file_name: `${secret}.md`, text: `${secret} of nobody` });

  const as: ScopedProxy["as"] = (user, method, path, sent = {}) =>
    under.send(method, path, { ...sent, headers: { ...sent.headers, "x-user": user } });
  let read = 0;
  return {
    under,
    service,
    scopes,
    as,
    async ingest(user) {
      const { build_id } = (await as(user, "POST", "/ingest-file", upload)).json<{ build_id: string }>();
      const { file_id } = (await as(user, "GET", `/builds/${build_id}`)).json<{ file_id: string }>();
      return file_id;
    },
    seen() {
      const fresh = under.upstream.requests.slice(read);
      read = under.upstream.requests.length;
      return fresh;
    },
  };
}
