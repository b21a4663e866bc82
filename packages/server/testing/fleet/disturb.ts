import { setTimeout as after } from "node:timers/promises";
import { between, pick, type Random } from "../documents/seeded-random.ts";
import type { Member } from "./member.ts";
import type { Fleet, Link } from "./open-fleet.ts";

export type Disturbances = {
  kills: Map<string, number>;
  partitions: Map<string, number>;
  /** Members that answered nothing for a while, and `the volume` where it was full. */
  stalls: Map<string, number>;
};

/** Between two kills, and between two partitions, in ms. */
const [minKillGapMs, maxKillGapMs] = [200, 2_500];
/** So many are down at most, else clients meet nothing but closed doors. A kill of one that starts needs no more. */
const maxDown = 3;
const lookEveryMs = 50;
const startingShare = 0.3;
const maxQuietMs = 5_000;
/** How long a killed one stays away, in ms: half of them are started again at once. */
const maxDownMs = 6_000;
/** How long a link is away: most heal before anything notices, the longest outlast what notices. */
const partitionsMs = [500, 2_000, 8_000, 20_000];
/** How long a member answers nothing: the longest outlasts the lease of a build. */
const stallsMs = [500, 2_000, 8_000, 20_000, 40_000];
const fullMs = [2_000, 8_000];
/** The share of stalls in which it is the volume that is full. */
const fullShare = 0.3;

/** A node of OpenSearch takes a while to start, and questions wait for it: it is hit less often than others. */
const indexShare = 0.15;

/** Kills so many times, spread over all members, while links break and fall silent, and members and disks hang. All is whole at the end. */
export async function disturb(
  { members, links, volume }: Pick<Fleet, "members" | "links" | "volume">,
  {
    kills,
    minutes,
    random,
    note,
  }: { kills: number; minutes: number; random: Random; note: (line: string) => void },
): Promise<Disturbances> {
  const done: Disturbances = { kills: new Map(), partitions: new Map(), stalls: new Map() };
  const over = new AbortController();
  const quiet = (ms: number) => after(ms, undefined, { signal: over.signal }).catch(() => {});
  const count = (counts: Map<string, number>, name: string) =>
    void counts.set(name, (counts.get(name) ?? 0) + 1);

  const victim = async () => {
    const isStarting = random() < startingShare;
    for (;;) {
      const down = members.filter((member) => !member.isUp());
      const ofDown = isStarting && down.length > 0;
      const chosen = (ofDown ? down : members.filter((member) => member.isUp())).filter(
        ({ name }) => name !== "the index" || random() < indexShare,
      );
      if (chosen.length > 0 && (ofDown || down.length < maxDown)) return pick(random, chosen);
      await after(lookEveryMs);
    }
  };
  const killing = async () => {
    const until = performance.now() + minutes * 60_000;
    for (let kill = 1; kill <= kills && performance.now() < until; kill += 1) {
      // Only the moments are random. Nothing waits for this time to pass.
      await after(between(random, minKillGapMs, maxKillGapMs));
      const member = await victim();
      const downMs = random() < 0.5 ? 0 : between(random, 0, maxDownMs);
      note(`kill ${kill}: ${member.name}, away for ${downMs} ms`);
      count(done.kills, member.name);
      await member.kill(downMs);
    }
  };
  const partitioning = async () => {
    while (!over.signal.aborted) {
      await quiet(between(random, 0, maxQuietMs));
      const { name, relay } = pick<Link>(random, links);
      const isSilent = random() < 0.5;
      const ms = pick(random, partitionsMs);
      if (over.signal.aborted) return;
      note(`${name} ${isSilent ? "falls silent" : "breaks"} for ${ms} ms`);
      count(done.partitions, name);
      if (isSilent) relay.silence();
      else await relay.cut();
      await quiet(ms);
      await relay.mend();
    }
  };
  const stalling = async () => {
    while (!over.signal.aborted) {
      await quiet(between(random, 0, maxQuietMs));
      if (over.signal.aborted) return;
      if (volume && random() < fullShare) {
        const ms = pick(random, fullMs);
        note(`the volume is full for ${ms} ms`);
        count(done.stalls, "the volume");
        await volume.fill();
        await quiet(ms);
        await volume.free();
        continue;
      }
      const member = pick<Member>(random, members);
      const ms = pick(random, stallsMs);
      note(`${member.name} answers nothing for ${ms} ms`);
      count(done.stalls, member.name);
      await member.pause(ms);
    }
  };
  const others = Promise.all([partitioning(), stalling()]);
  others.catch(() => {}); // told below
  try {
    await killing();
  } finally {
    over.abort();
    await others;
  }
  for (const member of members) await member.up();
  return done;
}
