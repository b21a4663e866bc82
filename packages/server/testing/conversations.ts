import type { Answer } from "@headwater/spec";
import { createProjectWithToken } from "../src/auth/first-project.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { type ManagedServer, startManagedServer } from "./managed-server.ts";

export type ConversationServer = ManagedServer & {
  /** Asks a question. Returns the answer. */
  ask(question: string, more?: object): Promise<Answer>;
  /** The token of another project. */
  otherToken: string;
};

/** A service with a source to ask about, and a second project. */
export async function startConversationServer(): Promise<ConversationServer> {
  const managed = await startManagedServer();
  const { server, stores } = managed;
  await server.ingestAndWait("report.md", "The company was founded by Maria Lopez. The kettle is blue.");
  const { secret } = await createProjectWithToken("other", { projects: stores.projects, clock: systemClock });
  return {
    ...managed,
    otherToken: secret,
    ask: async (question, more = {}) =>
      (await server.call<Answer>("POST", "/ask-sources", { question, ...more })).body,
  };
}
