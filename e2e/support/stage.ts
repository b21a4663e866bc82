import type { Browser } from "playwright-core";
import type { TestServer } from "../../packages/server/testing/start-server.ts";
import { startServerProcess } from "../../packages/server/testing/start-server-process.ts";
import type { TestClient } from "../../packages/server/testing/test-client.ts";
import { type Visit, type VisitOptions, visit } from "./browser.ts";
import { opened } from "./opened.ts";
import type { RelayAnswers } from "./relay.ts";
import { type Backend, startWorkbench } from "./workbench.ts";
import { borrowWorkbench, newProject, returnWorkbench, sharedBrowser, sharedService } from "./worker.ts";

/** The real service and the real workbench. */
export type House<Service = TestClient> = {
  service: Service;
  /** `http://127.0.0.1:port` of the workbench. */
  address: string;
  /** The token that the workbench keeps from the browser. */
  token: string;
  close(): Promise<void>;
};

export type Stage<Service = TestClient> = House<Service> & {
  /** A new browser context. It is closed with the stage. */
  visit(options?: VisitOptions): Promise<Visit>;
};

type WorkbenchOptions = {
  backend: Backend;
  /** Requests that are answered in the service's place. */
  answers?: RelayAnswers;
};

type Closing = (() => Promise<unknown>)[];

/** An empty project of the shared service, and the workbench for it, without a browser. */
export const openHouse = (options: WorkbenchOptions): Promise<House> =>
  opened(async (closing) => {
    const service = await newProject();
    return { service, ...(await connect(options, service, closing)) };
  });

/** An empty project of the shared service, the workbench for it, and a browser. */
export const openStage = (options: WorkbenchOptions): Promise<Stage> =>
  opened(async (closing) => {
    const service = await newProject();
    const workbench = await connect(options, service, closing);
    return { service, ...workbench, visit: await visits(workbench.address, closing) };
  });

/** A service of its own with these settings. For tests of settings, and of a service that stops. */
export const openOwnStage = (
  options: WorkbenchOptions & { environment: Record<string, string> },
): Promise<Stage<TestServer>> =>
  opened(async (closing) => {
    const service = await startServerProcess(options.environment);
    closing.push(() => service.close());
    const workbench = await connect(options, service, closing);
    return { service, ...workbench, visit: await visits(workbench.address, closing) };
  });

/** A workbench of its own, with a token that the service does not know. */
export const openRefusedStage = ({ backend, token }: { backend: Backend; token: string }) =>
  opened(async (closing) => {
    const { baseUrl: serviceUrl } = await sharedService();
    const { address, stop } = await startWorkbench({ backend, serviceUrl, token });
    closing.push(stop);
    return { visit: await visits(address, closing) };
  });

/** A workbench that works for this service until `closing` is run. */
export async function connect(
  { backend, answers = {} }: WorkbenchOptions,
  { origin, token }: { origin: string; token: string | undefined },
  closing: Closing,
): Promise<{ address: string; token: string }> {
  const workbench = await borrowWorkbench(backend);
  workbench.relay.connect({ origin, token, answers });
  closing.push(async () => returnWorkbench(workbench));
  return { address: workbench.address, token: workbench.token };
}

/** Opens contexts of the shared browser. `closing` closes them. */
export async function visits(address: string, closing: Closing): Promise<Stage["visit"]> {
  const browser: Browser = await sharedBrowser();
  return async (options) => {
    const visited = await visit(browser, address, options);
    closing.push(() => visited.context.close());
    return visited;
  };
}
