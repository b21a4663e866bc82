import type { ReactNode } from "react";

/** In place of a room that this service has nothing for. */
export const NotOffered = ({ room, children }: { room: string; children: ReactNode }) => (
  <main className="sheet">
    <h1 className="room">{room}</h1>
    <p className="lead">{children}</p>
  </main>
);
