import { expect, it } from "vitest";
import { createManualClock } from "../../testing/contracts/open-stores.ts";
import type { Caller } from "./authenticate.ts";
import { createManageTokens } from "./manage-tokens.ts";
import type { TokenStore } from "./token-store.ts";

const caller: Caller = {
  projectId: "project",
  projectName: "default",
  tokenId: "token",
  readOnly: false,
  manage: true,
  expiresAt: null,
};
const wanted = { name: "child", readOnly: false, expiresAt: undefined };
const tokens = { list: async () => [], add: async () => {} } as unknown as TokenStore;

it("never gives more than the caller has: of a reader come readers, of none a manager", async () => {
  const manage = createManageTokens({ tokens, clock: createManualClock() });
  const ofWriter = await manage.create(caller, wanted);
  expect(ofWriter.record).toMatchObject({ readOnly: false, manage: false });
  const ofReader = await manage.create({ ...caller, readOnly: true }, wanted);
  expect(ofReader.record).toMatchObject({ readOnly: true, manage: false });
});
