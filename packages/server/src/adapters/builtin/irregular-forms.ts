import { stem } from "../../text/stem.ts";

/** English words whose forms a stemmer can't unite: common irregular verbs, plurals and comparatives. */
const lines = `
  arise arose arisen|bear bore borne|become became|begin began begun|bind bound|bite bit bitten|blow blew blown
  break broke broken|bring brought|build built|buy bought|catch caught|choose chose chosen|come came|deal dealt
  dig dug|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt
  fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|freeze froze frozen
  get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept
  know knew known|lay laid|lead led|leave left|lend lent|lose lost|make made|mean meant|meet met|pay paid
  ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent
  shake shook shaken|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept
  speak spoke spoken|spend spent|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn
  sweep swept|swim swam swum|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown
  understand understood|wake woke woken|wear wore worn|weigh weight|win won|withdraw withdrew withdrawn
  write wrote written
  man men|woman women|child children|foot feet|tooth teeth|person people|life lives|wife wives|half halves
  analysis analyses|crisis crises|criterion criteria|phenomenon phenomena|index indices|matrix matrices
  good better best|bad worse worst|far farther further`;

/** Stem of an irregular form → stem of its word. */
export function createIrregularForms(): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (const entry of lines.split(/[|\n]/)) {
    const [word = "", ...others] = entry.trim().split(/\s+/);
    for (const other of others) forms.set(stem(other), stem(word));
  }
  return forms;
}
