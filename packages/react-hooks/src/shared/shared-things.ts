/** What lives at the provider, so that it outlives the components that use it. */
export type Shared = {
  /** False when no component uses it and it does nothing, so that it can be forgotten. */
  isNeeded: () => boolean;
  /** The provider goes away for good. */
  leave: () => void;
};

/** Maximum number of shared things that no component uses. Beyond it the oldest ones are forgotten. */
const maxUnneeded = 50;

/** Things by their name. The first component that names one makes it. */
export function createSharedThings() {
  const things = new Map<string, Shared>();

  function forgetOldest(): void {
    const unneeded = [...things].filter(([, thing]) => !thing.isNeeded());
    for (const [name] of unneeded.slice(0, -maxUnneeded)) things.delete(name);
  }
  return {
    get<Thing extends Shared>(name: string, make: () => Thing): Thing {
      const known = things.get(name) as Thing | undefined;
      if (known) return known;
      forgetOldest();
      const thing = make();
      things.set(name, thing);
      return thing;
    },
    leave(): void {
      for (const thing of things.values()) thing.leave();
    },
  };
}

export type SharedThings = ReturnType<typeof createSharedThings>;
