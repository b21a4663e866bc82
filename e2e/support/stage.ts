import type { Browser } from "playwright-core";
import type { TestServer } from "../../packages/server/testing/start-server.ts";
import { startServerProcess } from "../../packages/server/testing/start-server-process.ts";
import { launchBrowser, type Visit, type VisitOptions, visit } from "./browser.ts";
import { opened } from "./opened.ts";
import { type Relay, type RelayAnswers, startRelay } from "./relay.ts";
import { type Backend, startWorkbench } from "./workbench.ts";

/** The real service and the real workbench. */
export type House = {
  service: TestServer;
  /** The proxy between workbench and service, if `answers` were given. */
  relay: Relay | undefined;
  /** `http://127.0.0.1:port` of the workbench. */
  address: string;
  close(): Promise<void>;
};

export type Stage = House & {
  /** A new browser context. It is closed with the stage. */
  visit(options?: VisitOptions): Promise<Visit>;
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

/** The real service and the real workbench, without a browser. */
export const openHouse = ({ backend, environment, answers, token }: StageOptions): Promise<House> =>
  opened(async (closing) => {
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
    return { service, relay, address: workbench.address };
  });

/** The real service, the real workbench and a browser. */
export const openStage = (options: StageOptions): Promise<Stage> =>
  opened(async (closing) => {
    const house = await openHouse(options);
    closing.push(() => house.close());
    const browser: Browser = await launchBrowser();
    closing.push(() => browser.close());
    return { ...house, visit: (options) => visit(browser, house.address, options) };
  });
