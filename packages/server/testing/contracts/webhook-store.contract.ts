import type { EventType } from "@headwater/spec";
import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseAllowedAddresses } from "../../src/adapters/network/allowed-addresses.ts";
import { createGuardedFetcher } from "../../src/adapters/network/guarded-fetcher.ts";
import { presentEvent } from "../../src/http/present/event.ts";
import type { ProjectId } from "../../src/kernel/ids.ts";
import { retryMs, startDeliveringWebhooks } from "../../src/webhooks/deliver-webhooks.ts";
import { createManageWebhooks } from "../../src/webhooks/manage-webhooks.ts";
import { createSeal } from "../../src/webhooks/seal.ts";
import { maxWebhooks } from "../../src/webhooks/webhook.ts";
import { createManualTimer } from "../manual-timer.ts";
import { startWebhookReceiver } from "../webhook-receiver.ts";
import { addProject } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const key = "a-key-of-32-characters-for-tests";

export const describeWebhookStore = (name: string, open: OpenStores): void => {
  describe(`WebhookStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: ProjectId;
    let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
    let log: string[];
    let closing: (() => Promise<void>)[];
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
      receiver = await startWebhookReceiver();
      log = [];
      // What is signed is compared with the clock of the verifier.
      stores.clock.advance(Date.now() - stores.clock.now().getTime());
      closing = [];
    });
    afterEach(async () => {
      for (const close of closing) await close();
      await receiver.close();
      await stores.close();
    });

    const fetcherFor = (allowed: string) =>
      createGuardedFetcher({ allowed: parseAllowedAddresses(allowed), userAgent: "test" });
    const managing = (allowed = receiver.place) =>
      createManageWebhooks({
        ...stores,
        refusal: fetcherFor(allowed).refusal,
        seal: createSeal(key),
        clock: stores.clock,
      });
    const add = (types: EventType[] | null = null) => managing().add(projectId, { url: receiver.url, types });
    const happen = (name: string) =>
      stores.projectEvents.add(projectId, { type: "source.deleted", data: { fileId: name } }, name);
    const reach = (name: string) =>
      stores.projectEvents.add(projectId, { type: "limit.reached", data: { limit: "bytes" } }, name);
    const start = (options: { allowed?: string; key?: string | null; mayDeliver?: boolean } = {}) => {
      const { allowed = receiver.place, mayDeliver = true } = options;
      const sealKey = options.key === undefined ? key : options.key;
      const { timer } = createManualTimer(stores.clock);
      const delivering = startDeliveringWebhooks({
        ...stores,
        fetcher: fetcherFor(allowed),
        seal: sealKey === null ? null : createSeal(sealKey),
        present: presentEvent,
        mayDeliver: () => mayDeliver,
        timer,
        warn: (_facts, message) => log.push(message),
      });
      closing.push(delivering.close);
      return delivering;
    };
    const names = () =>
      receiver.received.map(({ body }) => {
        const { type, data } = JSON.parse(body);
        return data.file_id ?? type;
      });
    const listed = async () => {
      const [webhook] = await managing().list(projectId);
      if (!webhook) return null;
      const { position, waiting, dead, lastError, disabled } = webhook;
      return { position, waiting, dead, lastError, disabled };
    };

    it("sends what happens from then on, in order, signed as Standard Webhooks says", async () => {
      await happen("before");
      const { secret, webhookId } = await add();
      const { look } = start();
      await happen("one");
      await happen("two");
      await look();
      expect(names()).toEqual(["one", "two"]);
      for (const [place, { headers, body }] of receiver.received.entries()) {
        expect(headers["webhook-id"]).toBe(`evt_${projectId}_${place + 2}`);
        expect(new Verifier(secret).verify(body, headers)).toMatchObject({ type: "source.deleted" });
        expect(() => new Verifier(secret).verify(`${body} `, headers)).toThrow();
      }
      const [stored] = await stores.webhooks.active();
      expect(JSON.stringify(stored)).not.toContain(secret.slice("whsec_".length));
      await managing().remove(projectId, webhookId);
      await expect(managing().remove(projectId, webhookId)).rejects.toMatchObject({ status: 404 });
    });

    it("tries again what was not taken, for a day, while later events go on; then it is dead until it is replayed", async () => {
      const { webhookId } = await add();
      receiver.answerWith(({ type }) => (type === "source.deleted" ? 500 : 200));
      const { look } = start();
      await happen("bad");
      await reach("good");
      const bad = () => names().filter((name) => name === "bad").length;
      // A look ends with the first event that is not taken.
      await look();
      await look();
      expect(names()).toEqual(["bad", "limit.reached"]);
      expect(await listed()).toMatchObject({
        position: 2,
        waiting: 1,
        dead: 0,
        lastError: "it answered 500",
      });
      for (const [place, pause] of retryMs.entries()) {
        stores.clock.advance(pause - 1);
        await look();
        expect(bad()).toBe(place + 1);
        stores.clock.advance(1);
        await look();
        expect(bad()).toBe(place + 2);
      }
      expect(await listed()).toMatchObject({ waiting: 0, dead: 1, lastError: "it answered 500" });
      expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
      receiver.answerWith(() => 200);
      receiver.received.length = 0;
      await managing().replay(projectId, webhookId, 0);
      await look();
      expect(names()).toEqual(["bad", "limit.reached"]);
      expect(await listed()).toEqual({ position: 2, waiting: 0, dead: 0, lastError: null, disabled: null });
      await expect(managing().replay(projectId, webhookId, 3)).rejects.toMatchObject({ status: 410 });
    });

    it("sends only the types that were asked for, and nothing of other projects", async () => {
      await add(["limit.reached"]);
      const other = await addProject(stores);
      await stores.projectEvents.add(
        other.projectId,
        { type: "limit.reached", data: { limit: "sources" } },
        "x",
      );
      await happen("unwanted");
      await reach("wanted");
      await start().look();
      expect(names()).toEqual(["limit.reached"]);
      expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
        id: "2",
        data: { limit: "bytes" },
      });
    });

    it("sends nothing after 410 Gone, until it is replayed", async () => {
      const { webhookId } = await add();
      receiver.answerWith(() => 410);
      const { look } = start();
      await happen("one");
      await look();
      expect(await listed()).toMatchObject({ disabled: "its receiver answered 410 Gone" });
      await happen("two");
      receiver.answerWith(() => 200);
      await look();
      expect(names()).toEqual(["one"]);
      await managing().replay(projectId, webhookId, 0);
      await look();
      expect(names()).toEqual(["one", "one", "two"]);
    });

    it("reaches no private address that is not allowed, neither when it is added nor when it is sent to", async () => {
      const url = receiver.url;
      await expect(managing("").add(projectId, { url, types: null })).rejects.toMatchObject({
        status: 400,
        message: "Invalid input: no event can be sent to this address: 127.0.0.1 is not a public address",
      });
      await add();
      await happen("one");
      await start({ allowed: "" }).look();
      expect(await listed()).toMatchObject({ lastError: "127.0.0.1 is not a public address" });
      expect(receiver.received).toEqual([]);
    });

    it("is sent by the keeper alone, which goes on where another one ended", async () => {
      await add();
      await happen("one");
      await start({ mayDeliver: false }).look();
      expect(names()).toEqual([]);
      const first = start();
      await first.look();
      await first.close();
      await happen("two");
      await first.look();
      expect(names()).toEqual(["one"]);
      await start().look();
      expect(names()).toEqual(["one", "two"]);
    });

    it("says so when the key is missing or another one, and sends nothing", async () => {
      await add();
      await happen("one");
      for (const wrong of [null, "another-key-of-32-characters-xxx"]) {
        const { look } = start({ key: wrong });
        await look();
        await look();
      }
      expect(log).toEqual([
        expect.stringContaining("HEADWATER_WEBHOOK_KEY is not set"),
        expect.stringContaining("with another HEADWATER_WEBHOOK_KEY"),
      ]);
      expect(receiver.received).toEqual([]);
      const keyless = createManageWebhooks({
        ...stores,
        refusal: () => null,
        seal: null,
        clock: stores.clock,
      });
      await expect(keyless.add(projectId, { url: receiver.url, types: null })).rejects.toMatchObject({
        status: 400,
      });
    });

    it("keeps a replay that comes while an event is being sent", async () => {
      await happen("one");
      await happen("two");
      const { webhookId } = await add();
      await managing().replay(projectId, webhookId, 0);
      expect(await stores.webhooks.advance(webhookId, 2, 3, null)).toBe(false);
      expect(await listed()).toMatchObject({ position: 0 });
    });

    it("has so many of a project at most", async () => {
      for (let count = 0; count < maxWebhooks; count += 1) await add();
      await expect(add()).rejects.toMatchObject({ status: 400 });
    });
  });
};
