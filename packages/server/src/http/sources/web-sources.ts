import { acquisitionNotServedYet } from "../../sources/errors.ts";
import { defineRoute } from "../define-route.ts";

/** Sources that are fetched from elsewhere: refused with the reason until this version can fetch safely. */
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
