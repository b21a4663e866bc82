"use client";

import { usePathname } from "next/navigation";
import { useAbilities } from "./abilities.ts";
import { Link } from "./link.tsx";
import { ReadingLine } from "./reading-line.tsx";
import { isWithin, rooms } from "./rooms.ts";
import { ServiceStatus } from "./service-status.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

export function Head() {
  const pathname = usePathname();
  const { can } = useAbilities();
  return (
    <header className="head">
      <Link className="name" href="/sources">
        Headwater
      </Link>
      <nav aria-label="Main">
        {rooms
          .filter(({ capability }) => capability === undefined || can(capability))
          .map(({ address, name }) => (
            <Link
              key={address}
              href={address}
              aria-current={isWithin(pathname, address) ? "page" : undefined}
            >
              {name}
            </Link>
          ))}
      </nav>
      <div className="head-end strip">
        <ReadingLine />
        <ServiceStatus />
        <ThemeChoice />
      </div>
    </header>
  );
}
