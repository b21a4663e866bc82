import type { Turn } from "../../answering/conversation-store.ts";
import { toInstant, toText } from "./instants.ts";

type StoredTurn = Omit<Turn, "askedAt"> & { askedAt: string };

export const toTurnPayload = (turn: Turn): string =>
  JSON.stringify({ ...turn, askedAt: toText(turn.askedAt) } satisfies StoredTurn);

export const toTurn = (payload: string): Turn => {
  const { askedAt, ...turn } = JSON.parse(payload) as StoredTurn;
  return { ...turn, askedAt: toInstant(askedAt) };
};
