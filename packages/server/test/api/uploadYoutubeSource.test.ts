import { describe } from "vitest";
import { itRefusesAddresses } from "../../testing/refused-addresses.ts";

describe("uploadYoutubeSource", () => itRefusesAddresses("/upload-youtube-source", "A YouTube video"));
