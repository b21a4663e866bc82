import { AsyncLocalStorage } from "node:async_hooks";
import type { ProjectId } from "./ids.ts";

/** For whom work is done, and what is known of the request behind it. */
export type WorkContext = {
  projectId: ProjectId;
  requestId?: string | undefined;
  /** The span that the work is part of, as W3C `traceparent`. */
  trace?: string | undefined;
  /** When the request came, in ms since 1970. */
  receivedAt?: number | undefined;
  /** Where work in this context adds up what its models take. */
  spent?: { modelSeconds: number } | undefined;
};

/** Not state: what is in it belongs to one chain of calls. */
const contexts = new AsyncLocalStorage<WorkContext>();

/**
 * Does work in a context, which everything that it calls and awaits can ask for: a model deep inside need not be passed the
 * project. It ends at the border of a thread, so messages between threads carry it along.
 */
export const inContext = <Result>(context: WorkContext | undefined, work: () => Result): Result =>
  context ? contexts.run(context, work) : work();

export const workContext = (): WorkContext | undefined => contexts.getStore();
