"use client";

import { usePathname } from "next/navigation";
import { useEffect, useLayoutEffect, useRef } from "react";

/** So many steps back, something is still there. */
const maxRemembered = 20;

/**
 * For one place on every page. When what has the focus disappears (a question was answered, a line deleted, another page
 * opened), the browser drops the focus, and keyboard users would start again at the top. It goes to what had it last
 * and is still there, on another page to the heading. A room that knows a better place moves it there first.
 */
export function FocusKeeper() {
  const pathname = usePathname();
  const remembered = useRef<HTMLElement[]>([]);
  const room = useRef(pathname);
  // Before the next frame, in which the lost focus is given to something.
  useLayoutEffect(() => {
    if (room.current === pathname) return;
    room.current = pathname;
    // The frame around all rooms is not a place to go on reading from.
    remembered.current = remembered.current.slice(-1);
  }, [pathname]);

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const others = remembered.current.filter((each) => each !== target);
      remembered.current = [...others, target].slice(-maxRemembered);
    };
    const keep = () => {
      const last = remembered.current.at(-1);
      if (last === undefined || document.activeElement !== document.body) return;
      // It is still there, so the user pressed beside it.
      if (canTakeFocus(last)) remembered.current = [];
      else {
        const before = remembered.current.findLast(canTakeFocus);
        if (before) before.focus();
        // A room may have opened at a place below its heading.
        else heading()?.focus({ preventScroll: true });
      }
    };
    const keepSoon = () => requestAnimationFrame(keep);
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body && remembered.current.length > 0) keepSoon();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", remember);
    document.addEventListener("focusout", keepSoon);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", remember);
      document.removeEventListener("focusout", keepSoon);
    };
  }, []);
  return null;
}

const canTakeFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(":disabled");

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>("#content h1");
  if (found && !found.hasAttribute("tabindex")) found.tabIndex = -1;
  return found;
}
