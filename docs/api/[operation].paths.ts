import { readApi } from "../.vitepress/api.ts";

export default {
  paths: () => readApi().map(({ id, markdown }) => ({ params: { operation: id }, content: markdown })),
};
