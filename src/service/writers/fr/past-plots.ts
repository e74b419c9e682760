import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["Le carnet vert : {T}", "Ce que {A} avait perdu : {T}", "{T} : pages de {C}"],
  opening: `
    <{A} habitait|Je m'appelle {A}, et j'habitais> à {C} depuis [un an/deux ans] seulement + quand le carnet vert disparut +, et avec lui la moitié de la ville.
    ~C'était un de ces endroits où le bus passait deux fois par jour + et où les gens levaient encore les yeux +, au cas où quelqu'un de célèbre descendrait.
    ~<{A} emportait|J'emportais> le carnet vert partout + parce <qu'elle se méfiait de sa|que je me méfiais de ma> mémoire +, qui avait déjà perdu des choses plus précieuses.
    ~Les coins du carnet étaient usés par tant de voyages dans le même sac + et les dernières pages sentaient la pomme +, car le déjeuner voyageait souvent à côté.
    ~{B}, <son|mon> plus vieil ami, disait que ce carnet ressemblait à une brique + oubliée sous la pluie +, mais il le disait gentiment.
    ~Ce [lundi/mercredi/jeudi]-là commença sous un ciel clair + et avec beaucoup trop de choses à faire + avant la fermeture des magasins.
  `,
  want: `
    Au cours du soir, on attendait un projet + <qu'elle avait|que j'avais> promis des semaines plus tôt +, dans un moment de courage.
    Le projet s'appelait {T}.
    ~Le titre était déjà écrit en haut de la première page + et regardait de là une feuille blanche +, ce qui la rendait encore plus vide.
    ~Les livres n'avaient pas beaucoup aidé + parce qu'ils disaient tous la même chose +, seulement dans un autre ordre.
    « Interrogez les gens, pas les livres », avait dit la professeure.
    <{A} glissa|Je glissai> donc deux crayons dans le sac et <sortit|sortis> + pour frapper à toutes les portes de la ville + qui voudraient bien s'ouvrir.
    @
  `,
  obstacle: `
    En fin d'après-midi, le sac sembla soudain trop léger + et <{A} s'arrêta|je m'arrêtai> au milieu de la rue +, tandis que les voitures faisaient le tour.
    <Elle vida|Je vidai> tout sur un muret et <compta|comptai> les choses deux fois +, comme si compter pouvait en faire revenir une + parmi les autres.
    ~Les clés et la pomme étaient bien là +, mais le carnet avait disparu + et emporté toute la journée avec lui.
    ~Un froid étrange <lui|me> monta dans le dos +, alors que les pierres étaient encore chaudes + après tant d'heures de soleil.
    ~<Elle chercha|Je cherchai> sous les bancs et derrière deux portes de jardin +, où il n'y avait qu'un chien + qui voulait jouer.
    ~Le cours avait lieu le lendemain matin + et une telle journée ne s'écrit pas deux fois +, même avec une mémoire parfaite.
    ~Pour finir, <elle s'assit|je m'assis> sur les marches de l'église + et <regarda|regardai> les pigeons +, qui n'avaient aucun devoir à rendre.
  `,
  turn: `
    C'est là que {B} <la|me> trouva + lorsqu'il tourna au coin sur son vieux vélo + avec un pain sous le bras.
    ~Il écouta toute l'histoire sans rire +, ce qui ne fut pas facile pour lui +, comme il l'avoua plus tard.
    ~« Alors, on va refaire ta journée à l'envers », dit-il.
    <Ils allèrent|Nous allâmes> donc de porte en porte dans le mauvais ordre + en posant toujours la même question + jusqu'à ce qu'elle ressemble à une chanson.
    ~Tout le monde se souvenait du carnet + et chacun avait pensé à autre chose encore + depuis le matin.
    ~{B} nota tout sur un sac en papier + parce qu'il n'avait rien d'autre sous la main +, pas même une manche propre.
    À l'arrêt de bus, le chauffeur se pencha par la fenêtre + et montra quelque chose de vert + qu'il avait trouvé entre deux sièges.
    ~« J'ai lu trois pages, avoua-t-il, et j'ai failli oublier de repartir. »
  `,
  ending: `
    Ce soir-là, <{A} étala|j'étalai> les pages sur la table de la cuisine + pendant que le thé refroidissait + et que la fenêtre devenait peu à peu noire.
    ~Le carnet était plus épais que le matin + et sentait maintenant le pain autant que la pomme +, ce que peu de carnets peuvent dire.
    @
    Le lendemain matin, {T} était accroché au mur de la classe +, et même les plus pressés restèrent jusqu'à la dernière ligne +, ce qui n'était jamais arrivé.
    ~La professeure lut tout + avant d'enlever ses lunettes + et de demander pourquoi cela sentait le pain.
    ^{B}, qui était seulement venu porter le sac, devint tout rouge + et chercha la porte des yeux +, mais il était trop tard.
    ~Perdre le carnet avait été le pire moment de la journée + et peut-être aussi le plus utile +, car la deuxième promenade avait donné plus que la première.
    Une semaine après, <{A} acheta|j'achetai> un autre carnet +, mais l'ancien resta dans le sac +, au cas où il aurait envie de se perdre encore.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Onze pages : {T}", "Une lettre contre le vent : {T}", "{T} : une lettre de {C}"],
  opening: `
    La lettre de <la grand-mère de {A}|ma grand-mère> arriva un matin de [vent/soleil/printemps] +, entre deux factures et un catalogue de jardinage + que personne n'avait demandé.
    ~La grand-mère Rosa vivait loin et se méfiait du téléphone + parce que les voix, disait-elle, s'éteignent comme des allumettes +, alors que le papier garde la chaleur.
    ~Rosa écrivait à l'encre bleue, en lettres minuscules +, si bien qu'une seule page durait tout un petit déjeuner + et parfois une deuxième tasse de café.
    ~{B} distribuait le courrier à {C} cet été-là + et connaissait l'écriture de Rosa aussi bien que la sienne +, mais il n'en aurait jamais lu une ligne.
    ^{B} attendit un instant devant la porte + parce qu'une lettre de Rosa annonçait en général une aventure +, ou au moins un gâteau.
    <{A} ouvrit|Je m'appelle {A}, et j'ouvris> l'enveloppe avec un couteau de cuisine + pour commencer à lire + avant même que l'eau soit chaude.
  `,
  want: `
    Cette fois, la lettre ne contenait qu'une seule question +, posée au milieu de la page + comme une pierre dans une rivière.
    Rosa voulait tout savoir sur ceci : {T}.
    ~Personne ne pouvait répondre à cela sans aide +, du moins pas bien +, et Rosa remarquait toujours les phrases paresseuses.
    ~<{A} se rappela|Je me rappelai> alors une idée de Rosa +, selon laquelle une ville en sait plus que chacun de ses habitants +, pourvu qu'on l'interroge poliment.
    Le dernier courrier partait à six heures du soir + et n'avait attendu personne + en trente ans.
    <{A} emporta|J'emportai> donc du papier, deux crayons et une pomme + pour aller interroger la ville + tant que la matinée était jeune.
    @
  `,
  obstacle: `
    À cinq heures et demie, la réponse comptait onze pages + et l'enveloppe avait du mal à se fermer +, même avec les deux mains.
    ~Puis le ciel de {C} devint noir comme l'ardoise + et les premières gouttes tombèrent + avant que quelqu'un ait trouvé un parapluie.
    ~Une rafale surgit au coin de la rue comme un gros chien + qui ne veut de mal à personne +, mais qui n'a jamais appris à s'arrêter.
    Au milieu de la place, le vent <lui |m'>arracha la lettre des mains + et lança les pages au-dessus des voitures +, de plus en plus haut.
    ~Une feuille resta prise au sommet d'un arbre + et une autre traversa la fontaine + comme si on l'attendait de l'autre côté.
    ~<{A} attrapa|J'attrapai> quatre pages en courant +, mais l'horloge de la mairie indiquait déjà six heures moins dix + et ne voulait rien entendre.
  `,
  turn: `
    ~« Ne bouge pas, et ne pleure pas sur l'encre ! » cria quelqu'un.
    Ce fut le grand moment de {B}, qui laissa tomber son vélo près de la fontaine + et grimpa dans l'arbre avec ses belles chaussures + comme s'il attendait cette occasion depuis des années.
    Tout autour de la place, des fenêtres s'ouvrirent + et des inconnus coururent après la même feuille + comme si elle leur appartenait.
    ~Un garçon se glissa sous une camionnette + pendant qu'un chien rendait sa page contre un demi-biscuit +, bien qu'il en ait voulu un entier.
    À six heures moins deux, <{A} compta|je comptai> onze pages +, toutes mouillées +, mais pas une seule perdue.
    ~Par endroits, l'encre avait un peu coulé + et les phrases semblaient avoir pleuré +, ce qui leur allait bien.
    {B} regarda l'heure et rouvrit son sac +, avec le soupir d'un homme qui désobéit pour la première fois.
  `,
  ending: `
    Quatre jours plus tard, Rosa téléphona +, ce qui était assez étrange +, car elle ne l'avait pas fait depuis vingt ans.
    ~« C'est la plus belle lettre que j'aie reçue, dit-elle, et la plus sale. »
    @
    ~Rosa avait fait sécher les pages sur une corde dans sa cuisine + et les avait lues de gauche à droite +, en marchant lentement, comme au musée.
    ~La première, avec {T} en grandes lettres sombres, était accrochée au-dessus de son lit + et elle l'avait montrée à tout le monde +, même au facteur.
    ~Ce qu'elle aimait le plus, c'étaient les traces de la pluie +, parce qu'une lettre a besoin d'un accident + pour être tout à fait vraie.
    Elle avait aussi décidé de visiter {C} au printemps + pour serrer la main de tous les habitants +, y compris celle du chien.
    ~Quand {B} l'apprit, il cira son vieux sac pendant une heure + en sifflant une chanson +, un peu faux.
    ~Le vent se tenait bien, ce soir-là +, et une feuille neuve était posée sur la table + dans l'attente de la prochaine question.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: [
    "La nuit où la lampe s'éteignit : {T}",
    "Quarante chaises : {T}",
    "{T} : tout le monde est invité",
  ],
  opening: `
    La salle de lecture de {C} avait quarante chaises + et presque tous les soirs, trente-neuf d'entre elles étaient libres +, car il y avait toujours quelqu'un pour tenir compagnie au chat.
    <{A} s'en occupait|Je m'appelle {A} et je m'en occupais> depuis [le printemps/l'automne/l'hiver] + et <connaissait|connaissais> chaque planche qui grinçait + entre la porte et la dernière étagère.
    ~{B} passait presque tous les jours réparer ce qui était cassé +, et quand rien n'était cassé, il le réparait quand même +, par prudence.
    ~La mairie voulait fermer la salle + si les chaises restaient vides une année de plus +, comme le disait une lettre glissée sous la théière.
    ~Personne à {C} n'avait rien contre la lecture + ; les gens étaient seulement fatigués le soir + et leurs canapés étaient très confortables.
    ~Il fallait faire quelque chose +, et il fallait le faire vite +, avant que le dernier lecteur reste chez lui à son tour.
  `,
  want: `
    L'idée vint avec une tasse de thé froid + et elle était si simple que {B} se mit à rire + avant de comprendre que c'était sérieux.
    <{A} peignit|Je peignis> une affiche en grosses lettres bleues pour la fenêtre +, là où le soleil du soir l'éclairait + pendant près d'une heure.
    Sur l'affiche, on lisait : {T}.
    ~Plus bas, en petites lettres, chacun était prié d'apporter une histoire +, même très courte +, et l'on précisait que le chat écouterait aussi.
    ~Mais les gens passaient devant l'affiche comme ils étaient toujours passés devant la fenêtre +, le col relevé + et la tête déjà à la maison.
    ~« Une affiche ne peut pas serrer la main », dit {B}.
    <{A} partit|Je partis> donc inviter la ville en personne +, de porte en porte +, pendant qu'il recomptait les chaises.
    @
  `,
  obstacle: `
    À sept heures, la porte était grande ouverte + et le thé attendait + dans une théière pour quarante personnes.
    Personne ne vint.
    ~La pluie coulait sur la vitre derrière les lettres bleues + et on aurait dit qu'elles s'en allaient +, l'une après l'autre.
    ~{B} remonta l'horloge, qui n'en avait pas besoin +, et regarda dans la rue + toutes les trente secondes.
    À sept heures et quart, la grande lampe trembla et s'éteignit +, et avec elle toutes les lumières de la rue +, aussi loin qu'on pouvait voir.
    ~Dans le noir, <{A} entendit|j'entendis> le chat sauter de sa chaise + et <se dit|je me dis> que c'était sans doute la fin +, et même une fin sans bruit.
    ~<{A} chercha|Je cherchai> la clé dans <sa|ma> poche +, puisqu'il ne restait plus qu'à fermer + et à rentrer à la maison.
  `,
  turn: `
    C'est alors qu'une minuscule lumière apparut au bout de la rue + et alla de gauche à droite +, toujours plus grande.
    ~C'était un vieux monsieur avec une bougie dans une main et un gâteau dans l'autre +, qui voulait savoir si l'invitation tenait toujours +, lumière ou pas.
    ^« Chez moi, je ne vois même plus ma soupe », expliqua-t-il.
    ^Derrière lui venaient une petite fille avec une couverture et deux sœurs + qui n'étaient d'accord sur rien depuis des années + sauf, ce soir-là, sur le froid.
    {B} se souvint d'une boîte de bougies et en mit une sur chaque table + jusqu'à ce que les étagères brillent + comme de l'or.
    Toute la rue était dans le noir + et toute la rue vint donc +, en secouant la pluie de ses manteaux.
    ~À huit heures, il n'y avait plus une seule chaise libre + et le chat s'installa en haut d'une bibliothèque +, très vexé.
  `,
  ending: `
    Quand le silence se fit, <{A} se leva|je me levai> + pour dire le nom de la soirée, {T} +, et rien de plus ne fut nécessaire.
    ~Une histoire appelait la suivante +, comme un bâillement en appelle un autre +, sauf que personne n'avait sommeil.
    @
    ~Un vieil homme en raconta une très longue sur une chèvre + et perdit le fil deux fois +, et deux fois la salle l'aida à le retrouver.
    Un peu après dix heures, la lumière revint +, dure et blanche +, et quarante personnes se cachèrent les yeux en protestant.
    ^{B} l'éteignit de nouveau sans qu'on le lui demande + et on l'applaudit + comme on n'avait applaudi personne.
    ~Le lendemain matin, une lettre partit pour la mairie + avec une liste de quarante-trois noms + et une petite tache de cire.
    L'affiche resta à la fenêtre + parce que cette soirée devint une habitude +, et il fallut partager les bonnes chaises.
  `,
};

/** Told in the past, in sentences that can grow. */
export const pastPlots: readonly Plot[] = [notebook, letter, evening];
