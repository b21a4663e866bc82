export type Template = { name: string; schema: string; instruction: string };

const text = '{ "type": "string" }';
const amount = '{ "type": ["number", "null"] }';

/** Example schemas, in the form in which people write them. */
export const templates = [
  {
    name: "Invoice",
    schema: `{
  "type": "object",
  "properties": {
    "issuer": ${text},
    "number": ${text},
    "date": ${text},
    "currency": ${text},
    "net": ${amount},
    "total": { "type": "number" }
  },
  "required": ["number", "total"]
}`,
    instruction: "One invoice per source. Dates as YYYY-MM-DD, amounts as numbers.",
  },
  {
    name: "Receipt",
    schema: `{
  "type": "object",
  "properties": {
    "shop": ${text},
    "address": ${text},
    "date": ${text},
    "total": ${amount},
    "items": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "name": ${text},
          "price": ${amount}
        }
      }
    }
  }
}`,
    instruction: "One receipt per source. Dates as YYYY-MM-DD, amounts as numbers.",
  },
  {
    name: "Contract",
    schema: `{
  "type": "object",
  "properties": {
    "title": ${text},
    "parties": {
      "type": "array",
      "items": ${text}
    },
    "effective_date": ${text},
    "term": ${text},
    "notice_period": ${text},
    "governing_law": ${text}
  }
}`,
    instruction: "One contract per source. Parties by their full names, dates as YYYY-MM-DD.",
  },
  {
    name: "CV",
    schema: `{
  "type": "object",
  "properties": {
    "name": ${text},
    "email": ${text},
    "phone": ${text},
    "location": ${text},
    "skills": {
      "type": "array",
      "items": ${text}
    },
    "positions": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "employer": ${text},
          "role": ${text},
          "from": ${text},
          "to": ${text}
        }
      }
    }
  }
}`,
    instruction: "One person per source. Positions newest first.",
  },
] as const satisfies readonly Template[];
