import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeBuildStore } from "../../../testing/contracts/build-store.contract.ts";
import { describeChunkStore } from "../../../testing/contracts/chunk-store.contract.ts";
import { describeConversationStore } from "../../../testing/contracts/conversation-store.contract.ts";
import { describeElementStore } from "../../../testing/contracts/element-store.contract.ts";
import { createManualClock, type OpenStores } from "../../../testing/contracts/open-stores.ts";
import { describeProjectStore } from "../../../testing/contracts/project-store.contract.ts";
import { describeSourceNames } from "../../../testing/contracts/source-names.contract.ts";
import { describeSourceStore } from "../../../testing/contracts/source-store.contract.ts";
import { describeTokenStore } from "../../../testing/contracts/token-store.contract.ts";
import { createStores } from "./create-stores.ts";
import { openSqlite } from "./open-database.ts";

const openSqliteStores: OpenStores = async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-sql-"));
  const clock = createManualClock();
  const connections: { destroy(): Promise<void> }[] = [];
  const connect = async () => {
    const database = await openSqlite(join(folder, "headwater.sqlite"));
    connections.push(database);
    return createStores(database, clock);
  };
  return {
    ...(await connect()),
    clock,
    connectAgain: connect,
    close: async () => {
      for (const database of connections) await database.destroy();
      await rm(folder, { recursive: true });
    },
  };
};

describeProjectStore("SQLite", openSqliteStores);
describeTokenStore("SQLite", openSqliteStores);
describeSourceStore("SQLite", openSqliteStores);
describeSourceNames("SQLite", openSqliteStores);
describeBuildStore("SQLite", openSqliteStores);
describeElementStore("SQLite", openSqliteStores);
describeChunkStore("SQLite", openSqliteStores);
describeConversationStore("SQLite", openSqliteStores);
