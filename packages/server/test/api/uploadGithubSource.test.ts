import { describe } from "vitest";
import { itRefusesAddresses } from "../../testing/refused-addresses.ts";

describe("uploadGithubSource", () => itRefusesAddresses("/upload-github-source", "A GitHub repository"));
