import { createProjectWithToken } from "../../packages/server/src/auth/first-project.ts";
import { administer } from "../../packages/server/src/compose/administer.ts";
import { systemClock } from "../../packages/server/src/kernel/clock.ts";
import type { TestServer } from "../../packages/server/testing/start-server.ts";
import { startServerProcess } from "../../packages/server/testing/start-server-process.ts";
import { createTestClient, type TestClient } from "../../packages/server/testing/test-client.ts";
import { type Browser, launchBrowser } from "./browser.ts";
import { type Relay, startRelay } from "./relay.ts";
import { type Backend, startWorkbench, type Workbench } from "./workbench.ts";

/** A workbench with a relay between it and the service of the test that borrowed it. */
export type SharedWorkbench = {
  backend: Backend;
  /** `http://127.0.0.1:port` */
  address: string;
  /** The token that the workbench itself keeps. The relay replaces it with that of the test's project. */
  token: string;
  relay: Relay;
  stop: Workbench["stop"];
};

/**
 * The tests of one worker share one service, one browser and one workbench per backend: starting them for each file took
 * half of the time of all browser tests. Each is started for the first test that needs it, and ends with the worker. That is
 * why they are kept here, in the module.
 */
const shared: {
  service?: Promise<TestServer>;
  browser?: Promise<Browser>;
  idle: SharedWorkbench[];
  projects: number;
} = { idle: [], projects: 0 };

const workbenchToken = "workbench-token-0123456789";

export function sharedService(): Promise<TestServer> {
  shared.service ??= startServerProcess();
  return shared.service;
}

export function sharedBrowser(): Promise<Browser> {
  shared.browser ??= launchBrowser();
  return shared.browser;
}

/** A new, empty project of the shared service. Tests of one project do not see what is in another. */
export async function newProject(): Promise<TestClient> {
  const { dataFolder, origin } = await sharedService();
  shared.projects += 1;
  const name = `project ${shared.projects}`;
  const { secret: token } = await administer(
    { dataFolder, postgres: null },
    ({ projects }) => createProjectWithToken(name, { projects, clock: systemClock }),
    { onCopy() {} },
  );
  return createTestClient({ origin, token });
}

/** A workbench that no other test uses at the moment. Give it back with `returnWorkbench`. */
export async function borrowWorkbench(backend: Backend): Promise<SharedWorkbench> {
  const index = shared.idle.findIndex((each) => each.backend === backend);
  const [idle] = index < 0 ? [] : shared.idle.splice(index, 1);
  if (idle) return idle;
  const relay = await startRelay();
  const serviceUrl = `${relay.origin}/sources`;
  const { address, stop } = await startWorkbench({ backend, serviceUrl, token: workbenchToken });
  return { backend, address, token: workbenchToken, relay, stop };
}

export function returnWorkbench(workbench: SharedWorkbench): void {
  workbench.relay.disconnect();
  shared.idle.push(workbench);
}

/** Ends what is shared. For programs outside the test runner, which would not end otherwise. All stages must be closed. */
export async function endWorker(): Promise<void> {
  for (const { stop, relay } of shared.idle.splice(0)) {
    await stop();
    await relay.close();
  }
  await (await shared.browser)?.close();
  await (await shared.service)?.close();
}
