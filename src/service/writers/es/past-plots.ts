import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["El cuaderno verde: {T}", "Lo que perdió {A}: {T}", "{T}: páginas de {C}"],
  opening: `
    <{A} llevaba|Me llamo {A} y llevaba> solo [un año/dos años] en {C} + cuando desapareció el cuaderno verde +, y con él medio pueblo.
    ~Era uno de esos lugares donde el autobús pasaba dos veces al día + y la gente todavía levantaba la vista +, por si bajaba alguien famoso.
    ~<Llevaba|Yo llevaba> el cuaderno verde a todas partes + porque no <se fiaba de su|me fiaba de mi> memoria +, que ya había perdido cosas mejores.
    ~Las esquinas del cuaderno estaban gastadas de tanto viajar en el mismo bolso + y las últimas páginas olían a manzana +, porque el almuerzo solía viajar al lado.
    ~{B}, <su|mi> amigo de siempre, decía que aquel cuaderno parecía un ladrillo + olvidado bajo la lluvia +, pero lo decía con cariño.
    ~Aquel [lunes/miércoles/jueves] amaneció con el cielo limpio + y con demasiadas cosas que hacer + antes de que cerraran las tiendas.
  `,
  want: `
    En la escuela de adultos esperaban un trabajo + que <{A}|yo> había prometido semanas antes +, en un momento de valor.
    El trabajo se llamaba {T}.
    ~El título ya estaba escrito en la primera página + y miraba desde arriba una hoja en blanco +, lo que la hacía parecer aún más vacía.
    ~Los libros no habían servido de mucho + porque todos contaban lo mismo +, aunque en distinto orden.
    «Pregúntale a la gente, no a los libros», había dicho la profesora.
    Así que <{A} metió|metí> dos lápices en el bolso y <salió|salí> a la calle + a llamar a todas las puertas del pueblo + que quisieran abrirse.
    @
  `,
  obstacle: `
    A última hora de la tarde el bolso pesaba demasiado poco + y <{A} se detuvo|me detuve> en medio de la calle +, mientras los autos daban la vuelta.
    <Vació|Vacié> todo sobre un muro bajo + y <contó|conté> las cosas dos veces +, como si contarlas pudiera devolver una.
    ~Allí estaban las llaves y la manzana +, pero el cuaderno había desaparecido + y se había llevado el día entero.
    ~Un frío extraño <le|me> subió por la espalda +, aunque las piedras seguían calientes + después de tantas horas de sol.
    ~<Buscó|Busqué> debajo de los bancos y detrás de dos puertas +, donde solo <encontró|encontré> un perro + que quería jugar.
    ~La clase era a la mañana siguiente + y un día así no se escribe dos veces +, ni siquiera con una memoria perfecta.
    ~Al final <se sentó|me senté> en las escaleras de la iglesia + y <miró|miré> las palomas +, que no tenían ninguna tarea pendiente.
  `,
  turn: `
    Allí <la|me> encontró {B} + cuando dobló la esquina en su vieja bicicleta + con un pan debajo del brazo.
    ~Escuchó toda la historia sin reírse +, lo que no le resultó fácil +, según confesó más tarde.
    ~«Entonces vamos a recorrer tu día al revés», dijo.
    Así que <fueron|fuimos> de puerta en puerta en el orden equivocado + y <repitieron|repetimos> la misma pregunta + hasta que empezó a sonar como una canción.
    ~Todos se acordaban del cuaderno + y a todos se les había ocurrido algo más + desde la mañana.
    ~{B} lo apuntó todo en una bolsa de papel + porque no había otra cosa a mano +, ni siquiera una manga limpia.
    En la parada, el conductor del autobús se asomó por la ventanilla + y levantó algo verde + que había encontrado entre dos asientos.
    ~«He leído tres páginas», confesó, «y casi me olvido de arrancar».
  `,
  ending: `
    Aquella noche <{A} extendió|extendí> las páginas sobre la mesa de la cocina + mientras el té se enfriaba + y la ventana se iba poniendo oscura.
    ~El cuaderno parecía más gordo que por la mañana + y ya no olía solo a manzana, sino también a pan +, cosa que pocos cuadernos pueden decir.
    @
    A la mañana siguiente {T} colgaba en la pared de la clase +, y hasta los que siempre tenían prisa se quedaron a leer +, lo que no había pasado nunca.
    ~La profesora lo leyó todo + antes de quitarse las gafas + y preguntar por qué olía a pan.
    ^{B}, que solo había venido a llevar el bolso, se puso rojo + y buscó la puerta con los ojos +, pero ya era tarde.
    ~Perder el cuaderno había sido lo peor del día + y quizás también lo más útil +, porque el segundo paseo dio más que el primero.
    Una semana después <{A} compró|compré> otro cuaderno +, pero <siguió|seguí> llevando el viejo en el bolso +, por si le apetecía perderse otra vez.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Once páginas: {T}", "Una carta contra el viento: {T}", "{T}: una carta desde {C}"],
  opening: `
    La carta de <la abuela de {A}|mi abuela> llegó una mañana [de viento/de sol/de nubes] +, entre dos facturas y un folleto de jardinería + que nadie había pedido.
    ~La abuela Rosa vivía lejos y no se fiaba del teléfono + porque las voces, decía, se apagan como cerillas +, mientras que el papel guarda el calor.
    ~Rosa escribía con pluma azul y letra muy pequeña +, de modo que leer una página suya duraba un desayuno entero + y a veces una segunda taza de café.
    ~{B} repartía el correo en {C} aquel verano + y conocía la letra de Rosa como la suya +, aunque jamás habría leído una línea.
    ^{B} esperó un momento junto a la puerta + porque una carta de Rosa solía anunciar alguna aventura +, o al menos un pastel.
    <{A} abrió|Me llamo {A}, y abrí> el sobre con un cuchillo de cocina + y <empezó|empecé> a leer + antes de que hirviera el agua.
  `,
  want: `
    Esta vez la carta traía una sola pregunta +, que ocupaba el centro de la página + como una piedra en medio del río.
    Rosa quería saberlo todo sobre esto: {T}.
    ~Nadie podía contestar algo así sin ayuda +, al menos no bien +, y Rosa notaba enseguida las frases perezosas.
    ~<{A} recordó|Recordé> entonces una idea de la abuela: que un pueblo sabe más que cualquiera de sus vecinos +, si se le pregunta con educación.
    El último correo salía a las seis de la tarde + y no había esperado a nadie + en treinta años.
    Así que <{A} guardó|guardé> papel, dos lápices y una manzana + y <salió|salí> a preguntarle al pueblo + mientras la mañana era joven.
    @
  `,
  obstacle: `
    A las cinco y media la respuesta tenía once páginas + y el sobre apenas se cerraba +, por mucho que <{A}|yo> lo apretara.
    ~Entonces el cielo de {C} se puso negro como el carbón + y cayeron las primeras gotas + antes de que nadie encontrara un paraguas.
    ~Una ráfaga dobló la esquina como un perro grande + que no quiere hacer daño +, pero que nunca ha aprendido a parar.
    En medio de la plaza el viento <le|me> arrancó la carta de las manos + y lanzó las páginas por encima de los autos +, cada vez más alto.
    ~Una hoja quedó atrapada en lo alto de un árbol + y otra cruzó la fuente volando + como si tuviera una cita al otro lado.
    ~<{A} alcanzó|Alcancé> cuatro páginas a la carrera +, pero el reloj del ayuntamiento ya marcaba las seis menos diez + y con él no se podía discutir.
  `,
  turn: `
    ~«¡No te muevas, y no llores encima de la tinta!», gritó alguien.
    Fue el gran momento de {B}, que dejó caer la bicicleta junto a la fuente + y subió al árbol con sus zapatos buenos + como si llevara años esperando la ocasión.
    En toda la plaza se abrieron ventanas + y los desconocidos corrieron detrás de la misma hoja de papel + como si fuera suya.
    ~Un niño se metió debajo de una furgoneta + mientras un perro entregaba su página por media galleta +, aunque él quería una entera.
    A las seis menos dos minutos <{A} contó|conté> once páginas +, todas mojadas + y ninguna perdida.
    ~En algunas líneas la tinta se había corrido un poco + y las frases parecían haber llorado +, lo que les sentaba muy bien.
    {B} miró el reloj y volvió a abrir su bolsa +, con el suspiro de un hombre que rompe una regla por primera vez.
  `,
  ending: `
    Cuatro días después Rosa llamó por teléfono +, lo que ya era bastante raro +, porque no lo había hecho en veinte años.
    ~«Es la mejor carta que he recibido», dijo, «y la más sucia».
    @
    ~Rosa había secado las páginas en una cuerda de la cocina + y las había leído de izquierda a derecha +, caminando despacio, como en un museo.
    ~La primera, con {T} en letras grandes y oscuras, colgaba sobre su cama + y ya la había visto todo el mundo + que pasaba por la casa.
    ~Lo que más le gustaba eran las marcas de la lluvia +, porque una carta necesita un accidente + para ser del todo verdadera.
    Además había decidido visitar {C} en primavera + para dar la mano a todos sus habitantes +, incluido el perro.
    ~Cuando <{A} se lo contó|se lo conté>, {B} estuvo una hora limpiando su vieja bolsa + y silbando al mismo tiempo +, un poco desafinado.
    ~El viento se portaba bien aquella noche + y sobre la mesa de la cocina había una hoja nueva +, a la espera de la próxima pregunta.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["La noche en que se apagó la lámpara: {T}", "Cuarenta sillas: {T}", "{T}: todos están invitados"],
  opening: `
    La sala de lectura de {C} tenía cuarenta sillas + y casi todas las noches treinta y nueve estaban libres +, porque siempre había alguien que acompañaba al gato.
    <{A} la cuidaba|Me llamo {A} y la cuidaba> desde [la primavera/el otoño/el invierno] + y conocía cada tabla que crujía + entre la puerta y la última estantería.
    ~{B} venía casi todos los días a arreglar lo que estaba roto +, y cuando no había nada roto lo arreglaba igualmente +, por si acaso.
    ~El ayuntamiento quería cerrar la sala + si las sillas seguían vacías un año más +, como decía una carta guardada debajo de la tetera.
    ~En {C} nadie tenía nada contra la lectura +; simplemente la gente llegaba cansada + a casas con sofás muy cómodos.
    ~Tenía que pasar algo +, y tenía que pasar pronto +, antes de que también el último lector se quedara en casa.
  `,
  want: `
    La idea llegó con una taza de té frío + y era tan sencilla que {B} se rio + hasta que entendió que iba en serio.
    <{A} pintó|Pinté> un cartel con letras azules y lo <colgó|colgué> en la ventana +, donde el sol de la tarde lo iluminaba + durante casi una hora.
    En el cartel ponía: {T}.
    ~Debajo, en letra más pequeña, se pedía que cada uno trajera una historia +, por corta que fuera +, y se avisaba de que también escucharía el gato.
    ~Pero la gente pasaba delante del cartel como siempre había pasado delante de la ventana +, con el cuello del abrigo subido + y la cabeza ya en casa.
    ~«Un cartel no puede dar la mano», dijo {B}.
    Así que <{A} salió|salí> a invitar al pueblo en persona +, de puerta en puerta +, mientras él contaba otra vez las sillas.
    @
  `,
  obstacle: `
    A las siete la puerta estaba abierta de par en par + y el té esperaba + en una tetera para cuarenta personas.
    No vino nadie.
    ~La lluvia corría por el cristal detrás de las letras azules + y parecía que se iban despacio +, una detrás de otra.
    ~{B} le dio cuerda al reloj, que no lo necesitaba, + y se asomó a la calle + cada medio minuto.
    A las siete y cuarto la gran lámpara tembló y se apagó +, y con ella todas las luces de la calle +, hasta donde alcanzaba la vista.
    ~En la oscuridad <{A} oyó|oí> al gato saltar de su silla + y <pensó|pensé> que aquello era el final +, y ni siquiera un final ruidoso.
    ~<{A} buscó|Busqué> la llave en el bolsillo +, porque ya no quedaba más que cerrar + y volver a casa.
  `,
  turn: `
    Entonces apareció una luz diminuta al fondo de la calle + y se movió de un lado a otro +, cada vez más grande.
    ~Era un señor mayor con una vela en una mano y un pastel en la otra +, que quería saber si la invitación seguía en pie +, con luz o sin ella.
    ^«En mi casa no veo ni la sopa», explicó.
    ^Detrás venía una niña con una manta, y luego dos hermanas + que llevaban años sin ponerse de acuerdo en nada + salvo, ahora, en que hacía frío.
    {B} se acordó de una caja de velas y puso una en cada mesa + hasta que las estanterías brillaron + como si fueran de oro.
    Toda la calle estaba a oscuras + y por eso vino toda la calle +, sacudiéndose la lluvia de los abrigos.
    ~A las ocho no quedaba ni una silla libre + y el gato se mudó a lo más alto de una estantería +, muy ofendido.
  `,
  ending: `
    Cuando todo quedó en silencio, <{A} se levantó|me levanté> + y <dijo|dije> el nombre de la noche, {T} +, y ya no hizo falta nada más.
    ~Una historia llamaba a la siguiente +, igual que un bostezo llama a otro +, solo que nadie tenía sueño.
    @
    ~Un anciano contó una muy larga sobre una cabra + y perdió el hilo dos veces +, y las dos veces la sala lo ayudó a encontrarlo.
    Poco después de las diez volvió la luz +, dura y blanca +, y cuarenta personas se taparon los ojos y protestaron.
    ^{B} la apagó otra vez sin que nadie se lo pidiera + y lo aplaudieron + como no habían aplaudido a nadie.
    ~A la mañana siguiente salió una carta para el ayuntamiento + con una lista de cuarenta y tres nombres + y una pequeña mancha de cera.
    El cartel se quedó en la ventana + porque aquella noche se convirtió en costumbre +, y las sillas buenas hubo que compartirlas.
  `,
};

/** Told in the past, in sentences that can grow. */
export const pastPlots: readonly Plot[] = [notebook, letter, evening];
