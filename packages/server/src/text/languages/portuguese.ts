import type { LanguageWords } from "./language-words.ts";

export const portuguese: LanguageWords = {
  stopWords: `à ao aos aquela aquelas aquele aqueles aquilo as às assim até cada com como contra da das de dela dele
    deles depois desde dessa desse desta deste do dos e é ela elas ele eles em entre era eram essa essas
    esse esses esta está estão estas este estes eu foi foram há isso isto já lhe lhes mais mas me mesmo meu
    meus minha muito na nas não nem no nos nós nossa nosso num numa o os ou outra outras outro outros para
    pela pelas pelo pelos pode podem por porque qual quais quando quanta quantas quanto quantos que quem são
    se seja sem ser será seu seus só sob sobre sua suas também tem têm teu tinha tu tua um uma umas uns você
    vocês onde a`,
  functionWords: `a ao aos as ate cada com como contra da das de dela dele depois desde deve devem do dos e ela elas ele
    eles em entre era eram essa esse esta estao estar este eu foi foram ha isso isto ja la lhe mais mas me
    mesmo meu meus minha muito na nao nas nem no nos nossa nosso num numa o onde os ou para pela pelas pelo
    pelos pode podem por porque posso qual quais quando quanta quantas quanto quantos que quem se sem ser
    sera seu significa seus so sobre sua suas tambem te tem tenho ter teu tua um uma umas uns voce voces`,
  commonWords: `fazer faz fazem faco ir vai vao obter dar da tomar por encontrar preciso precisa necessario saber dizer
    diz chama acontece possivel exatamente atualmente aproximadamente exemplo gente pessoa nome ano data dia
    mes tempo lugar pais cidade numero tipo forma documento texto fonte arquivo coisa usar explicar
    descrever muito muita`,
  negations: "nao nunca sem nenhum nenhuma",
  limits: "salvo exceto apenas segundo",
  conditionals: "salvo exceto",
  reservations: "se exceto apenas ate quase",
  strengths: {
    may: "pode podem",
    must: "deve devem",
    always: "sempre",
    all: "todos todas",
    most: "maioria",
    less: "menos",
  },
  months: "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
  monthBeginnings: "jan fev mar abr mai jun jul ago set out nov dez",
  weekdays: "segunda terca quarta quinta sexta sabado domingo",
  numbers: {
    1: "um uma",
    2: "dois duas",
    3: "tres",
    4: "quatro",
    5: "cinco",
    6: "seis",
    7: "sete",
    8: "oito",
    9: "nove",
    10: "dez",
    11: "onze",
    12: "doze",
    14: "quatorze",
    15: "quinze",
    20: "vinte",
    30: "trinta",
    40: "quarenta",
    50: "cinquenta",
    60: "sessenta",
    90: "noventa",
  },
  patterns: {
    months: `jan(?:eiro)? fev(?:ereiro)? mar(?:co)? abr(?:il)? maio jun(?:ho)? jul(?:ho)? ago(?:sto)? set(?:embro)?
      out(?:ubro)? nov(?:embro)? dez(?:embro)?`,
    weekdays: "segunda-feira terca-feira quarta-feira quinta-feira sexta-feira sabado domingo",
    times: "hoje amanha ontem seculo meio-dia meia-noite primavera verano outono inverno",
    units: "segundos? minutos? horas? dias? noites? semanas? mes meses anos",
    numbers: "um uma dois duas tres quatro cinco seis sete oito nove doze quinze vinte trinta mil nenhum\\w*",
  },
};
