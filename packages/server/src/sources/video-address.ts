const hosts = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "youtube-nocookie.com",
  "www.youtube-nocookie.com",
]);

const videoId = /^[\w-]{11}$/;

/** The id of the video that an address of YouTube names: watch, short, live, embed and share addresses. Null for another. */
export function parseVideoAddress(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return null;
  const parts = url.pathname.split("/").filter((part) => part !== "");
  if (url.hostname === "youtu.be") return known(parts[0]);
  if (!hosts.has(url.hostname)) return null;
  if (parts[0] === "watch") return known(url.searchParams.get("v") ?? parts[1]);
  return ["shorts", "live", "embed", "v", "e"].includes(parts[0] ?? "") ? known(parts[1]) : null;
}

const known = (id: string | undefined): string | null => (id !== undefined && videoId.test(id) ? id : null);
