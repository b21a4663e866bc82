const figureWords =
  "figure|fig|chart|graph|scheme|exhibit|plate|map|diagram|image|photo|abbildung|abb|bild|graphique|gráfico|gráfica|grafico|quadro|figura|afbeelding|rysunek|rys|obrázek|kuva|рис(?:унок)?|図|图|그림";
const otherWords =
  "table|tab|listing|algorithm|box|tabelle|tableau|tabla|tabela|tabell|tabel|taulukko|таблица|表|표";
const number = "\\s*(?:[A-Z]{0,3}\\d+(?:[.-]\\d+)*[a-z]?|[IVX]+)\\s*(?:[.:|)\\]>】–—](?!\\d)|-\\s|$)";

const caption = new RegExp(`^[[(<【]?(?:${figureWords}|${otherWords})\\.?${number}`, "iu");
const looseFigure = new RegExp(`^[[(<【]?(?:${figureWords})\\.?\\s*[A-Z]{0,3}\\d+(?:[.-]\\d+)*`, "iu");

/** Whether a text begins as captions do: "Figure 3:", "Tabelle 2.1 –", "Abb. 4.". */
export const isCaption = (text: string): boolean => caption.test(text);

/** Whether a text begins with the name and number of a figure, whatever follows. */
export const isFigureCaption = (text: string): boolean => looseFigure.test(text);
