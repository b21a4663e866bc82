import type { Browser } from "playwright-core";
import type { TestServer } from "../../packages/server/testing/start-server.ts";
import { startServerProcess } from "../../packages/server/testing/start-server-process.ts";
import { launchBrowser, type Visit, type VisitOptions, visit } from "./browser.ts";
import { type Relay, type RelayAnswers, startRelay } from "./relay.ts";
import { type Backend, startWorkbench } from "./workbench.ts";

export type Stage = {
  service: TestServer;
  /** The proxy between workbench and service, if `answers` were given. */
  relay: Relay | undefined;
  /** `http://127.0.0.1:port` of the workbench. */
  address: string;
  /** A new browser context. It is closed with the stage. */
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
};

export type StageOptions = {
  backend: Backend;
  /** Settings of the service. */
  environment?: Record<string, string>;
  /** Puts a relay in front of the service, which answers some requests by itself. */
  answers?: RelayAnswers;
  /** The token for the workbench, instead of the service's own. */
  token?: string;
};

/** The real service, the real workbench and a browser. */
export async function openStage({ backend, environment, answers, token }: StageOptions): Promise<Stage> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const service = await startServerProcess(environment);
    closing.push(() => service.close());
    const relay = answers && (await startRelay(service.origin, answers));
    if (relay) closing.push(() => relay.close());
    const workbench = await startWorkbench({
      backend,
      serviceUrl: `${relay?.origin ?? service.origin}/sources`,
      token: token ?? service.token,
    });
    closing.push(() => workbench.stop());
    const browser: Browser = await launchBrowser();
    closing.push(() => browser.close());
    const { address } = workbench;
    return { service, relay, address, visit: (options) => visit(browser, address, options), close };
  } catch (error) {
    await close();
    throw error;
  }
}
