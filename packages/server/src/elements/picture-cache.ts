import { LRUCache } from "lru-cache";
import type { Content } from "../ports/blob-store.ts";
import type { PageImage } from "../ports/page-renderer.ts";
import { contentKey } from "../sources/content-key.ts";

/** Which picture: a page of some bytes, at a width. */
export type PictureKey = Content & { pageNumber: number; width: number };

export type PictureCache = {
  /** The kept picture, or what `make` answers: asked once, however many wait. Null is kept as well: no such page. */
  get(key: PictureKey, make: () => Promise<PageImage | null>): Promise<PageImage | null>;
  forget(content: Content): void;
};

/** What an entry takes besides its picture. */
const entryBytes = 512;

/** Keeps pictures in memory, by their true size. The one used longest ago goes first. */
export function createPictureCache(maxBytes: number): PictureCache {
  const finished = new LRUCache<string, { image: PageImage | null }>({
    maxSize: maxBytes,
    sizeCalculation: ({ image }) => (image?.png.byteLength ?? 0) + entryBytes,
  });
  const unfinished = new Map<string, Promise<PageImage | null>>();

  return {
    async get(key, make) {
      const name = nameOf(key);
      const kept = finished.get(name);
      if (kept) return kept.image;
      const waiting = unfinished.get(name);
      if (waiting) return waiting;
      const making = make();
      unfinished.set(name, making);
      try {
        const image = await making;
        // Forgotten meanwhile: it must not come back.
        if (unfinished.get(name) === making) finished.set(name, { image });
        return image;
      } finally {
        if (unfinished.get(name) === making) unfinished.delete(name);
      }
    },

    forget({ projectId, contentHash }) {
      const start = `${contentKey(projectId, contentHash)}/`;
      for (const names of [finished, unfinished])
        for (const name of [...names.keys()]) if (name.startsWith(start)) names.delete(name);
    },
  };
}

const nameOf = ({ projectId, contentHash, pageNumber, width }: PictureKey): string =>
  `${contentKey(projectId, contentHash)}/${pageNumber}/${width}`;
