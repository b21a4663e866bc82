import { describe } from "vitest";
import { itRefusesAddresses } from "../../testing/refused-addresses.ts";

describe("ingestGithub", () => itRefusesAddresses("/ingest-github", "A GitHub repository"));
