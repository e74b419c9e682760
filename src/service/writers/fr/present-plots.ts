import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["Le carnet vert : {T}", "{A} et les pages perdues : {T}", "{T} : une histoire de {C}"],
  opening: `
    <Voici {A}.|Je m'appelle {A}.>
    ~<Elle habite|J'habite> à {C} +, une petite ville près [de la mer/d'une rivière/des montagnes].
    ~La ville est [calme/petite/ancienne] +, mais il y a toujours quelque chose à voir.
    C'est [lundi/mercredi/jeudi] matin + et il fait déjà chaud.
    <{A} a|J'ai> un carnet vert + avec un crayon dans une petite poche.
    ~Le carnet est toujours dans <son|mon> sac + à côté d'une pomme et des clés de la maison.
    ~<Elle écrit|J'écris> dedans tous les jours + parce que les mots nouveaux sont des cadeaux.
    ~<Son|Mon> ami s'appelle {B} + et il habite dans la maison d'en face.
    ^{B} aime la musique +, mais il est souvent en retard.
  `,
  want: `
    Aujourd'hui, il y a beaucoup à faire + avant ce soir.
    <{A} a|J'ai> un projet pour l'école + et toute la classe l'attend.
    Le projet s'appelle {T}.
    ~Le nom est sur la première page + en grandes lettres rouges.
    ^Mais la page est vide + et c'est un petit problème.
    « Demande aux gens », dit toujours la professeure.
    <{A} prend|Je prends> le carnet et <sort|je sors> + parce que les bonnes idées habitent dans la rue.
    @
  `,
  obstacle: `
    L'après-midi, le sac est très léger + et <{A} s'arrête|je m'arrête> au milieu de la rue.
    <Elle ouvre|J'ouvre> le sac + et <regarde|je regarde> dedans une fois, puis encore une fois.
    ~La pomme est là + et les clés aussi.
    Mais le carnet n'est pas là !
    ~<Elle a|J'ai> les mains froides + même si la journée est belle.
    ~Tout le travail est dans le carnet + et la classe est demain.
    ~<Elle cherche|Je cherche> sous un banc + et derrière une porte verte.
    ^Il y a seulement un vieux journal + avec la photo d'un chien.
    <Elle s'assoit|Je m'assois> sur un escalier + et ne <sait|sais> plus quoi faire.
  `,
  turn: `
    Alors {B} arrive + sur son vieux vélo bleu.
    « Pourquoi es-tu si triste ? » demande-t-il.
    <{A} lui raconte|Je lui raconte> tout + de la première rue à la dernière.
    ~{B} ne rit pas + parce que c'est un bon ami.
    ~« On va chercher ensemble », dit-il.
    <Ils marchent|Nous marchons> lentement + et <regardent|regardons> chaque porte et chaque fenêtre.
    ~{B} demande dans les magasins + et <{A} cherche|moi, je cherche> le long des murs.
    ~Un chat <les|nous> regarde + du haut d'un toit chaud.
    À l'arrêt de bus, une femme lève la main +, et dans sa main il y a quelque chose de vert.
    C'est le carnet !
    ~« Vos mots sont très beaux », dit la femme.
  `,
  ending: `
    Le soir, le carnet est sur la table de la cuisine + à côté de deux tasses de thé chaud.
    <{A} lit|Je lis> toutes les pages à voix haute + et {B} écoute avec de grands yeux.
    @
    ~Maintenant, le travail est prêt + et plein de voix de toute la ville.
    Le lendemain matin, la classe est silencieuse + parce que tout le monde veut entendre la fin.
    ~{T} est sur le mur + et chacun peut le voir.
    ~La professeure sourit + et demande encore une page.
    <{A} est|Je suis> fatiguée et contente + et c'est une bonne sensation.
    ~On peut perdre un carnet +, mais un bon ami aide à chercher.
    ~La dernière page est pour {B} + parce que chaque histoire a besoin d'un ami.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Une lettre pour Rosa : {T}", "{A} écrit une longue lettre : {T}", "{T} : une lettre de {C}"],
  opening: `
    <{A} est|Je m'appelle {A} et je suis> à la table de la cuisine.
    ~<Sa|Ma> rue est à {C} +, où presque toutes les maisons sont petites et [blanches/jaunes/rouges].
    ~Il y a du pain sur la table + et la fenêtre est ouverte.
    Une lettre arrive + et <{A} connaît|je connais> bien cette écriture bleue.
    C'est une lettre de <sa|ma> grand-mère Rosa +, qui habite très loin.
    ~Rosa a quatre-vingts ans +, mais elle marche deux heures tous les jours.
    ~Rosa n'aime pas le téléphone + parce que les voix partent trop vite.
    ~Rosa préfère les longues lettres + et les garde toutes dans une boîte.
    ~<Son|Mon> ami {B} apporte le courrier + parce que c'est son travail d'été.
  `,
  want: `
    Rosa pose une seule question + avec sa petite écriture bleue.
    Elle veut tout savoir sur ceci : {T}.
    ~<{A} lit|Je lis> la question deux fois + parce qu'elle n'est pas facile.
    <{A} veut|Je veux> envoyer une très bonne réponse + avec des histoires de toute la ville.
    ~Le dernier courrier part à six heures + et il n'attend personne.
    <Elle met|Je mets> du papier et deux crayons dans un sac + et <ferme|je ferme> la porte.
    ~<Elle se dit|Je me dis> : « Les gens d'ici peuvent m'aider. »
    @
  `,
  obstacle: `
    À cinq heures et demie, la lettre est prête + et elle a onze pages.
    Puis le ciel de {C} devient noir + et les premières gouttes tombent.
    ~Un vent fort arrive + de l'autre côté de la ville.
    ~<{A} court|Je cours> dans la rue + avec la lettre sous le bras.
    Le vent emporte les pages !
    ~Le papier blanc vole au-dessus des voitures + comme de grands oiseaux lents.
    ~Une page est dans un arbre + et une autre est dans l'eau.
    <Elle attrape|J'attrape> quatre pages +, mais les autres ne sont plus là.
    ~Il est six heures moins dix + et la poste est encore loin.
  `,
  turn: `
    « Attends ! Je peux t'aider ! » dit une voix.
    C'est {B} + avec son grand sac de facteur.
    ~{B} monte dans l'arbre + même si ses chaussures sont mouillées.
    Les gens sortent de leurs maisons + et cherchent aussi les pages.
    ~Un garçon trouve une page sous une voiture + et une femme en trouve deux dans son jardin.
    ~Un chien a une page +, mais il la rend contre un biscuit.
    Maintenant, <{A} compte|je compte> onze pages + et il n'en manque aucune.
    ~Elles sont mouillées +, mais on peut lire chaque mot.
    {B} regarde l'heure + et ouvre encore une fois son sac.
    « Pour toi, le courrier n'est jamais en retard », dit-il.
  `,
  ending: `
    Trois jours plus tard, le téléphone sonne + et c'est une grande surprise.
    « C'est la plus belle lettre de ma vie », dit Rosa.
    ~Elle la lit tous les soirs + et l'histoire du chien la fait rire.
    @
    ~Sur la première page, il y a {T} + en grandes lettres noires.
    ~Il y a encore un peu de pluie sur le papier +, et c'est ce que Rosa préfère.
    L'été prochain, Rosa vient à {C} + parce qu'elle veut connaître tous ces gens.
    ~<{A} le raconte|Je le raconte> à {B} + et il est fier de son vieux sac.
    <{A} prend|Je prends> une nouvelle feuille + et <commence|je commence> la prochaine lettre.
    ~Le vent est calme maintenant + et la soirée est longue.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["Une soirée à {C} : {T}", "L'affiche à la fenêtre : {T}", "{T} : tout le monde est invité"],
  opening: `
    À {C}, il y a une petite salle de lecture + avec quarante chaises et une grande lampe.
    <{A} travaille|Je m'appelle {A} et je travaille> là le [vendredi/samedi/dimanche] + parce <qu'elle aime|que j'aime> les vieux livres.
    ~La salle sent le papier + et le café de la maison d'à côté.
    ~{B} travaille là aussi + et répare tout ce qui est cassé.
    Maintenant, peu de gens viennent + et certains jours, il n'y a personne.
    ~Les chaises attendent + et la lampe attend aussi.
    ~« Il nous faut une bonne idée », dit {B}.
    ~<{A} regarde|Je regarde> par la fenêtre + et <voit|je vois> des gens qui n'ont pas le temps.
  `,
  want: `
    Alors <{A} a|j'ai> une idée + et elle est très simple.
    <Elle peint|Je peins> une affiche pour la fenêtre + avec de grosses lettres bleues.
    Sur l'affiche, on lit : {T}.
    ~« Ce soir à sept heures », lit-on plus bas.
    <{A} veut|Je veux> remplir la salle de voix + parce que chaque personne a une histoire.
    ~Mais une affiche ne suffit pas + quand les gens marchent si vite.
    <Elle doit|Je dois> parler à tout le monde + et la journée commence donc par une longue promenade.
    @
  `,
  obstacle: `
    À sept heures, la porte est ouverte + et les chaises sont bien rangées.
    Mais il n'y a personne.
    ~Dehors, il pleut + et la rue est noire et vide.
    ~{B} regarde l'heure + et ne dit rien.
    Soudain, la grande lampe s'éteint + et toute la rue est dans le noir.
    ~<{A} ne voit plus|Je ne vois plus> les chaises + ni <ses|mes> propres mains.
    ~<Elle se dit|Je me dis> : « C'est peut-être trop tard. »
    <{A} veut|Je veux> fermer la porte + parce qu'il fait froid et qu'il n'y a pas un bruit.
  `,
  turn: `
    Puis on voit une petite lumière dans la rue + et derrière elle, une deuxième.
    C'est un vieux monsieur avec une bougie + et avec un gâteau dans l'autre main.
    ~« Chez moi, il n'y a pas de lumière », dit-il.
    ~« Est-ce qu'il fait chaud ici ? » demande une petite fille.
    {B} trouve une boîte de bougies + et en met une sur chaque table.
    De plus en plus de gens entrent + parce que toutes les maisons de la rue sont dans le noir.
    ~Ils apportent des couvertures + et quelqu'un apporte une guitare.
    Bientôt, toutes les chaises sont prises + et les enfants s'assoient par terre.
    ~La salle est dorée + et il fait enfin chaud.
  `,
  ending: `
    <{A} se lève|Je me lève> + et tout le monde se tait.
    <Elle dit|Je dis> : « Bienvenue ! »
    La soirée s'appelle {T} + et commence par une très vieille chanson.
    Les gens racontent leurs histoires + et personne ne regarde l'heure.
    @
    ~Un vieux monsieur coupe un gâteau + et il y a un morceau pour chacun.
    À dix heures, la lumière revient +, mais personne n'en veut.
    ^{B} l'éteint encore une fois + et tout le monde applaudit.
    ~« On recommence la semaine prochaine ? » demande une petite fille.
    <{A} regarde|Je regarde> la salle pleine + et <rit|je ris>, car la réponse est facile.
    ~L'affiche reste à la fenêtre + très longtemps.
  `,
};

/** Told in the present, in short sentences. */
export const presentPlots: readonly Plot[] = [notebook, letter, evening];
