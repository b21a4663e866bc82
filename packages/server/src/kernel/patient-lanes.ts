import { createFairQueue } from "./fair-queue.ts";
import type { Timer } from "./timer.ts";

/**
 * Does one piece of work. When the signal aborts it makes room soon: it answers `stopped`, and is called again later.
 * It never rejects.
 */
export type PatientWork = (makeRoom: AbortSignal) => Promise<"done" | "stopped">;

export type PatientLanes = {
  /** Pieces that have not begun. */
  readonly waiting: number;
  /** Adds work of a key; keys take turns. */
  add(key: string, work: PatientWork): void;
};

/** The reason of the signal when a piece of work makes room for others; it is begun again later. */
export class MakeRoomError extends Error {
  override readonly name = "MakeRoomError";
}

type Piece = { key: string; work: PatientWork; stop: AbortController; isSlow: boolean };

/**
 * Runs as many pieces of work at once as there are lanes. A piece that takes longer than `quickMs` leaves its lane to
 * others: it goes on in one of as many slow places, or, when these are taken and others wait, it is stopped and waits
 * for one. So work that never ends holds up nothing but other slow work.
 */
export function createPatientLanes({
  lanes,
  quickMs,
  timer,
}: {
  lanes: number;
  quickMs: number;
  timer: Timer;
}): PatientLanes {
  const fresh = createFairQueue<Piece>();
  const again = createFairQueue<Piece>();
  const quick = new Set<Piece>();
  const slow = new Set<Piece>();
  /** Pieces whose time in a quick lane is over while no slow place is free and nothing waits. */
  const overdue = new Set<Piece>();

  const begin = (piece: Piece, place: Set<Piece>) => {
    place.add(piece);
    const stopWatch = piece.isSlow ? () => {} : timer.every(quickMs, () => grow(piece));
    void piece.work(piece.stop.signal).then((end) => {
      stopWatch();
      for (const places of [quick, slow, overdue]) places.delete(piece);
      if (end === "stopped") again.push(piece.key, { ...piece, stop: new AbortController(), isSlow: true });
      fill();
    });
  };

  const grow = (piece: Piece) => {
    if (quick.has(piece)) overdue.add(piece);
    makeRoom();
  };

  const makeRoom = () => {
    let wanted = fresh.size;
    for (const piece of overdue) {
      if (slow.size < lanes) {
        quick.delete(piece);
        overdue.delete(piece);
        slow.add(piece);
      } else if (wanted > 0) {
        wanted -= 1;
        piece.stop.abort(new MakeRoomError("others wait"));
      }
    }
    fill();
  };

  const fill = () => {
    for (const [places, queue] of [
      [slow, again],
      [quick, fresh],
    ] as const)
      while (places.size < lanes) {
        const piece = queue.take();
        if (!piece) break;
        begin(piece, places);
      }
  };

  return {
    get waiting() {
      return fresh.size + again.size;
    },
    add(key, work) {
      fresh.push(key, { key, work, stop: new AbortController(), isSlow: false });
      makeRoom();
    },
  };
}
