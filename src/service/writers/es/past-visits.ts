import type { Visit } from "../language-pack.ts";

/** Told in the past, in sentences that can grow. */
export const pastVisits: readonly Visit[] = [
  {
    who: "el panadero",
    at: "en la panadería",
    text: `
      La panadería estaba al pie del puente + y era lo primero que se calentaba en el pueblo +, incluso en verano.
      ~El panadero tenía harina en la nariz + y nadie se lo decía nunca +, porque le quedaba bien.
      <{A} compró|Compré> un pan pequeño con semillas + y <pidió|pedí> ayuda + mientras él buscaba el cambio.
      ~El panadero siguió amasando mientras lo pensaba + y sus manos no perdieron el ritmo +, como si fueran de otra persona.
      ~«A las tres de la madrugada», dijo, «todo el pueblo es mío».
      @
      ~Había aprendido el oficio con una tía + que lo medía todo a ojo + y que no se equivocó en cincuenta años.
      ~La cola llegaba ya hasta la puerta +, pero nadie se quejaba +, porque aquel olor daba paciencia.
      Al final el panadero añadió otro pan + y rechazó el dinero + moviendo la cabeza llena de harina.
    `,
  },
  {
    who: "la vendedora de fruta",
    at: "en el mercado",
    text: `
      Aquella mañana había tanto ruido en el mercado que la gente compraba señalando con el dedo + y esperaba tener suerte.
      ~La vendedora de fruta llevaba un sombrero más viejo que el mercado + y nadie la había visto nunca sin él +, ni siquiera en las bodas.
      La vendedora <recibió a {A}|me recibió> con medio melón + y no quiso oír ninguna pregunta + hasta que no quedó nada.
      ~Su madre había vendido detrás de las mismas cajas + y antes su abuela +, siempre en la esquina adonde llegaba primero el sol.
      @
      ~Un niño pequeño tomó una ciruela y echó a correr + mientras ella miraba hacia otro lado + con mucha educación.
      ^«Si me roban la fruta», dijo, «es que algo hago bien».
      ^<{A} nunca lo había visto|Yo nunca lo había visto> de esa manera + y <apuntó|apunté> la frase + antes de que pudiera escaparse.
      Luego la vendedora dejó caer tres manzanas en el bolso +, una por cada buena pregunta +, y se volvió hacia el siguiente cliente.
    `,
  },
  {
    who: "el bibliotecario",
    at: "en la biblioteca",
    text: `
      En la biblioteca había tanto silencio que se oía dar la vuelta al pez + en su pecera del mostrador.
      El bibliotecario se cambió de gafas para preguntar + y se las cambió otra vez para escuchar +, porque era un hombre ordenado.
      ~De lo alto de una escalera bajó con un libro delgado y marrón + y lo sopló + como se sopla la sopa caliente.
      ^Algunas páginas tenían manchas de café +, y esas, susurró, eran las mejores +, porque muchos lectores se habían parado allí.
      @
      ^<{A} las leyó|Las leí> de pie + y <se olvidó|me olvidé> por completo del tiempo +, como debe ser en un lugar así.
      ~En un rincón dormía un hombre sobre un atlas + con el dedo puesto en un país + que ya no existía.
      ^El hombre se despertó y preguntó qué día era +, pero nadie estaba muy seguro +, ni siquiera el bibliotecario.
      Al salir, unas cuantas frases <se fueron con {A}|se vinieron conmigo> +, que es lo mejor que tienen las frases: no pesan nada.
    `,
  },
  {
    who: "el jefe de estación",
    at: "en la estación",
    text: `
      En la estación solo paraban dos trenes al día + y entre uno y otro el andén era de los gorriones + y de un hombre con chaqueta azul.
      ~El gran reloj llevaba años atrasado cinco minutos +, pero nadie había perdido nunca el tren +, porque todos lo sabían.
      El jefe de estación preguntó <a {A} a quién esperaba|a quién esperaba yo> + y se alegró mucho + al oír que solo se trataba de ideas.
      ~Se sentó en una maleta que alguien había olvidado un invierno + y que él limpiaba todos los viernes +, por si volvía su dueño.
      @
      ~«Aquí he visto más besos que en el cine», dijo, «y más lluvia».
      ~Recordaba a una mujer que esperó una semana el tren equivocado + y que después se casó con el hombre + que se lo había dicho.
      Entonces sonó la campana y entró el tren de la tarde + y el jefe volvió a ser una persona oficial +, con silbato y la espalda muy recta.
      ~Una pareja mayor bajó y miró alrededor como si todo hubiera encogido + y el jefe los saludó con la gorra + como a un rey y a una reina.
    `,
  },
  {
    who: "el jardinero",
    at: "en el parque",
    text: `
      El jardinero estaba de rodillas delante de las rosas + cuando <{A} entró|entré> en el parque +, y no se levantaba por nadie.
      ~Su perro llevaba las herramientas en una cesta + y se tomaba el trabajo muy en serio +, como suelen hacer los perros.
      <{A} se sentó|Me senté> en la hierba y <explicó|expliqué> de qué se trataba + mientras él cortaba las hojas secas + y las contaba en voz baja.
      ~El jardinero no contestó enseguida +, porque pensaba igual que trabajaba +: despacio y desde la raíz.
      @
      ~«No se puede tirar de una flor para que crezca», dijo el jardinero.
      ~Los árboles altos del muro los había plantado él mismo +, el día en que nació su hija +, y ahora tanto los árboles como ella eran más altos que él.
      ~De pronto cayó una pelota en medio de las rosas + y el jardinero la devolvió + tan bien que los chicos se olvidaron de salir corriendo.
      Antes de la despedida eligió una rosa y le quitó las espinas + para regalarla sin decir palabra +, como si fuera un recibo.
    `,
  },
  {
    who: "el pescador",
    at: "junto al río",
    text: `
      El pescador estaba donde siempre, sentado en una caja junto al agua + y no había pescado absolutamente nada +, cosa que no parecía preocuparle.
      ~El río bajaba verde y con poca agua en aquella época + y se movía lo menos posible +, como un gato al sol.
      <{A} se quitó|Me quité> los zapatos y <esperó|esperé> un buen momento para hablar +, porque las preguntas ruidosas asustan a los peces + y también a los pescadores.
      ~El pescador le ponía nombre a cada pato que pasaba + y casi todos parecían contestar +, o al menos volvían la cabeza.
      @
      ~«Los peces son solo mi excusa», confesó al cabo de un rato.
      ~Había trabajado cuarenta años en una fábrica llena de máquinas + y desde entonces coleccionaba silencio +, hora tras hora, como otros coleccionan sellos.
      ~De repente la caña dio un tirón que <los|nos> puso a los dos de pie + y del agua salió una bota vieja + con un caracol dormido dentro.
      ^El pescador la puso a secar al sol +, porque en casa ya tenía otra + que parecía su hermana.
    `,
  },
  {
    who: "la mecánica",
    at: "en el taller de bicicletas",
    text: `
      En el taller, detrás de la vieja muralla, solo se veían dos botas + que bailaban debajo de una bicicleta roja + al ritmo de una música muy alta.
      ~La mecánica salió, bajó la radio y escuchó con la cabeza inclinada +, igual que escuchaba los motores + antes de decir lo que les dolía.
      ~Del techo colgaban ruedas de todos los tamaños + que se movían un poco con el aire +, como el interior de un reloj.
      ~La mecánica decía que podía arreglar todo lo que tuviera dos ruedas + y casi todo lo que tuviera dos piernas +, si llegaba a tiempo.
      @
      ~<{A} sostuvo|Sostuve> la lámpara mientras la mecánica buscaba un tornillo diminuto +, primero en la mesa, luego en el suelo +, y por fin, con éxito, en su propio pelo.
      ^«Siempre está donde no miras», dijo, «porque allí no miras».
      ^Aquello fue directo al papel +, debajo de la huella negra de un pulgar + que no se borraría nunca más.
      Después <{A} pudo|pude> dar una vuelta por el patio en la bicicleta roja + y el día entero fue cuesta abajo + durante un minuto.
    `,
  },
  {
    who: "el camarero",
    at: "en el café",
    text: `
      El café tenía seis mesas y no había dos iguales +, lo mismo que las tazas + y, para ser sinceros, que los clientes.
      ~<{A} eligió|Elegí> la mesa de la ventana + y <pidió|pedí> lo más pequeño de la carta + para poder <quedarse|quedarme> un rato.
      El camarero llevaba cuatro platos en un brazo + sin mirar nunca al suelo +, porque en otros tiempos había sido bailarín.
      ~Cuando supo de qué se trataba se sentó un minuto +, aunque estaba prohibido +, y se olvidó de la sopa.
      @
      ~En la mesa de al lado dos mujeres jugaban a las cartas + y una de ellas llevaba años ganando + con la misma reina doblada.
      ^«Todo el mundo lo sabe», susurró el camarero, «y nadie lo dice: eso es la amistad».
      ~Un hombre que había olvidado el dinero se buscaba en los bolsillos + y el camarero escribió su nombre en la pared +, debajo de otros cien.
      ^Toda aquella gente había vuelto a pagar +, algunos al día siguiente +, y uno once años más tarde, desde otro continente.
    `,
  },
  {
    who: "la mujer de las entradas",
    at: "en el cine viejo",
    text: `
      El cine viejo dormía durante el día +, pero nunca cerraba la puerta de al lado +, porque dentro no había nada que robar salvo la oscuridad.
      Bajo una lámpara amarilla, una mujer contaba entradas + y dijo sin levantar la vista que la película empezaba a las ocho +, como todos los días desde hacía sesenta años.
      ~Cuando la mujer oyó que nadie quería una entrada, apartó la silla + y sintió curiosidad +, cosa que le ocurría quizás dos veces al año.
      ~Su padre había construido el cine con sus ahorros + y había pintado él mismo las nubes del techo +, tumbado boca arriba como un artista famoso.
      @
      ~«La gente cree que viene por el final», dijo, «pero viene por el momento en que se apaga la luz».
      ~<{A} pudo sentarse|Pude sentarme> un rato en la primera fila + y mirar la pantalla blanca +, en la que, curiosamente, pasaban muchas cosas.
      ~Desde las paredes miraban actores antiguos con sombreros enormes + y parecían contentos + de tener un público tan callado.
      A la salida hubo un regalo: una entrada azul con un número que ya no servía + y que acabó entre dos páginas +, donde olió a cine durante años.
    `,
  },
];
