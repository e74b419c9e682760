import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["El cuaderno verde: {T}", "{A} y las páginas perdidas: {T}", "{T}: una historia de {C}"],
  opening: `
    <Ella es|Yo soy> {A}.
    ~<Vive|Vivo> en {C} +, un pueblo pequeño cerca [del mar/del río/de las montañas].
    ~El pueblo es [tranquilo/pequeño/antiguo] +, pero siempre hay algo que ver.
    Es [lunes/miércoles/jueves] por la mañana + y ya hace sol.
    <{A} tiene|Tengo> un cuaderno verde + con un lápiz en un bolsillo pequeño.
    ~El cuaderno está siempre en <su|mi> bolso + al lado de una manzana y las llaves de casa.
    ~<Escribe|Escribo> en él todos los días + porque las palabras nuevas son como regalos.
    ~<Su|Mi> mejor amigo se llama {B} + y vive en la casa de enfrente.
    ^A {B} le gusta la música +, pero casi siempre llega tarde.
  `,
  want: `
    Hoy hay mucho que hacer + antes de la noche.
    <{A} tiene|Tengo> un trabajo para la escuela + y toda la clase lo espera.
    El trabajo se llama {T}.
    ~El nombre está en la primera página + con letras rojas y grandes.
    ^Pero la página está vacía + y eso es un pequeño problema.
    «Pregunta a la gente», dice siempre la profesora.
    <{A} toma|Tomo> el cuaderno y <sale|salgo> de casa + porque las buenas ideas viven en la calle.
    @
  `,
  obstacle: `
    Por la tarde el bolso pesa muy poco + y <{A} se para|me paro> en medio de la calle.
    <Lo abre|Lo abro> + y <mira|miro> dentro una vez y otra vez.
    ~La manzana está allí + y las llaves también.
    ¡Pero el cuaderno no está!
    ~<Tiene|Tengo> las manos frías + aunque el día es muy bonito.
    ~Todo el trabajo está en el cuaderno + y la clase es mañana.
    ~<Busca|Busco> debajo de un banco + y detrás de una puerta verde.
    ^Solo hay un periódico viejo + con la foto de un perro.
    <Se sienta|Me siento> en una escalera + y no <sabe|sé> qué hacer.
  `,
  turn: `
    Entonces llega {B} + en su vieja bicicleta azul.
    «¿Por qué estás tan triste?», pregunta.
    <{A} se lo cuenta|Se lo cuento> todo + desde la primera calle hasta la última.
    ~{B} no se ríe + porque es un buen amigo.
    ~«Vamos a buscarlo juntos», dice.
    <Caminan|Caminamos> despacio + y <miran|miramos> cada puerta y cada ventana.
    ~{B} pregunta en las tiendas + y <{A} mira|yo miro> al lado de las paredes.
    ~Un gato <los|nos> mira + desde un techo caliente.
    En la parada del autobús una mujer levanta la mano +, y en la mano hay algo verde.
    ¡Es el cuaderno!
    ~«Tus palabras son preciosas», dice la mujer.
  `,
  ending: `
    Por la noche el cuaderno está en la mesa de la cocina + al lado de dos tazas de té caliente.
    <{A} lee|Leo> todas las páginas en voz alta + y {B} escucha con los ojos muy abiertos.
    @
    ~Ahora el trabajo está listo + y lleno de voces de todo el pueblo.
    A la mañana siguiente la clase está en silencio + porque todos quieren oír el final.
    ~{T} está en la pared + y todo el mundo puede verlo.
    ~La profesora sonríe + y pide una página más.
    <{A} está|Estoy> cansada y contenta +, y esa es una buena sensación.
    ~Un cuaderno se puede perder +, pero un buen amigo ayuda a buscar.
    ~La última página es para {B} + porque toda historia necesita un amigo.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Una carta para Rosa: {T}", "{A} escribe una carta muy larga: {T}", "{T}: una carta desde {C}"],
  opening: `
    <{A} está|Soy {A} y estoy> sentada a la mesa de la cocina.
    ~<Su|Mi> calle está en {C} +, donde casi todas las casas son [blancas/amarillas/rojas] y pequeñas.
    ~Hay pan en la mesa + y la ventana está abierta.
    Llega una carta + y <{A} conoce|conozco> muy bien esa letra azul.
    Es de <su|mi> abuela Rosa +, que vive muy lejos.
    ~Rosa tiene ochenta años +, pero camina dos horas todos los días.
    ~A Rosa no le gusta el teléfono + porque las voces se van demasiado rápido.
    ~Rosa prefiere las cartas largas + y las guarda todas en una caja.
    ~<Su|Mi> amigo {B} trae el correo + porque es su trabajo de verano.
  `,
  want: `
    Rosa hace una sola pregunta + con su letra azul y pequeña.
    Quiere saberlo todo sobre esto: {T}.
    ~<{A} lee|Leo> la pregunta dos veces + porque no es fácil.
    <Quiere|Quiero> mandar una respuesta muy buena + con historias de todo el pueblo.
    ~El último correo sale a las seis + y no espera a nadie.
    <Mete|Meto> papel y dos lápices en una bolsa + y <cierra|cierro> la puerta.
    ~«La gente del pueblo me puede ayudar», <piensa|pienso>.
    @
  `,
  obstacle: `
    A las cinco y media la carta está lista + y tiene once páginas.
    Entonces el cielo de {C} se pone oscuro + y caen las primeras gotas.
    ~Llega un viento fuerte + desde el otro lado del pueblo.
    ~<{A} corre|Corro> por la calle + con la carta debajo del brazo.
    ¡El viento se lleva las páginas!
    ~El papel blanco vuela sobre los autos + como pájaros grandes y lentos.
    ~Una página está en un árbol + y otra está en el agua.
    <Alcanza|Alcanzo> cuatro páginas +, pero las otras ya no están.
    ~Son las seis menos diez + y la oficina de correos está lejos.
  `,
  turn: `
    «¡Espera! ¡Yo te ayudo!», dice una voz.
    Es {B} +, con su gran bolsa de cartero.
    ~{B} sube al árbol + aunque tiene los zapatos mojados.
    La gente sale de las casas + y también busca las páginas.
    ~Un niño encuentra una debajo de un auto + y una mujer encuentra dos en su jardín.
    ~Un perro tiene otra +, pero la cambia por una galleta.
    Ahora <{A} cuenta|cuento> once páginas + y no falta ninguna.
    ~Están mojadas +, pero se puede leer cada palabra.
    {B} mira el reloj + y abre otra vez su bolsa.
    «Para ti el correo nunca llega tarde», dice.
  `,
  ending: `
    Tres días después suena el teléfono + y es una gran sorpresa.
    «Es la mejor carta de mi vida», dice Rosa.
    ~La lee todas las noches + y se ríe mucho con el perro.
    @
    ~En la primera página pone {T} + con letras grandes y oscuras.
    ~En el papel todavía hay un poco de lluvia +, y eso es lo que más le gusta a Rosa.
    El próximo verano Rosa viene a {C} + porque quiere conocer a toda esta gente.
    ~<{A} se lo cuenta|Se lo cuento> a {B} + y él está orgulloso de su vieja bolsa.
    <{A} toma|Tomo> otra hoja de papel + y <empieza|empiezo> la próxima carta.
    ~El viento está tranquilo + y la noche es larga.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["Una noche en {C}: {T}", "El cartel de la ventana: {T}", "{T}: todos están invitados"],
  opening: `
    En {C} hay una pequeña sala de lectura + con cuarenta sillas y una gran lámpara.
    <{A} trabaja|Yo soy {A} y trabajo> allí los [viernes/sábados/domingos] + porque <le|me> gustan mucho los libros viejos.
    ~La sala huele a papel + y al café de la casa de al lado.
    ~{B} también trabaja allí + y arregla todas las cosas rotas.
    Ahora viene poca gente + y algunos días no viene nadie.
    ~Las sillas esperan + y la lámpara espera también.
    ~«Necesitamos una buena idea», dice {B}.
    ~<{A} mira|Miro> por la ventana + y <ve|veo> a gente que no tiene tiempo.
  `,
  want: `
    Entonces <{A} tiene|tengo> una idea + y es muy sencilla.
    <Pinta|Pinto> un cartel para la ventana + con letras azules y gruesas.
    En el cartel pone: {T}.
    ~«Esta noche a las siete», pone más abajo.
    <Quiere|Quiero> llenar la sala de voces + porque cada persona tiene una historia.
    ~Pero un cartel no es bastante + cuando la gente camina tan rápido.
    <Tiene|Tengo> que hablar con todos + y por eso el día empieza con un largo paseo.
    @
  `,
  obstacle: `
    A las siete la puerta está abierta + y las sillas están en fila.
    Pero no hay nadie.
    ~En la calle llueve + y todo está negro y vacío.
    ~{B} mira el reloj + y no dice nada.
    De repente se apaga la lámpara + y toda la calle se queda a oscuras.
    ~<{A} no ve|No veo> las sillas + ni <sus|mis> propias manos.
    ~«Quizás es demasiado tarde», <piensa|pienso>.
    <Quiere|Quiero> cerrar la puerta + porque hace frío y hay mucho silencio.
  `,
  turn: `
    Entonces se ve una pequeña luz en la calle + y detrás viene otra.
    Es un señor mayor con una vela + y con un pastel en la otra mano.
    ~«En mi casa no hay luz», dice.
    ~«¿Aquí hace calor?», pregunta una niña.
    {B} encuentra una caja de velas + y pone una en cada mesa.
    Entra más y más gente + porque todas las casas de la calle están a oscuras.
    ~Traen mantas + y alguien trae una guitarra.
    Pronto todas las sillas están ocupadas + y los niños se sientan en el suelo.
    ~La sala tiene un color dorado + y por fin hace calor.
  `,
  ending: `
    <{A} se levanta|Me levanto> + y todos se callan.
    «¡Bienvenidos!», <dice|digo>.
    La noche se llama {T} + y empieza con una canción muy vieja.
    Todos cuentan una historia + y nadie mira la hora.
    @
    ~Un señor mayor corta un pastel + y hay un trozo para cada uno.
    A las diez vuelve la luz +, pero nadie la quiere.
    ^{B} la apaga otra vez + y todos aplauden.
    ~«¿Otra vez la semana que viene?», pregunta una niña.
    <{A} mira|Miro> la sala llena + y <se ríe|me río>, porque la respuesta es fácil.
    ~El cartel se queda en la ventana + mucho tiempo.
  `,
};

/** Told in the present, in short sentences. */
export const presentPlots: readonly Plot[] = [notebook, letter, evening];
