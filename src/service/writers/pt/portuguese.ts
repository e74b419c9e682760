import type { LanguagePack } from "../language-pack.ts";
import { pastPlots } from "./past-plots.ts";
import { pastVisits } from "./past-visits.ts";
import { presentPlots } from "./present-plots.ts";
import { presentVisits } from "./present-visits.ts";

/** Portuguese as it is written in Portugal, for readers on both sides of the ocean. */
export const portuguese: LanguagePack = {
  codes: ["pt", "pt-br"],
  protagonists: ["Ana", "Clara", "Marta", "Helena", "Sofia", "Beatriz"],
  friends: ["Pedro", "Tiago", "Rui", "Lucas", "Bruno"],
  towns: ["Vale Claro", "Porto Sereno", "Monte Frio", "Água Verde"],
  unnamed: "Ainda sem nome",
  quote: (text) => `«${text}»`,
  wordSeparator: ", ",
  typeset: (sentence) => sentence,
  interviewer: "Entrevistador:",
  colon: ":",
  present: {
    plots: presentPlots,
    visits: presentVisits,
    walks: [
      "A rua seguinte é estreita + e está cheia de roupa a secar.",
      "Toca o sino da igreja + e um cão responde.",
      "Agora o sol está alto + e as sombras são curtas.",
      "<{A} caminha|Caminho> mais depressa + porque ainda há muito para fazer.",
      "Num muro dorme um gato preto + no melhor lugar de todos.",
      "Alguém toca piano + atrás de uma janela aberta.",
      "O caminho desce + e passa ao lado de um poço antigo.",
      "Um menino de bicicleta diz olá + e toca a campainha três vezes.",
      "Dois senhores idosos estão num banco + e falam do tempo.",
    ],
    wordLines: {
      want: [
        "Na bolsa há também uma lista, e nela <escreve|escrevo>: {W}.",
        "Num cartão <anota|anoto> o que não se pode esquecer: {W}.",
        "Estas são as primeiras notas: {W}.",
      ],
      visit: [
        "«Escreve isto», diz {P}: {W}.",
        "«Aqui há uma coisa para a tua lista», diz {P}: {W}.",
        "Então {P} diz isso devagar e muito claro: {W}.",
        "Num saco de papel {P} escreve: {W}.",
        "«Já conheces isto?», pergunta {P}: {W}.",
        "<{A} repete|Repito> até soar bem: {W}.",
        "Com o lápis <{A} acrescenta|acrescento> à lista: {W}.",
        "Num cartaz perto da porta <{A} lê|leio>: {W}.",
        "«Isto é sempre útil», diz {P}: {W}.",
        "Num postal de {C} está escrito: {W}.",
        "<{A} diz|Digo> em voz alta e {P} acena que sim: {W}.",
        "«E não esqueças isto», diz {P}: {W}.",
      ],
      ending: [
        "«Todos juntos», <diz {A}|digo>, e todos repetem: {W}.",
        "{B} quer ouvir outra vez a melhor parte: {W}.",
        "Agora <{A} sabe|eu sei> isto de cor: {W}.",
        "Semanas depois as pessoas de {C} ainda dizem: {W}.",
      ],
    },
    moods: {
      everyday: [
        "É um dia como os outros, ou assim parece.",
        "Há dias que são pequenos e nunca se esquecem.",
      ],
      mystery: [
        "Mas hoje há algo estranho: em {C} cada relógio mostra uma hora diferente.",
        "E os relógios? À meia-noite mostram todos outra vez a mesma hora, e ninguém sabe porquê.",
      ],
      adventure: [
        "<{A} sente|Sinto> o coração bater com força: hoje começa uma aventura.",
        "É uma grande aventura, e nenhum passo é longo demais.",
      ],
      wonder: [
        "Na janela há um passarinho de luz prateada que pisca um olho.",
        "No alto da noite canta um pássaro de prata, mas só para quem escuta.",
      ],
      heart: [
        "No ar há algo doce, como antes de um primeiro encontro.",
        "Agora <{A} tem|tenho> amigos em todas as ruas, e isso faz o coração crescer.",
      ],
      fun: [
        "O gato está outra vez dentro da panela da sopa: vai ser um bom dia.",
        "E o gato? Dorme na panela da sopa, claro.",
      ],
    },
    dayLine: "Este é um dia inteiro, da primeira hora até à última.",
    questions: {
      opening: "Quem és, {A}, e onde começa a tua história?",
      want: "O que queres fazer nesse dia?",
      visits: ["O que acontece {at}?", "E depois, {at}?", "Quem te ajuda {at}?", "O que encontras {at}?"],
      obstacle: "Quando fica difícil?",
      turn: "Quem te ajuda então?",
      ending: "E como acaba?",
    },
  },
  past: {
    plots: pastPlots,
    visits: pastVisits,
    walks: [
      "A rua seguinte era tão estreita que a roupa dos dois lados secava na mesma corda.",
      "Em algum lugar tocou um sino + e um cão respondeu +, como fazia a todas as horas.",
      "Por essa altura o sol já ia alto + e as sombras tinham-se escondido debaixo dos carros.",
      "<{A} apressou|Apressei> um pouco o passo + porque o dia estava a ficar curto.",
      "No muro de um jardim dormia um gato preto + que abriu um olho +, mas só um.",
      "Atrás de uma janela aberta alguém tocava piano + e parava sempre na mesma nota.",
      "O caminho descia junto de um poço antigo + para onde ninguém atirava moedas + há muitos anos.",
      "Um menino de bicicleta tocou a campainha três vezes sem motivo nenhum +, a não ser que era nova.",
      "Num banco dois senhores idosos discutiam o tempo + como se ainda se pudesse mudar.",
    ],
    wordLines: {
      want: [
        "Na bolsa havia também uma lista, e no cimo dela lia-se: {W}.",
        "Num cartão <{A} tinha|eu tinha> anotado o que não se podia esquecer: {W}.",
        "As primeiras notas já estavam escritas: {W}.",
      ],
      visit: [
        "«Escreve isto antes que eu me esqueça», disse {P}: {W}.",
        "«Falta uma coisa na tua lista», disse {P}: {W}.",
        "Então {P} disse-o duas vezes, devagar e muito claro: {W}.",
        "Nas costas de uma conta antiga {P} escreveu em maiúsculas: {W}.",
        "«Já ninguém me pergunta por isto», disse {P}: {W}.",
        "<{A} repetiu|Repeti> até soar bem: {W}.",
        "Antes de sair, <{A} acrescentou|acrescentei> à lista: {W}.",
        "Alguém tinha escrito na parede com giz: {W}.",
        "«Na minha família começamos sempre por isto», disse {P}: {W}.",
        "Num cartão que {P} guardava numa gaveta lia-se: {W}.",
        "<{A} soletrou|Soletrei> em voz alta e {P} acenou que sim: {W}.",
        "«E isto é para o caminho», disse {P}: {W}.",
      ],
      ending: [
        "«Agora todos juntos», <disse {A}|disse eu>, e todos repetiram: {W}.",
        "{B} insistiu em ouvir outra vez a melhor parte: {W}.",
        "Por essa altura <{A} já sabia|eu já sabia> isto de cor: {W}.",
        "Semanas depois ainda se ouvia dizer às pessoas de {C}: {W}.",
      ],
    },
    moods: {
      everyday: [
        "Prometia ser um dia como qualquer outro.",
        "Tinha sido um dia pequeno, mas daqueles que ficam.",
      ],
      mystery: [
        "Só uma coisa era estranha: naquela manhã cada relógio de {C} mostrava uma hora diferente.",
        "À meia-noite todos os relógios voltaram a estar de acordo, e até hoje ninguém o sabe explicar.",
      ],
      adventure: [
        "<{A} sentia-o|Eu sentia-o> na sola dos sapatos: estava prestes a começar uma aventura.",
        "Há aventuras mais longas, mas de poucas se volta para casa com tanto.",
      ],
      wonder: [
        "No parapeito um pássaro de luz prateada limpava as penas, como fazia antes dos dias importantes.",
        "Muito acima dos telhados o pássaro de prata cantou uma vez, e quem ainda estava acordado fingiu surpresa.",
      ],
      heart: [
        "Naquela manhã havia algo no ar, como antes de um encontro esperado há demasiado tempo.",
        "Desde então houve um amigo atrás de cada porta, e as ruas de {C} pareceram mais curtas.",
      ],
      fun: [
        "O gato tinha dormido outra vez na panela da sopa, o que era considerado um bom sinal.",
        "Quanto ao gato, perdeu tudo, porque alguém tinha deixado destapada a panela da sopa.",
      ],
    },
    dayLine: "O que se segue é o relato de um único dia, hora a hora.",
    questions: {
      opening: "Conta-nos, {A}: onde começou tudo?",
      want: "O que tinhas em mente?",
      visits: [
        "O que aconteceu {at}?",
        "E como foi {at}?",
        "O que aprendeste {at}?",
        "O que recordas melhor da hora passada {at}?",
      ],
      obstacle: "Em que momento correu tudo mal?",
      turn: "E o que mudou tudo?",
      ending: "Como acabou a história?",
    },
  },
};
