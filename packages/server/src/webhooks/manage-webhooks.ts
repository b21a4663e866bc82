import type { EventType } from "@headwater/spec";
import type { EventStore } from "../events/event-store.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId, type ProjectId } from "../kernel/ids.ts";
import { invalidInput, ServiceError } from "../kernel/service-error.ts";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import type { Seal } from "./seal.ts";
import { newSecret } from "./sign.ts";
import { maxWebhooks } from "./webhook.ts";
import type { ListedWebhook, WebhookStore } from "./webhook-store.ts";

export type ManageWebhooks = {
  /** The secret is answered here and never again. Throws 400 for an address that no event may be sent to. */
  add(
    projectId: ProjectId,
    webhook: { url: string; types: EventType[] | null },
  ): Promise<{ webhookId: string; secret: string }>;
  list(projectId: ProjectId): Promise<ListedWebhook[]>;
  /** Throws 404. */
  remove(projectId: ProjectId, webhookId: string): Promise<void>;
  /** Sends the events after this one again. Throws 404, and 410 when some of them are not known any more. */
  replay(projectId: ProjectId, webhookId: string, after: number): Promise<void>;
};

export function createManageWebhooks({
  webhooks,
  projectEvents,
  refusal,
  seal,
  clock,
}: {
  webhooks: WebhookStore;
  projectEvents: Pick<EventStore, "after" | "latestOf">;
  refusal: WebFetcher["refusal"];
  seal: Seal | null;
  clock: Clock;
}): ManageWebhooks {
  return {
    async add(projectId, { url, types }) {
      if (seal === null) throw keyMissing();
      const refused = refusal(url);
      if (refused !== null)
        throw invalidInput(`Invalid input: no event can be sent to this address: ${refused}`);
      const [webhookId, secret] = [newId(), newSecret()];
      const sealed = seal.seal(secret, webhookId);
      const isAdded = await webhooks.add({
        ...{ webhookId, projectId, url, types, createdAt: clock.now() },
        secret: sealed,
      });
      if (!isAdded) throw invalidInput(`A project has at most ${maxWebhooks} webhooks. Remove one first.`);
      return { webhookId, secret };
    },

    list: (projectId) => webhooks.list(projectId),

    async remove(projectId, webhookId) {
      if (!(await webhooks.remove(projectId, webhookId))) throw webhookNotFound();
    },

    async replay(projectId, webhookId, after) {
      const [next] = await projectEvents.after(projectId, after, 1);
      const latest = (await projectEvents.latestOf([projectId])).get(projectId) ?? 0;
      if ((next?.number ?? latest + 1) !== after + 1) throw eventsNotKept(after);
      if (!(await webhooks.replay(projectId, webhookId, after))) throw webhookNotFound();
    },
  };
}

const webhookNotFound = () => new ServiceError(404, "Webhook not found");

const eventsNotKept = (after: number) =>
  new ServiceError(410, `Events after ${after} are not known any more: they can't be sent again.`);

const keyMissing = () =>
  invalidInput(
    "The secrets of webhooks are kept encrypted. Set HEADWATER_WEBHOOK_KEY to a random text, such as `openssl rand -base64 32` prints, for the service and for this command.",
  );
