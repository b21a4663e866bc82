import iconv from "iconv-lite";

/** Number of bytes examined. */
const sampleBytes = 64 * 1024;

type Candidate = {
  charset: string;
  /** Characters frequent in the languages this encoding is for. */
  everyday: RegExp;
  /** Characters that are almost never written. They show that the encoding is wrong. */
  unlikely: RegExp;
};

const CANDIDATES: Candidate[] = [
  {
    charset: "cp932",
    everyday: /[\u3001-\u3011\u3041-\u3093\u30a1-\u30fc\uff01-\uff5e]/g,
    unlikely: /[\uff61-\uff9f\ufffd\ue000-\uf8ff]/g,
  },
  {
    charset: "euc-jp",
    everyday: /[\u3001-\u3011\u3041-\u3093\u30a1-\u30fc\uff01-\uff5e]/g,
    unlikely: /[\uff61-\uff9f\ufffd\ue000-\uf8ff]/g,
  },
  {
    charset: "cp949",
    everyday:
      /[이다는을의에가고하지한로를은도기사리스어시자나아인대해있들일정서과보수제만와부라장으여게구그전상주원성공신했마세관동면위유기소비국조등내계연모안년생무오화적았회치경우할러트선드업것진개방인분영중미식때까권용]/g,
    unlikely: /[\u4e00-\u9fff\ufffd\ue000-\uf8ff]/g,
  },
  {
    charset: "gb18030",
    everyday:
      /[的一是不了人我在有他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴切线料微类、。，：；！？“”（）]/g,
    unlikely: /[\uff61-\uff9f\ufffd\ue000-\uf8ff]/g,
  },
  {
    charset: "big5",
    everyday:
      /[的一是不了人我在有他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員九笑性通目華報立馬命張活難神數件安表原車白應路期叫死常提感金何更反合放做系計或司利受光王果親界及今京務制解各任至清物台象記邊共風戰干接它許八特覺望直服毛林題建南度統色字請交愛讓認算論百吃義科怎元社術結六功指思非流每青管夫連遠資隊跟帶花快條院變聯言權往展該領傳近留紅治決周保達辦運武半候七必城父強步完革深區即求品士轉量空甚眾技輕程告江語英基派滿式李息寫、。，：；！？「」（）]/g,
    unlikely: /[\uff61-\uff9f\ufffd\ue000-\uf8ff]/g,
  },
  { charset: "windows-1251", everyday: /[а-яё]/g, unlikely: /[\ufffd\u0402-\u040c\u0452-\u045f]/g },
  { charset: "koi8-r", everyday: /[а-яё]/g, unlikely: /[\ufffd\u2500-\u25ff]/g },
];

/**
 * Guesses the encoding of text that is not Unicode and declares nothing. Western text has single accented letters
 * between ASCII letters. Where bytes above 127 stand side by side, the encoding that gives the most common characters
 * wins.
 */
export function guessLegacyCharset(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, sampleBytes);
  if (shareSideBySide(sample) < 0.5) return "windows-1252";
  const buffer = Buffer.from(sample.buffer, sample.byteOffset, sample.length);
  let best = { charset: "windows-1252", score: 0.25 };
  for (const { charset, everyday, unlikely } of CANDIDATES) {
    // The sample may end inside a character.
    const text = iconv.decode(buffer, charset).slice(0, -2);
    const foreign = text.match(/[^\0-\x7f]/g)?.length ?? 0;
    if (foreign === 0) continue;
    const score = ((text.match(everyday)?.length ?? 0) - 3 * (text.match(unlikely)?.length ?? 0)) / foreign;
    if (score > best.score) best = { charset, score };
  }
  return best.charset;
}

function shareSideBySide(bytes: Uint8Array): number {
  let high = 0;
  let besideAnother = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if ((bytes[index] ?? 0) < 0x80) continue;
    high += 1;
    if ((bytes[index + 1] ?? 0) >= 0x80 || (bytes[index - 1] ?? 0) >= 0x80) besideAnother += 1;
  }
  return high === 0 ? 0 : besideAnother / high;
}
