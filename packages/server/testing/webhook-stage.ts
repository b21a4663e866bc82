import { createProjectWithToken } from "../src/auth/first-project.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { startManagedServer } from "./managed-server.ts";

export type WebhookStage = Awaited<ReturnType<typeof startWebhookStage>>;

/** A service with a key for webhooks, and tokens that may manage its project, another one, and none. */
export async function startWebhookStage() {
  const managed = await startManagedServer({ HEADWATER_WEBHOOK_KEY: "a-key-of-32-characters-for-tests" });
  const { server, stores } = managed;
  await createProjectWithToken("other", { projects: stores.projects, clock: systemClock });
  const manage = await managed.tokenFor({ manage: true });
  const as = async (token: string, method: string, path: string, body?: unknown) => {
    const answer = await managed.as(token, method, path, body);
    return { ...answer, body: answer.body as unknown as Record<string, string> };
  };
  return {
    as,
    server,
    manage,
    full: server.token,
    otherManage: await managed.tokenFor({ manage: true, project: "other" }),
    /** Answers the id. */
    async add(types?: string[]): Promise<string> {
      const url = "https://app.example.com/hook";
      const { body } = await as(manage, "POST", "/webhooks", { url, ...(types && { types }) });
      return body.webhook_id ?? "";
    },
    close: managed.close,
  };
}
