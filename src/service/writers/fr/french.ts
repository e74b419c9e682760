import type { LanguagePack } from "../language-pack.ts";
import { pastPlots } from "./past-plots.ts";
import { pastVisits } from "./past-visits.ts";
import { presentPlots } from "./present-plots.ts";
import { presentVisits } from "./present-visits.ts";

/** The narrow space that French printers set before double marks and inside quotation marks, so that no line begins with one. */
const narrow = "\u202f";

/** French. All names begin with a consonant, so that nothing before them is elided. */
export const french: LanguagePack = {
  codes: ["fr", "fr-be", "fr-ca", "fr-ch"],
  protagonists: ["Camille", "Léa", "Julie", "Manon", "Claire", "Nadia"],
  friends: ["Paul", "Karim", "Louis", "Théo", "Marc"],
  towns: ["Montclair", "Port-Breton", "Valvert", "Sainte-Luce"],
  unnamed: "Encore sans nom",
  quote: (text) => `«${narrow}${text}${narrow}»`,
  wordSeparator: ", ",
  typeset: (sentence) =>
    sentence
      .replace(/\s*([;:!?»])/gu, `${narrow}$1`)
      .replace(/«\s*/gu, `«${narrow}`)
      .replaceAll("'", "’"),
  interviewer: `Journaliste${narrow}:`,
  colon: `${narrow}:`,
  present: {
    plots: presentPlots,
    visits: presentVisits,
    walks: [
      "La rue suivante est étroite + et pleine de linge qui sèche.",
      "La cloche de l'église sonne + et un chien répond.",
      "Maintenant, le soleil est haut + et les ombres sont courtes.",
      "<{A} marche|Je marche> plus vite + parce qu'il y a encore beaucoup à faire.",
      "Sur un mur, un chat noir dort + à la meilleure place de toutes.",
      "Quelqu'un joue du piano + derrière une fenêtre ouverte.",
      "Le chemin descend + et passe à côté d'un vieux puits.",
      "Un garçon à vélo dit bonjour + et sonne trois fois.",
      "Deux vieux messieurs sont sur un banc + et parlent du temps.",
    ],
    wordLines: {
      want: [
        "Dans le sac, il y a aussi une liste avec ceci : {W}.",
        "Sur une petite carte, <{A} note|je note> ce qu'il ne faut pas oublier : {W}.",
        "Voici les premières notes : {W}.",
      ],
      visit: [
        "« Écrivez ceci », dit {P} : {W}.",
        "« Voilà quelque chose pour votre liste », dit {P} : {W}.",
        "Puis {P} dit lentement et clairement : {W}.",
        "Sur un sac en papier, {P} écrit : {W}.",
        "« Vous connaissez cela ? » demande {P} : {W}.",
        "<{A} répète|Je répète> jusqu'à ce que ce soit juste : {W}.",
        "Avec le crayon, <{A} ajoute|j'ajoute> à la liste : {W}.",
        "Sur une affiche près de la porte, <{A} lit|je lis> : {W}.",
        "« C'est toujours utile », dit {P} : {W}.",
        "Sur une carte postale de {C}, on lit : {W}.",
        "<{A} le dit|Je le dis> à voix haute et {P} fait oui de la tête : {W}.",
        "« Et n'oubliez pas cela », dit {P} : {W}.",
      ],
      ending: [
        "Puis tout le monde répète en chœur : {W}.",
        "{B} veut encore entendre le meilleur passage : {W}.",
        "Maintenant, <{A} connaît|je connais> cela par cœur : {W}.",
        "Des semaines plus tard, les gens de {C} disent encore : {W}.",
      ],
    },
    moods: {
      everyday: [
        "C'est un jour comme les autres, ou presque.",
        "Certains jours sont petits et on ne les oublie jamais.",
      ],
      mystery: [
        "Mais aujourd'hui, il y a un mystère : à {C}, chaque horloge indique une heure différente.",
        "Et les horloges ? À minuit, elles sont toutes d'accord, et personne ne sait pourquoi.",
      ],
      adventure: [
        "Le cœur bat fort : aujourd'hui, une aventure commence.",
        "C'est une grande aventure, et aucun pas n'est trop long.",
      ],
      wonder: [
        "À la fenêtre, un petit oiseau de lumière argentée cligne de l'œil.",
        "Très haut dans la nuit, un oiseau d'argent chante, mais seulement pour ceux qui écoutent.",
      ],
      heart: [
        "Il y a quelque chose de doux dans l'air, comme avant une première rencontre.",
        "Maintenant, il y a des amis dans chaque rue, et cela fait chaud au cœur.",
      ],
      fun: [
        "Le chat est encore dans la marmite à soupe : ce sera une bonne journée.",
        "Et le chat ? Il dort dans la marmite à soupe, bien sûr.",
      ],
    },
    dayLine: "Voici une journée entière, de la première heure à la dernière.",
    questions: {
      opening: "Qui êtes-vous, {A}, et où commence votre histoire ?",
      want: "Que voulez-vous faire ce jour-là ?",
      visits: [
        "Que se passe-t-il {at} ?",
        "Et ensuite, {at} ?",
        "Qui vous aide {at} ?",
        "Que trouvez-vous {at} ?",
      ],
      obstacle: "Quand est-ce que cela devient difficile ?",
      turn: "Qui vous aide alors ?",
      ending: "Et comment cela finit-il ?",
    },
  },
  past: {
    plots: pastPlots,
    visits: pastVisits,
    walks: [
      "La rue suivante était si étroite que le linge des deux côtés séchait sur la même corde.",
      "Quelque part, une cloche sonna + et un chien lui répondit +, comme à chaque heure.",
      "Le soleil était maintenant au plus haut + et les ombres s'étaient cachées sous les voitures.",
      "<{A} pressa|Je pressai> un peu le pas + parce que la journée avançait.",
      "Sur le mur d'un jardin dormait un chat noir + qui ouvrit un œil +, mais un seul.",
      "Derrière une fenêtre ouverte, quelqu'un jouait du piano + et s'arrêtait toujours sur la même note.",
      "Le chemin descendait le long d'un vieux puits + où personne ne jetait plus de pièces + depuis des années.",
      "Un garçon à vélo sonna trois fois sans raison +, sinon que la sonnette était neuve.",
      "Sur un banc, deux vieux messieurs discutaient du temps + comme si l'on pouvait encore le changer.",
    ],
    wordLines: {
      want: [
        "Il y avait aussi une liste dans le sac, et tout en haut on lisait : {W}.",
        "Une petite carte rappelait ce qu'il ne fallait pas oublier : {W}.",
        "Les premières notes étaient déjà là : {W}.",
      ],
      visit: [
        "« Notez cela avant que je ne l'oublie », dit {P} : {W}.",
        "« Il manque quelque chose à votre liste », dit {P} : {W}.",
        "Puis {P} le dit deux fois, lentement et clairement : {W}.",
        "Au dos d'une vieille facture, {P} écrivit en majuscules : {W}.",
        "« Plus personne ne me parle de cela », dit {P} : {W}.",
        "<{A} répéta|Je répétai> jusqu'à ce que ce soit juste : {W}.",
        "Avant de partir, <{A} ajouta|j'ajoutai> à la liste : {W}.",
        "Quelqu'un avait écrit sur le mur, à la craie : {W}.",
        "« Dans ma famille, on commence toujours par là », dit {P} : {W}.",
        "Sur une carte que {P} gardait dans un tiroir, on pouvait lire : {W}.",
        "<{A} épela|J'épelai> lentement, et {P} approuva de la tête : {W}.",
        "« Et voici pour la route », dit {P} : {W}.",
      ],
      ending: [
        "Alors, tous ensemble, les gens répétèrent : {W}.",
        "{B} voulut absolument réentendre le meilleur passage : {W}.",
        "À ce moment-là, <{A} savait|je savais> déjà tout cela par cœur : {W}.",
        "Des semaines plus tard, on entendait encore dire à {C} : {W}.",
      ],
    },
    moods: {
      everyday: [
        "La journée promettait de ressembler à toutes les autres.",
        "C'était une petite journée, mais une de celles qui restent.",
      ],
      mystery: [
        "Une seule chose était étrange : ce matin-là, chaque horloge de {C} indiquait une heure différente.",
        "À minuit, toutes les horloges furent de nouveau d'accord, et personne n'a jamais su l'expliquer.",
      ],
      adventure: [
        "Cela se sentait jusque dans les semelles : une aventure allait commencer.",
        "Il y a de plus longues aventures, mais peu dont on revient aussi riche.",
      ],
      wonder: [
        "Sur le rebord de la fenêtre, un oiseau de lumière argentée lissait ses plumes, comme avant les grands jours.",
        "Bien au-dessus des toits, l'oiseau d'argent chanta une fois, et ceux qui veillaient encore firent semblant d'être surpris.",
      ],
      heart: [
        "Il y avait quelque chose dans l'air ce matin-là, comme avant une rencontre trop longtemps attendue.",
        "Depuis ce jour, il y eut un ami derrière chaque porte, et les rues de {C} parurent plus courtes.",
      ],
      fun: [
        "Le chat avait encore dormi dans la marmite à soupe, ce qui passait pour un bon signe.",
        "Quant au chat, il avait tout manqué, car quelqu'un avait laissé la marmite à soupe ouverte.",
      ],
    },
    dayLine: "Voici le récit d'une seule journée, heure par heure.",
    questions: {
      opening: "Racontez-nous, {A} : où tout cela a-t-il commencé ?",
      want: "Qu'aviez-vous en tête ?",
      visits: [
        "Que s'est-il passé {at} ?",
        "Et comment était-ce {at} ?",
        "Qu'avez-vous appris {at} ?",
        "Quel souvenir gardez-vous de ce moment {at} ?",
      ],
      obstacle: "À quel moment cela a-t-il mal tourné ?",
      turn: "Et qu'est-ce qui a tout changé ?",
      ending: "Comment l'histoire s'est-elle terminée ?",
    },
  },
};
