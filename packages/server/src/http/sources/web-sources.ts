import { acquisitionNotServedYet } from "../../sources/errors.ts";
import { defineRoute } from "../define-route.ts";

/** Refuses sources that must be fetched from the web, with the reason. This version cannot fetch safely yet. */
const urlRequired = { url: "Invalid input: URL is required" };

const refuse = (what: string) => async (): Promise<never> => {
  throw acquisitionNotServedYet(what);
};

export const ingestUrl = defineRoute("ingestUrl", refuse("A web page"), { required: urlRequired });
export const uploadUrlSource = defineRoute("uploadUrlSource", refuse("A web page"), {
  required: urlRequired,
});
export const ingestGithub = defineRoute("ingestGithub", refuse("A GitHub repository"), {
  required: urlRequired,
});
export const uploadGithubSource = defineRoute("uploadGithubSource", refuse("A GitHub repository"), {
  required: urlRequired,
});
export const ingestYoutube = defineRoute("ingestYoutube", refuse("A YouTube video"), {
  required: urlRequired,
});
export const uploadYoutubeSource = defineRoute("uploadYoutubeSource", refuse("A YouTube video"), {
  required: urlRequired,
});
