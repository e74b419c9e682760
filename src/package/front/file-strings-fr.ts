import type { FileStrings } from "./file-strings.ts";

export const french: FileStrings = {
  everything: "Chaque fichier et son usage",
  allFiles: "Tous ses fichiers",
  groups: {
    reading: "À lire et à écouter",
    paper: "Sur papier",
    words: "Mots et cartes",
    platform: "Pour une plateforme d’apprentissage",
    teacher: "Pour l’enseignant",
  },
  files: {
    web: {
      name: "Livre web",
      use: "Récits, enregistrements, sens à toucher, exercices qui répondent. S’ouvre dans tout navigateur, sans réseau.",
    },
    epub: {
      name: "Livre numérique (EPUB)",
      use: "Tout le volume pour tablette, téléphone et liseuse\u202f: Apple Books, Google Play Livres, Kobo, Thorium, Calibre.",
    },
    texts: { name: "Textes bruts", use: "À copier dans vos fiches. S’ouvrent dans tout éditeur de texte." },
    recordings: {
      name: "Enregistrements",
      use: "Un fichier son par leçon, pour tout lecteur, téléphone ou haut-parleur.",
    },
    books: {
      name: "Livres exportés",
      use: "Tels que le service les a donnés\u202f: aucun son connu ici ne s’y trouvait.",
    },
    print: {
      name: "Fiches à imprimer",
      use: "Exercices en séries A et B. S’ouvrent dans un navigateur\u202f; imprimez-les de là, en A4 ou Letter.",
    },
    keys: { name: "Corrigés", use: "Un pour chaque fiche, à garder sur votre bureau." },
    wordTable: {
      name: "Liste de mots",
      use: "Chaque mot avec son sens et sa leçon. S’ouvre dans Excel, LibreOffice et Google Sheets.",
    },
    ankiPackage: {
      name: "Cartes mémoire",
      use: "Pour Anki\u202f: double-cliquez sur le fichier. Une édition suivante renouvelle les cartes et n’en double aucune.",
    },
    ankiText: {
      name: "Cartes en texte",
      use: "Pour Fichier → Importer dans Anki, si vous avez un type de note à vous.",
    },
    cartridge11: {
      name: "Common Cartridge 1.1",
      use: "Pages et tests pour Moodle, Canvas, Blackboard et Open edX. Importez le fichier tel quel. Moodle additionne mal les points des tests importés\u202f: pour noter, prenez-y SCORM ou un fichier de questions. Open edX montre les pages sans le son.",
    },
    cartridge12: {
      name: "Common Cartridge 1.2",
      use: "La même chose pour Schoology, CYPHER et d’autres qui demandent la 1.2.",
    },
    scorm: {
      name: "Leçons SCORM",
      use: "Un fichier par leçon, avec un score. Ajoutez-le à Moodle ou ailleurs tel quel, sans le décompresser.",
    },
    moodle: {
      name: "Questions Moodle",
      use: "Les exercices pour la banque de questions de Moodle\u202f: Importer, format «\u202fMoodle XML\u202f».",
    },
    teacherCartridge11: {
      name: "Common Cartridge 1.1 avec corrigés",
      use: "Les mêmes pages et tests, avec un corrigé dans chaque module. Open edX le montrerait aussi aux élèves.",
    },
    teacherCartridge12: {
      name: "Common Cartridge 1.2 avec corrigés",
      use: "La même chose pour les plateformes qui demandent la 1.2.",
    },
    plan: {
      name: "Plan des leçons",
      use: "Un récit par semaine et les mots à revoir. S’ouvre dans un navigateur.",
    },
    recycling: {
      name: "Retour des mots",
      use: "Combien de fois les récits ont chaque mot, et lesquels trop peu. S’ouvre dans un navigateur.",
    },
    recyclingTable: { name: "La même chose en tableau", use: "S’ouvre dans un tableur." },
    level: {
      name: "Régularité du niveau",
      use: "Si les leçons se ressemblent en longueur et en phrases. S’ouvre dans un navigateur.",
    },
  },
  soundApart:
    "Un fichier sans son nomme l’enregistrement qui lui correspond\u202f; le son lui-même est parmi les enregistrements.",
  extras: "Ce qui est venu avec un enregistrement se trouve à côté de lui, dans le dossier audio.",
  metadata: "Chaque leçon en une ligne de tableur",
  manifest: "La même chose et plus, pour des programmes",
};
