import { describe } from "vitest";
import { itRequiresAddresses } from "../../testing/required-address.ts";

describe("ingestGithub refuses", () => {
  itRequiresAddresses("/ingest-github", {
    detail: "Invalid input: URL must be a public GitHub repository",
    urls: [
      "https://example.com/owner/repository",
      "https://github.com/",
      "https://github.com/owner",
      "https://github.com/owner/repository/issues/1",
      "https://github.com.example.org/owner/repository",
      "https://gist.github.com/owner/repository",
    ],
  });
});
