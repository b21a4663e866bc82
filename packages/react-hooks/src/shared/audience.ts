type Latest<Options> = { readonly current: Options };

/**
 * The components that use one shared thing, such as a queue or a conversation, with their options of the latest render.
 * When the last one has gone, its options still count: what was begun ends as it was begun.
 */
export type Audience<Options> = {
  /** A component appears. Returns what to call when it goes away. */
  join: (member: Latest<Options>) => () => void;
  /** A component acts: its options count until it goes away. */
  lead: (member: Latest<Options>) => void;
  /** Options of the component that acted last. If it has gone: of the one that appeared last. */
  current: () => Options;
  /** Options of all components that are there, or of the last one that was. */
  all: () => Options[];
  isEmpty: () => boolean;
};

/** @param first the component that makes the shared thing. */
export function createAudience<Options>(first: Latest<Options>): Audience<Options> {
  const present = new Set<Latest<Options>>();
  let leader = first;
  const lead = () => (present.has(leader) ? leader : ([...present].at(-1) ?? leader));
  return {
    join(member) {
      leader = lead();
      present.add(member);
      return () => {
        present.delete(member);
        if (present.size === 0) leader = member;
      };
    },
    lead(member) {
      leader = member;
    },
    current: () => lead().current,
    all: () => (present.size > 0 ? [...present] : [leader]).map(({ current }) => current),
    isEmpty: () => present.size === 0,
  };
}
