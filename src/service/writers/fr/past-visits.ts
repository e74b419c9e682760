import type { Visit } from "../language-pack.ts";

/** Told in the past, in sentences that can grow. */
export const pastVisits: readonly Visit[] = [
  {
    who: "le boulanger",
    at: "à la boulangerie",
    text: `
      La boulangerie se trouvait au pied du pont + et se réchauffait avant tout le reste de la ville +, même en été.
      ~Le boulanger avait de la farine sur le nez + et personne ne le lui disait jamais +, parce que cela lui allait bien.
      <{A} acheta|J'achetai> un petit pain aux graines et <demanda|demandai> de l'aide + pendant qu'il cherchait la monnaie + au fond d'un tiroir.
      ~Le boulanger continua de pétrir tout en réfléchissant + et ses mains ne ralentirent pas +, comme si elles étaient à quelqu'un d'autre.
      ~« À trois heures du matin, dit-il, toute la ville est à moi. »
      @
      ~Il avait appris le métier chez une tante + qui mesurait tout à l'œil + et qui ne s'était pas trompée en cinquante ans.
      ~La queue allait maintenant jusqu'à la porte +, mais personne ne se plaignait +, car cette odeur rendait patient.
      À la fin, le boulanger ajouta un deuxième pain + et refusa l'argent + en secouant sa tête pleine de farine.
    `,
  },
  {
    who: "la marchande de fruits",
    at: "au marché",
    text: `
      Ce matin-là, le marché était si bruyant qu'on achetait les choses en les montrant du doigt + et en espérant être compris.
      ~La marchande de fruits portait un chapeau plus vieux que le marché + et personne ne l'avait jamais vue sans lui +, pas même aux mariages.
      La marchande <accueillit {A}|m'accueillit> avec un demi-melon + et ne voulut entendre aucune question + avant la dernière bouchée.
      ~Sa mère avait vendu derrière les mêmes caisses + et avant elle sa grand-mère +, toujours dans le coin où le soleil arrivait d'abord.
      @
      ~Un petit enfant prit une prune et s'enfuit + pendant que la marchande regardait ailleurs + avec beaucoup de politesse.
      ^« Si on me vole des fruits, dit-elle, c'est que je fais bien mon travail. »
      ^<{A} n'avait jamais vu|Je n'avais jamais vu> les choses de cette façon + et <nota|je notai> la phrase + avant qu'elle ne s'échappe.
      Puis la marchande laissa tomber trois pommes dans le sac +, une pour chaque bonne question +, et se tourna vers le client suivant.
    `,
  },
  {
    who: "le bibliothécaire",
    at: "à la bibliothèque",
    text: `
      La bibliothèque était si calme qu'on entendait le poisson rouge se retourner + dans son bocal.
      Le bibliothécaire changea de lunettes pour poser sa question + et en changea encore pour écouter la réponse +, car c'était un homme soigneux.
      ~Du haut d'une échelle, il rapporta un livre brun et mince + sur lequel il souffla + comme sur une soupe chaude.
      ^Certaines pages avaient des taches de café +, et c'étaient les meilleures, murmura-t-il +, puisque tant de lecteurs s'étaient arrêtés là.
      @
      ^<{A} les lut|Je les lus> debout + et en <oublia|oubliai> complètement l'heure +, comme il se doit dans un tel endroit.
      ~Dans un coin, un homme dormait sur un atlas +, le doigt posé sur un pays + qui n'existait plus.
      ^L'homme se réveilla et demanda quel jour on était +, mais personne n'en fut très sûr +, pas même le bibliothécaire.
      Quelques phrases <sortirent avec {A}|sortirent avec moi> +, et c'est là leur grande qualité + : elles ne pèsent rien.
    `,
  },
  {
    who: "le chef de gare",
    at: "à la gare",
    text: `
      Deux trains par jour seulement s'arrêtaient à la gare +, et le reste du temps le quai appartenait aux moineaux + et à un homme en veste bleue.
      ~La grande horloge avait cinq minutes de retard depuis des années +, mais personne n'avait jamais manqué son train +, puisque chacun le savait.
      Le chef de gare demanda <à {A} qui elle attendait|qui j'attendais> + et fut ravi + d'apprendre qu'il s'agissait seulement d'idées.
      ~Il s'assit sur une valise que quelqu'un avait oubliée un hiver + et qu'il époussetait tous les vendredis +, au cas où on viendrait la chercher.
      @
      ~« J'ai vu ici plus de baisers qu'au cinéma, dit-il, et plus de pluie. »
      ~Il se souvenait d'une femme qui avait attendu le mauvais train pendant une semaine + et qui avait ensuite épousé l'homme + qui le lui avait dit.
      Puis une cloche sonna et le train de l'après-midi entra en gare + et le chef redevint un personnage officiel +, avec un sifflet et le dos très droit.
      ~Un vieux couple descendit et regarda autour de lui comme si tout avait rétréci + et le chef de gare les salua + comme un roi et une reine.
    `,
  },
  {
    who: "le jardinier",
    at: "au parc",
    text: `
      Le jardinier était à genoux devant les roses + quand <{A} entra|j'entrai> dans le parc +, et il ne se levait pour personne.
      ~Son chien portait les outils dans un petit panier + et prenait ce travail très au sérieux +, comme le font les chiens.
      <{A} s'assit|Je m'assis> dans l'herbe et <expliqua|expliquai> toute l'affaire + pendant qu'il coupait les feuilles sèches + et les comptait à voix basse.
      ~Le jardinier ne répondit pas tout de suite +, car il pensait comme il jardinait + : lentement et par la racine.
      @
      ~« On ne fait pas pousser une fleur en tirant dessus », dit le jardinier.
      ~Il avait planté lui-même les grands arbres du mur +, le jour de la naissance de sa fille +, et maintenant ils étaient tous plus grands que lui.
      ~Soudain, un ballon atterrit au milieu des roses + et le jardinier le renvoya + si bien que les garçons en oublièrent de s'enfuir.
      Au moment des adieux, il choisit une rose et en ôta les épines + avant de l'offrir sans un mot +, comme un simple reçu.
    `,
  },
  {
    who: "le pêcheur",
    at: "au bord de la rivière",
    text: `
      Le pêcheur était assis à sa place habituelle, sur une caisse au bord de l'eau + et n'avait absolument rien pris +, ce qui ne semblait pas l'inquiéter.
      ~La rivière était verte et basse en cette saison + et bougeait le moins possible +, comme un chat au soleil.
      <{A} enleva ses|J'enlevai mes> chaussures et <attendit|attendis> le bon moment pour parler +, car les questions bruyantes font peur aux poissons + et aussi aux pêcheurs.
      ~Le pêcheur donnait un nom à chaque canard qui passait + et la plupart semblaient répondre +, ou du moins tournaient la tête.
      @
      ~« Les poissons ne sont qu'une excuse », avoua-t-il au bout d'un moment.
      ~Il avait travaillé quarante ans dans une usine pleine de machines + et depuis, il collectionnait le silence +, heure par heure, comme d'autres les timbres.
      ~Soudain, la ligne se tendit si fort <qu'ils se levèrent|que nous nous levâmes> d'un bond + et une vieille botte sortit de l'eau + avec un escargot endormi à l'intérieur.
      ^Il la mit à sécher au soleil +, parce qu'il en avait déjà une à la maison + qui ressemblait beaucoup à sa sœur.
    `,
  },
  {
    who: "la mécanicienne",
    at: "à l'atelier de vélos",
    text: `
      Dans l'atelier, derrière le vieux mur, on ne voyait que deux bottes + qui dansaient sous un vélo rouge + au son d'une musique très forte.
      ~La mécanicienne sortit, baissa la radio et écouta, la tête penchée +, comme elle écoutait les moteurs + avant de dire où ils avaient mal.
      ~Des roues de toutes les tailles pendaient au plafond + et bougeaient un peu dans le courant d'air +, comme l'intérieur d'une horloge.
      ~La mécanicienne prétendait réparer tout ce qui avait deux roues + et presque tout ce qui avait deux jambes +, à condition d'arriver à temps.
      @
      ~<{A} tint|Je tins> la lampe pendant que la mécanicienne cherchait une vis minuscule +, d'abord sur la table, puis par terre +, et enfin, avec succès, dans ses propres cheveux.
      ^« Elle est toujours là où on ne regarde pas, dit-elle, parce qu'on n'y regarde pas. »
      ^Cela alla tout droit sur le papier +, sous la trace noire d'un pouce + qui ne partirait plus jamais.
      Ensuite, <{A} eut le droit|j'eus le droit> de faire le tour de la cour sur le vélo rouge + et toute la journée descendit la pente + pendant une petite minute.
    `,
  },
  {
    who: "le serveur",
    at: "au café",
    text: `
      Le café avait six tables et il n'y en avait pas deux pareilles +, tout comme les tasses + et, pour être honnête, les clients.
      ~<{A} choisit|Je choisis> celle de la fenêtre + et <commanda|commandai> la plus petite chose de la carte + afin de pouvoir rester.
      Le serveur portait quatre assiettes sur un bras + sans jamais regarder par terre +, car il avait été danseur autrefois.
      ~Quand il apprit de quoi il s'agissait, il s'assit une minute +, bien que ce soit interdit +, et oublia la soupe.
      @
      ~À la table voisine, deux femmes jouaient aux cartes + et l'une d'elles gagnait depuis des années + avec la même dame au coin plié.
      ^« Tout le monde le sait, murmura le serveur, et personne ne le dit : c'est ça, l'amitié. »
      ~Un homme qui avait oublié son argent fouillait dans ses poches + et le serveur écrivit simplement son nom sur le mur +, sous une centaine d'autres.
      ^Tous ces gens étaient revenus un jour +, certains dès le lendemain +, et l'un d'eux onze ans plus tard, d'un autre continent.
    `,
  },
  {
    who: "la dame des billets",
    at: "au vieux cinéma",
    text: `
      Le vieux cinéma dormait toute la journée +, mais sa petite porte n'était jamais fermée +, car il n'y avait rien à voler, sauf le noir.
      Sous une lampe jaune, une dame comptait des billets + et dit sans lever les yeux que le film commençait à huit heures +, comme il le faisait depuis soixante ans.
      ~Quand la dame comprit que personne ne voulait de billet, elle recula sa chaise + et devint curieuse +, ce qui lui arrivait peut-être deux fois par an.
      ~Son père avait construit le cinéma avec ses économies + et peint lui-même les nuages du plafond +, couché sur le dos comme un artiste célèbre.
      @
      ~« Les gens croient venir pour la fin, dit-elle, mais ils viennent pour le moment où la lumière s'éteint. »
      ~<{A} put s'asseoir|Je pus m'asseoir> un moment au premier rang + et regarder l'écran blanc +, où il se passait, curieusement, beaucoup de choses.
      ~Sur les murs, de vieux acteurs aux chapeaux énormes regardaient la salle + et semblaient satisfaits + d'un public aussi calme.
      À la sortie, il y eut un cadeau, un billet bleu dont le numéro ne servait plus + et qui finit entre deux pages +, où il sentit le cinéma pendant des années.
    `,
  },
];
