import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandResult, runCommand } from "../testing/run-command.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { startWebhookReceiver } from "../testing/webhook-receiver.ts";

describe("webhooks of a running service", () => {
  let server: TestServer;
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
  let settings: Record<string, string>;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    settings = {
      HEADWATER_WEBHOOK_KEY: "a-key-of-32-characters-for-tests",
      HEADWATER_ALLOW_PRIVATE_ADDRESSES: receiver.place,
    };
    server = await startServer(settings);
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });

  const command = (...args: string[]): Promise<CommandResult> =>
    runCommand(["webhook", ...args], server.dataFolder, settings);

  it("are added on the command line, get what happens, and replay it", async () => {
    const added = await command("add", receiver.url, "--event", "build.completed", "source.deleted");
    const [, id = "", secret = ""] =
      /^Webhook (\S+) of the project default\nSecret {2}(whsec_\S+) {3}shown only now\n$/.exec(
        added.stdout,
      ) ?? [];
    const { file_id } = await server.ingestAndWait("pump.md", "The pump runs.");
    await expect.poll(() => receiver.received.length).toBe(1);
    const [first] = receiver.received;
    expect(new Verifier(secret).verify(first?.body ?? "", first?.headers ?? {})).toMatchObject({
      id: "1",
      type: "build.completed",
      data: { file_id },
    });
    expect(first?.body).not.toContain("pump.md");
    await expect
      .poll(async () => (await command("list")).stdout)
      .toMatch(new RegExp(`^${id} +${receiver.url} +build\\.completed source\\.deleted +1 +0 +0`, "m"));
    expect(await command("replay", id, "--after", "0")).toMatchObject({ code: 0 });
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]?.body).toBe(first?.body);
    expect(await command("remove", id)).toMatchObject({
      code: 0,
      stdout: "Removed: it gets no more events.\n",
    });
    expect((await command("list")).stdout).not.toContain(id);
  });

  it("are refused with what to do", async () => {
    expect(await command("add", receiver.url, "--event", "build.begun")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--event takes one of build.completed, build.failed"),
    });
    expect(await command("add", "http://169.254.169.254/latest")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("169.254.169.254 is not a public address"),
    });
    expect(await command("remove", "unknown")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Webhook not found"),
    });
  });
});
