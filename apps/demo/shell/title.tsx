/**
 * The title of a room, in the tab and for screen readers. React moves it into the head together with the room.
 * Titles that Next.js makes of `metadata` come after the room: until then the tab would have none.
 */
export function Title({ of }: { of: string }) {
  return <title>{`${of} · Headwater`}</title>;
}
