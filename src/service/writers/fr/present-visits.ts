import type { Visit } from "../language-pack.ts";

/** Told in the present, in short sentences. */
export const presentVisits: readonly Visit[] = [
  {
    who: "le boulanger",
    at: "à la boulangerie",
    text: `
      La boulangerie est au coin de la rue + à côté du petit pont.
      ~Le pain est encore chaud + et toute la rue sent bon.
      ~Dans la boulangerie, il fait chaud + parce que le four n'est jamais froid.
      ~Le boulanger a de la farine sur le nez +, mais personne ne le lui dit.
      « Bonjour ! » dit le boulanger.
      <{A} achète|J'achète> un petit pain + avec des graines dessus.
      <{A} demande|Je demande> : « Pouvez-vous m'aider ? »
      ~Le boulanger réfléchit + pendant que ses mains font un long pain blanc.
      ~Les mains du boulanger ne s'arrêtent jamais +, même quand il parle.
      @
      ~« Je me lève à trois heures », dit le boulanger.
      ^« À cette heure-là, les étoiles sont ma lampe. »
      ^<{A} aime|J'aime> cette phrase + et la garde pour plus tard.
      ~D'autres personnes attendent + et il n'y a plus de temps.
      Le boulanger donne encore un pain + et ne veut pas d'argent.
      ~Ce pain est pour la route + parce que marcher donne faim.
    `,
  },
  {
    who: "la marchande de fruits",
    at: "au marché",
    text: `
      Aujourd'hui, le marché est bruyant + parce que tout le monde parle en même temps.
      ~Il y a des pommes, des citrons et des œufs + dans des caisses de toutes les tailles.
      ~Un homme vend des fleurs + et chante une vieille chanson.
      La marchande de fruits <connaît bien {A}|me connaît bien> + et fait signe avec un gros melon.
      ~« Aujourd'hui, tout est sucré », dit la marchande.
      ~<{A} goûte|Je goûte> un morceau de melon + et c'est vrai : il est très sucré.
      <{A} dit|Je dis> : « J'ai besoin d'aide. »
      ~La marchande pose sa caisse par terre + et s'approche.
      @
      ~Un enfant prend une prune + et part en courant.
      ^La marchande rit + parce qu'elle a beaucoup de prunes.
      ~« Ma mère vend des fruits, elle aussi », dit la femme.
      ~Le chapeau de la marchande est très vieux +, mais elle ne l'enlève jamais.
      À la fin, la marchande met trois pommes dans le sac +, une pour chaque bonne question.
      ~Maintenant, le sac est lourd +, mais ce n'est pas un problème.
    `,
  },
  {
    who: "le bibliothécaire",
    at: "à la bibliothèque",
    text: `
      La bibliothèque est fraîche et calme + et le sol fait un bruit doux.
      ~Un poisson nage dans un grand verre + et regarde tous les visiteurs.
      ~Le bibliothécaire a deux paires de lunettes +, une pour les livres et une pour les gens.
      « Que cherchez-vous ? » demande le bibliothécaire.
      <{A} explique|J'explique> tout à voix basse + parce que c'est la règle ici.
      ~Le bibliothécaire apporte un livre brun et mince + du haut d'une échelle.
      ^Quelques pages sont très sombres + parce qu'il y a du café dessus.
      @
      ^« Lisez d'abord les pages au café », dit le bibliothécaire.
      ^Ce sont les meilleures + parce que beaucoup de lecteurs s'arrêtent là.
      ^<{A} lit|Je lis> pendant dix minutes + et <oublie|j'oublie> le monde.
      ~Un monsieur dort dans un coin + avec la tête sur une carte.
      ^Le monsieur se réveille + et demande quel jour on est.
      ^Tout le monde rit tout bas +, peut-être aussi le poisson.
      <{A} dit|Je dis> merci + et <retourne|je retourne> dans la lumière de la rue.
    `,
  },
  {
    who: "le chef de gare",
    at: "à la gare",
    text: `
      Il y a seulement deux trains par jour +, alors la gare est souvent vide.
      ~La grande horloge a cinq minutes de retard +, mais tout le monde le sait ici.
      Le chef de gare est debout sur le quai + dans sa veste bleu foncé.
      ~Devant son bureau, il y a des fleurs + et il leur donne de l'eau toutes les heures.
      « Vous attendez le train ? » demande le chef de gare.
      <{A} répond|Je réponds> : « Non, je cherche des idées. »
      ~Le chef de gare sourit + parce que personne ne dit jamais cela.
      ~Puis il s'assoit sur une valise + qui n'est à personne.
      @
      ~« Ici, les gens pleurent et rient », dit le chef de gare.
      ^« Et j'ai un drapeau pour chaque chose. »
      ~Puis le train arrive + avec beaucoup de bruit.
      ^Un vieux couple descend + et regarde partout.
      ^<{A} fait|Je fais> un signe de la main + jusqu'à ce que le train soit loin.
      À la fin, le chef de gare lève son chapeau + comme un roi dans un vieux film.
    `,
  },
  {
    who: "le jardinier",
    at: "au parc",
    text: `
      Dans le parc, les arbres sont très hauts + et les chemins sont pleins de petites pierres.
      Le jardinier est à genoux + devant les roses.
      ~Son chien porte un petit panier + avec des outils et un sandwich.
      ~« Attention, le sol est mouillé », dit le jardinier.
      <{A} s'assoit|Je m'assois> dans l'herbe + et lui demande de l'aide.
      ~Le jardinier ne répond pas tout de suite + parce qu'il aime d'abord réfléchir.
      ~Le jardinier coupe une rose + et enlève les épines.
      @
      ~« Un jardin est lent », dit le jardinier.
      ^« On ne peut pas dire à une fleur de se dépêcher. »
      ~Deux garçons jouent au ballon + entre les bancs.
      ^Le ballon tombe dans les roses + et les garçons ne bougent plus.
      ^Le jardinier renvoie le ballon + et c'est un très bon tir.
      À la fin, le jardinier <lui offre|m'offre> une petite rose + et continue son travail.
      ~Son chien vient jusqu'à la porte +, fier de son panier.
    `,
  },
  {
    who: "le pêcheur",
    at: "au bord de la rivière",
    text: `
      La rivière est lente et verte + et il y a de petits bateaux au bord.
      Le pêcheur est assis sur une caisse + avec les pieds dans l'eau.
      ~Il n'a pas encore de poisson +, mais il a l'air heureux.
      ^« Ils n'ont pas faim aujourd'hui », dit le pêcheur.
      ~<{A} enlève ses|J'enlève mes> chaussures + parce que l'eau a l'air bien fraîche.
      <{A} demande|Je demande> : « Je peux vous poser une question ? »
      ~Le pêcheur fait oui de la tête + et laisse une place libre sur sa caisse.
      @
      ~Un canard passe + avec six petits canards derrière lui.
      ^Le pêcheur les connaît tous + et chacun a un nom.
      ~« Je viens ici pour le silence », raconte le pêcheur.
      Soudain, la ligne bouge + et <ils se lèvent|nous nous levons> très vite.
      C'est seulement une vieille botte + avec un escargot dedans.
      <Ils rient|Nous rions> très fort + et les canards s'en vont.
      ~Le pêcheur met la botte au soleil + parce qu'il peut trouver l'autre un jour.
    `,
  },
  {
    who: "la mécanicienne",
    at: "à l'atelier de vélos",
    text: `
      L'atelier est dans une rue étroite + derrière le vieux mur de la ville.
      ~Il y a des roues au plafond + comme d'étranges fleurs noires.
      La mécanicienne est sous un vélo rouge + et on voit seulement ses bottes.
      ~La radio est très forte + et les bottes dansent.
      <{A} demande|Je demande> : « Bonjour ! Il y a quelqu'un là-dessous ? »
      ~Un visage apparaît + avec une ligne noire sur la joue.
      ~La mécanicienne baisse la radio + et s'essuie les mains.
      ~« Je répare tout, dit-elle, même les mauvaises idées. »
      @
      ~Puis la mécanicienne perd une toute petite vis + et la cherche partout.
      ^La vis n'est pas par terre + et pas non plus sur la table.
      ^Elle est dans ses cheveux +, comme toujours.
      ~Maintenant, le vélo rouge est prêt + et la sonnette est comme neuve.
      À la fin, <{A} peut|je peux> faire un tour sur le vélo rouge + et c'est comme voler.
    `,
  },
  {
    who: "le serveur",
    at: "au café",
    text: `
      Le café a six tables + et elles sont toutes différentes.
      <{A} s'assoit|Je m'assois> près de la fenêtre + parce qu'il y a plus de lumière.
      ~Le serveur apporte un verre d'eau + et un tout petit biscuit.
      ~Le serveur porte quatre assiettes à la fois + et ne regarde jamais ses pieds.
      « Vous avez beaucoup de travail », dit le serveur.
      <{A} répond|Je réponds> : « Oui, et il me faut un peu d'aide. »
      ~Le serveur s'assoit une minute + même si c'est interdit.
      @
      ~Deux femmes jouent aux cartes + et c'est toujours la même qui gagne.
      ^« Une des cartes a un coin plié », dit le serveur à voix basse.
      ~Un homme veut payer +, mais il n'a pas d'argent.
      ^Le serveur écrit son nom sur le mur + à côté de beaucoup d'autres noms.
      ^« Ils reviennent tous », dit-il.
      Dehors, les cloches sonnent + et le café est fini.
    `,
  },
  {
    who: "la dame des billets",
    at: "au vieux cinéma",
    text: `
      Le jour, le vieux cinéma est fermé +, mais la petite porte est ouverte.
      ~Il fait sombre + et les sièges sont rouges et doux.
      Une dame compte des billets + sous une lumière jaune.
      ~« Le film commence ce soir », dit la dame sans regarder.
      <{A} répond|Je réponds> : « Je n'ai pas besoin de billet aujourd'hui. »
      ~Maintenant, la dame lève la tête + parce que c'est nouveau pour elle.
      ~La dame connaît la fin de tous les films +, mais elle ne la raconte jamais.
      @
      ~Au mur, il y a de vieilles photos + de gens avec de grands chapeaux.
      ^Sur une photo, on voit son père +, qui a construit cette maison.
      ~<{A} regarde|Je regarde> l'écran blanc + depuis le premier rang.
      ^Il n'y a rien sur l'écran +, mais on peut rêver.
      À la fin, la dame <lui donne|me donne> un vieux billet bleu + avec un numéro qui ne sert plus.
      ~Maintenant, le billet marque une page + et sent encore le cinéma.
    `,
  },
];
