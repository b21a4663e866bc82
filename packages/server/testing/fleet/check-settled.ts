import { setTimeout as after } from "node:timers/promises";
import pg from "pg";
import { createServiceCaller, type ServiceCaller } from "../service-caller.ts";
import { flowSource } from "./flow.ts";
import { isLinearizable } from "./history.ts";
import type { KnownSource } from "./known-sources.ts";
import type { Fleet } from "./open-fleet.ts";

/** Builds that were interrupted by the last kills wait until leases run out, and for each other. */
const settleMs = 300_000;
const lookEveryMs = 1_000;
const ended = ["Completed", "Processing failed"];
/** How a build ends that was killed, or met an outage, too often. */
const givenUp = /was interrupted \d+ times|was tried \d+ times/;

export type Settled = { kept: number; deleted: number; unknown: number; givenUp: number };

/** What must hold once nothing disturbs the fleet any more. Answers what does not. */
export async function checkSettled(
  fleet: Pick<Fleet, "apis" | "token" | "database" | "ended">,
  sources: KnownSource[],
): Promise<{ faults: string[]; counts: Settled }> {
  const faults: string[] = [];
  const callers = fleet.apis.map((api) => createServiceCaller({ baseUrl: `${api}/sources` }, fleet.token));
  const [one] = callers as [ServiceCaller];
  const counts: Settled = { kept: 0, deleted: 0, unknown: 0, givenUp: 0 };

  const unsettled = async () => (await one.sources()).filter(({ status }) => !ended.includes(status));
  for (let waited = 0; (await unsettled()).length > 0; waited += lookEveryMs) {
    if (waited > settleMs) {
      faults.push(`still not built: ${JSON.stringify(await unsettled())}`);
      break;
    }
    await after(lookEveryMs);
  }
  counts.givenUp = await buildAgain(one, faults);

  const listed = await one.sources();
  for (const source of sources) {
    const { fileName, word, history } = source;
    const own = listed.filter(({ file_name }) => file_name === fileName);
    const mayBeGone = source.deletionSent < Infinity;
    if (source.deletedBy < Infinity) counts.deleted += 1;
    else if (mayBeGone || !source.isAcknowledged) counts.unknown += 1;
    else counts.kept += 1;
    if (own.length > 1) faults.push(`${fileName} is listed ${own.length} times`);
    if (source.deletedBy < Infinity && own.length > 0)
      faults.push(`${fileName}, which was deleted, is listed`);
    if (source.isAcknowledged && !mayBeGone && own.length === 0)
      faults.push(`${fileName}, which was acknowledged, is lost`);
    for (const caller of callers) {
      const found = (await caller.retrieve(word)).filter(({ text }) => text.includes(word));
      const files = new Set(found.map(({ file_id }) => file_id));
      if (own.length === 0 && files.size > 0) faults.push(`${fileName} is found and not listed`);
      if (own.length > 0 && files.size === 0) faults.push(`${fileName} is listed and not found`);
      if (new Set(found.map(({ text }) => text)).size < found.length)
        faults.push(`${fileName} is found twice`);
    }
    const final = performance.now();
    const read = { kind: "read", value: null, start: final, end: final, client: "the end" } as const;
    const seen = own.length > 0 ? [] : [{ ...read, outcome: "absent" as const }];
    if (!isLinearizable([...history, ...seen]))
      faults.push(`no order explains what clients saw of ${fileName}: ${JSON.stringify(history)}`);
  }
  faults.push(...(await checkOriginals(fleet, listed, sources)), ...(await checkRows(fleet.database)));
  faults.push(...fleet.ended.map((complaints) => `a process ended by itself: ${complaints}`));
  return { faults, counts };
}

/** A build that was interrupted too often is given up, and says so. Now nothing interrupts it. */
async function buildAgain(caller: ServiceCaller, faults: string[]): Promise<number> {
  const failed = (await caller.sources()).filter(({ status }) => status === "Processing failed");
  for (const { file_id, file_name } of failed) {
    const { error } = (failed.find((each) => each.file_id === file_id) ?? {}) as { error?: string };
    if (!givenUp.test(error ?? "")) faults.push(`${file_name} failed: ${error}`);
    const build = await caller.waitForBuild(await caller.reprocess(file_id), settleMs);
    if (build.status !== "Completed") faults.push(`${file_name} can't be built: ${build.error}`);
  }
  return failed.length;
}

async function checkOriginals(
  { apis, token }: Pick<Fleet, "apis" | "token">,
  listed: { file_id: string; file_name: string }[],
  sources: KnownSource[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { file_id, file_name } of listed) {
    const response = await fetch(`${apis.at(-1)}/sources/${file_id}/content`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    const sent = [...sources, flowSource].find(({ fileName }) => fileName === file_name);
    if (text !== sent?.text)
      faults.push(`the original of ${file_name} is not what was sent: ${response.status}`);
  }
  return faults;
}

/** What no operation shows: a build that had its effect twice, and what is left of builds and sources. */
const leftovers: [what: string, statement: string][] = [
  [
    "builds ended twice",
    `select facts::json#>>'{data,buildId}' from project_events where facts like '%"build.%' group by 1 having count(*) > 1`,
  ],
  ["sources with several versions", "select file_id from versions group by file_id having count(*) > 1"],
  [
    "versions of sources that are gone",
    "select version_id from versions where file_id not in (select file_id from sources)",
  ],
  [
    "chunks of versions that are gone",
    "select version_id from chunk_sets where version_id not in (select version_id from versions)",
  ],
];

async function checkRows(database: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const faults: string[] = [];
    for (const [what, statement] of leftovers) {
      const { rows } = await client.query<object>(statement);
      if (rows.length > 0) faults.push(`${what}: ${JSON.stringify(rows.slice(0, 5))}`);
    }
    return faults;
  } finally {
    await client.end();
  }
}
