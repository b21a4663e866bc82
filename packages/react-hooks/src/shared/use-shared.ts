"use client";
import { useContext, useState } from "react";
import { useOnGone } from "../provider/use-on-gone.ts";
import { SharedContext } from "./shared-context.ts";
import type { Shared, SharedThings } from "./shared-things.ts";

/**
 * Returns the thing with a name: the same one for all components below the provider. Without a name it belongs to this
 * component, and leaves with it.
 *
 * @param name undefined: no other component sees it.
 */
export function useShared<Thing extends Shared>(name: string | undefined, make: () => Thing): Thing {
  const things = useContext(SharedContext) as SharedThings;
  // Made at its first use, and kept although the component may later have a name for it.
  const [own] = useState(() => onceOnly(make));
  useOnGone(own.leave);
  return name === undefined ? own.get() : things.get(name, make);
}

function onceOnly<Thing extends Shared>(make: () => Thing) {
  let thing: Thing | undefined;
  return {
    get(): Thing {
      thing ??= make();
      return thing;
    },
    leave: () => thing?.leave(),
  };
}
