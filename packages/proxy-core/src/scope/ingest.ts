import type { UploadedSource } from "@headwater/spec";
import { proxyErrors, Refusal, refuse } from "../errors.ts";
import { maxOpenIngestions } from "./ingestions.ts";
import { readBody, writeBody } from "./read-body.ts";
import type { ScopedRequest, ScopeRule } from "./scoped-request.ts";

/** Check this before anything is sent: an ingestion that cannot be recorded would have no owner. */
async function assertMayIngest({ scope, store, ingestions, service }: ScopedRequest): Promise<void> {
  if (!scope.ingest) throw new Refusal(proxyErrors.forbidden());
  const listOpen = () => store.listOwned("ingestion", scope.caller);
  let open = await listOpen();
  if (open.length < maxOpenIngestions) return;
  // The limit counts builds that may have ended: they were not looked at when their caller never asks. Look now.
  await ingestions.refresh(scope.caller, service);
  open = await listOpen();
  if (open.length >= maxOpenIngestions)
    throw refuse(429, `${open.length} of your documents are being processed. Wait until some are done`, [
      ["retry-after", "5"],
    ]);
}

/** A multipart body streams through unchanged: it names no file, build or conversation. */
const bodyOf = async (request: ScopedRequest) =>
  request.entry.body === "multipart" ? ({ kind: "stream" } as const) : writeBody(await readBody(request));

async function claimBuild({ store, scope, follow }: ScopedRequest, buildId: unknown): Promise<void> {
  if (typeof buildId !== "string" || buildId === "") return;
  await store.claim("ingestion", buildId, scope.caller);
  await store.claim("build", buildId, scope.caller);
  follow(buildId);
}

/**
 * The caller becomes the owner of the build before they learn its id. They become the owner of the file as soon as the
 * build names it.
 */
export const ingest: ScopeRule = async (request) => {
  await assertMayIngest(request);
  return {
    kind: "forward",
    query: "",
    body: await bodyOf(request),
    async onAnswer(value) {
      await claimBuild(request, (value as { build_id?: unknown } | null)?.build_id);
      return value;
    },
  };
};

/** The deprecated operations answer the source itself. One without a `file_id` gets no owner. */
export const ingestSource: ScopeRule = async (request) => {
  await assertMayIngest(request);
  const { store, scope, service, ingestions } = request;
  return {
    kind: "forward",
    query: "",
    body: await bodyOf(request),
    async onAnswer(value) {
      const { file_id: fileId, file_name, status } = (value ?? {}) as Partial<UploadedSource>;
      if (!fileId) return value;
      await store.claim("file", fileId, scope.caller);
      const [source] = await service.sources([fileId]);
      const buildId = source?.build_id ?? null;
      // The build is recorded first: an `onFileReady` that fails now is called again later.
      await claimBuild(request, buildId);
      if (status !== "Completed") return value;
      if (buildId !== null)
        await ingestions.observe(buildId, scope.caller, { status, file_id: fileId, file_name });
      else
        await ingestions.announce({
          id: fileId,
          caller: scope.caller,
          fileId,
          fileName: file_name ?? null,
          buildId,
        });
      return value;
    },
  };
};
