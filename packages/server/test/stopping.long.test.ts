import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { samplePdf } from "../testing/documents/sample-pdf.ts";
import { createServiceCaller } from "../testing/service-caller.ts";
import { type ServiceProcess, startServiceProcess } from "../testing/service-process.ts";
import { multipartBody } from "../testing/upload-in-pieces.ts";

const token = "stopping-token-0123456789";

describe("a service that is told to stop", () => {
  let dataFolder: string;
  let service: ServiceProcess;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "headwater-stopping-"));
    service = await startServiceProcess({ dataFolder, token });
  });
  afterEach(async () => {
    await service.kill();
    agent.destroy();
    await rm(dataFolder, { recursive: true, force: true });
  });

  const send = (path: string, options: { agent?: Agent; headers?: Record<string, string> } = {}) => {
    const sent = request(`${service.origin}${path}`, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    });
    sent.end();
    return answerOf(sent);
  };
  /** An upload whose last bytes have not arrived yet. */
  const beginUpload = async () => {
    const { contentType, body } = multipartBody(
      "late.txt",
      Buffer.from("The harbour was full of late boats."),
    );
    const upload = request(`${service.baseUrl}/ingest-file`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": contentType,
        "content-length": body.length,
        expect: "100-continue",
      },
    });
    upload.flushHeaders();
    await once(upload, "continue");
    await new Promise((sent) => upload.write(body.subarray(0, -10), sent));
    return { answer: answerOf(upload), finish: () => void upload.end(body.subarray(-10)) };
  };
  /** The service was told to stop, and has confirmed it. */
  const stop = async () => {
    process.kill(service.pid, "SIGTERM");
    for (;;) if ((await send("/readyz")).body.status === "stopping") return;
  };

  it("answers requests in flight, answers new ones with 503, and releases its builds", async () => {
    const caller = createServiceCaller(service, token);
    const book = await caller.ingest("book.pdf", samplePdf({ pages: 150, seed: 1 }));
    await caller.reaches(book, ["Processing"], 30_000);
    await send("/sources", { agent });
    const waiting = send(`/sources/builds/${book}?suppress_elements=true`, {
      headers: { prefer: "wait=60" },
    });
    const upload = await beginUpload();
    await stop();

    for (const newcomer of [await send("/sources", { agent }), await send("/sources")]) {
      expect(newcomer).toMatchObject({ status: 503, body: { detail: expect.stringContaining("stopping") } });
      expect(Number(newcomer.headers["retry-after"])).toBeGreaterThan(0);
      expect(newcomer.headers.connection).toBe("close");
    }
    expect(await send("/healthz")).toMatchObject({ status: 200 });
    expect((await waiting).status).toBe(200);
    upload.finish();
    const { status, body } = await upload.answer;
    expect(status).toBe(200);
    await service.exited;
    expect(service.complaints()).toBe("");

    service = await startServiceProcess({ dataFolder, token });
    const after = createServiceCaller(service, token);
    for (const buildId of [book, String(body.build_id)])
      expect(await after.waitForBuild(buildId, 60_000)).toMatchObject({ status: "Completed" });
  });

  it("gives an upload that does not end a 503 once the time is over", async () => {
    const upload = await beginUpload();
    await stop();
    expect(await upload.answer).toMatchObject({ status: 503 });
    await service.exited;
    expect(service.complaints()).toBe("");
    expect(await readdir(join(dataFolder, "staging"))).toEqual([]);
  });

  it("does not wait when it is told to stop again", async () => {
    const upload = await beginUpload();
    upload.answer.catch(() => {});
    await stop();
    // A signal that follows at once is the same key press, passed on. So it is repeated until it counts.
    const timer = setInterval(() => process.kill(service.pid, "SIGTERM"), 300);
    await service.exited;
    clearInterval(timer);
    await expect(upload.answer).rejects.toThrow();
  });
});

type Answer = { status: number; headers: IncomingMessage["headers"]; body: Record<string, unknown> };

async function answerOf(sent: ClientRequest): Promise<Answer> {
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += part;
  return { status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) };
}
