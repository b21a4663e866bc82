import { describe } from "vitest";
import { itRequiresAddresses } from "../../testing/required-address.ts";

describe("ingestYoutube refuses", () => {
  itRequiresAddresses("/ingest-youtube", {
    detail: "Invalid input: URL must be a public YouTube video",
    urls: [
      "https://example.com/watch?v=dQw4w9WgXcQ",
      "https://www.youtube.com/",
      "https://www.youtube.com/@channel",
      "https://www.youtube.com/playlist?list=PL123",
      "https://www.youtube.com/watch?v=short",
      "https://youtu.be.example.org/dQw4w9WgXcQ",
    ],
  });
});
