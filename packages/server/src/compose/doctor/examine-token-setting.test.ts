import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { addProject } from "../../../testing/contracts/examples.ts";
import { openTestDatabase } from "../../../testing/test-database.ts";
import { createStores } from "../../adapters/sql/create-stores.ts";
import { newToken } from "../../auth/token.ts";
import { systemClock } from "../../kernel/clock.ts";
import { examineTokenSetting } from "./examine-token-setting.ts";

it("distinguishes a token of the folder from one that opens nothing, also after it was revoked", async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-token-"));
  const database = await openTestDatabase(folder);
  onTestFinished(async () => {
    await database.destroy();
    await rm(folder, { recursive: true, force: true });
  });
  const stores = createStores(database, systemClock);
  const { projectId } = await addProject(stores, "default");
  const { secret, record } = newToken({ projectId, name: "first" }, systemClock);
  await stores.tokens.add(record);
  const state = async () => (await examineTokenSetting(database, secret)).state;
  expect(await state()).toBe("ok");
  await stores.tokens.remove(record.tokenId);
  expect(await state()).toBe("note");
});
