import { z } from "zod";

// Zod tries whether it may make code from text. The policy of the pages forbids that, and browsers report each try.
z.config({ jitless: true });

export { z };
