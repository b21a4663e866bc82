import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStores, type Stores } from "../src/adapters/sql/create-stores.ts";
import { createProjectWithToken } from "../src/auth/first-project.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { newId } from "../src/kernel/ids.ts";
import { folderVariable } from "./folder-of-run.ts";
import { startServer, type TestServer } from "./start-server.ts";
import { createTestClient, type TestClient } from "./test-client.ts";
import { openTestDatabase } from "./test-database.ts";

type Shared = { server: TestServer; stores: Pick<Stores, "projects"> };

/**
 * The test files of one worker share it: a start costs more than most of them. It ends with the worker, which is why it is
 * kept here, in the module. `folder-of-run.ts` removes its data folder.
 */
let started: Promise<Shared> | undefined;

const start = async (): Promise<Shared> => {
  const dataFolder = await mkdtemp(join(process.env[folderVariable] ?? tmpdir(), "headwater-test-"));
  const server = await startServer({ HEADWATER_DATA: dataFolder });
  return { server, stores: createStores(await openTestDatabase(server.dataFolder), systemClock) };
};

/** A client of an empty project. */
export type SharedService = TestClient & {
  /** The project's name. */
  project: string;
};

/**
 * An empty project of the service that the test files of a worker share. For files that need no settings, do not look into
 * its data folder, do not stop it and make no flows, whose names are those of the whole service. Others have `startServer`.
 */
export async function sharedService(): Promise<SharedService> {
  started ??= start();
  const { server, stores } = await started;
  const { project, secret } = await createProjectWithToken(newId(), { ...stores, clock: systemClock });
  return { ...createTestClient({ origin: server.origin, token: secret }), project: project.name };
}
