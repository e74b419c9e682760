import type { Visit } from "../language-pack.ts";

/** Told in the present, in short sentences. */
export const presentVisits: readonly Visit[] = [
  {
    who: "el panadero",
    at: "en la panadería",
    text: `
      La panadería está en la esquina + al lado del puente pequeño.
      ~El pan todavía está caliente + y toda la calle huele bien.
      ~Dentro hace calor + porque el horno nunca está frío.
      ~El panadero tiene harina en la nariz +, pero nadie se lo dice.
      «¡Buenos días!», dice el panadero.
      <{A} compra|Compro> un pan pequeño + con semillas por encima.
      «¿Me puede ayudar?», <pregunta|pregunto>.
      ~El panadero piensa + mientras sus manos hacen un pan largo y blanco.
      ~Las manos del panadero no paran nunca +, ni siquiera cuando habla.
      @
      ~«Yo me levanto a las tres», dice el panadero.
      ^«A esa hora las estrellas son mi lámpara».
      ^<A {A} le|Me> gusta esa frase + y la <guarda|guardo> para después.
      ~Otras personas esperan + y ya no hay más tiempo.
      El panadero <le|me> regala otro pan + y no quiere dinero.
      ~Es para el camino + porque caminar mucho da hambre.
    `,
  },
  {
    who: "la vendedora de fruta",
    at: "en el mercado",
    text: `
      Hoy hay mucho ruido en el mercado + porque todos hablan al mismo tiempo.
      ~Hay manzanas, limones y huevos + en cajas de todos los tamaños.
      ~Un hombre vende flores + y canta una canción vieja.
      La vendedora de fruta conoce bien a <{A}|mi familia> + y saluda con un gran melón.
      ~«Hoy todo está dulce», dice la vendedora.
      ~<{A} prueba|Pruebo> un trozo de melón + y es verdad: está muy dulce.
      «Necesito un poco de ayuda», <dice {A}|digo>.
      ~La vendedora deja su caja en el suelo + y viene más cerca.
      @
      ~Un niño toma una ciruela + y sale corriendo.
      ^La vendedora solo se ríe + porque tiene muchas ciruelas.
      ~«Mi madre también vende fruta», dice la mujer.
      ~El sombrero de la vendedora es muy viejo +, pero ella no se lo quita nunca.
      Al final la vendedora pone tres manzanas en <el|mi> bolso +, una por cada buena pregunta.
      ~Ahora el bolso pesa mucho +, pero no es un problema.
    `,
  },
  {
    who: "el bibliotecario",
    at: "en la biblioteca",
    text: `
      La biblioteca está fresca y tranquila + y el suelo hace un ruido suave.
      ~Un pez nada en un vaso grande + y mira a todos los visitantes.
      ~El bibliotecario lleva dos pares de gafas +, uno para los libros y otro para la gente.
      «¿Qué buscas?», pregunta el bibliotecario.
      <{A} lo explica|Lo explico> en voz baja + porque aquí es la regla.
      ~El bibliotecario trae un libro delgado y marrón + de la parte más alta.
      ^Algunas páginas están muy oscuras + porque tienen manchas de café.
      @
      ^«Lee primero las páginas con café», dice el bibliotecario.
      ^Son las mejores + porque muchas personas se quedan allí.
      ^<{A} lee|Leo> diez minutos + y <olvida|olvido> el mundo de fuera.
      ~Un señor duerme en el rincón + con la cabeza sobre un mapa.
      ^El señor se despierta + y pregunta qué día es.
      ^Todos se ríen en voz baja +, quizás también el pez.
      <{A} da|Doy> las gracias + y <sale|salgo> otra vez a la luz de la calle.
    `,
  },
  {
    who: "el jefe de estación",
    at: "en la estación",
    text: `
      Solo pasan dos trenes al día + y por eso la estación está casi siempre vacía.
      ~El reloj grande va cinco minutos atrasado +, pero en el pueblo todos lo saben.
      El jefe de estación está de pie en el andén + con su chaqueta azul oscuro.
      ~Delante de su oficina hay flores + y él les da agua cada hora.
      «¿Esperas el tren?», pregunta.
      «No, busco ideas», <dice {A}|digo>.
      ~El jefe de estación sonríe + porque nadie le dice nunca eso.
      ~Luego se sienta en una maleta + que no es de nadie.
      @
      ~«Aquí la gente llora y se ríe», dice el jefe de estación.
      ^«Y yo tengo una bandera para cada cosa».
      ~Entonces llega el tren + con mucho ruido.
      ^Baja una pareja mayor + y mira a todos lados.
      ^<{A} dice|Digo> adiós con la mano + hasta que ya no se ve el tren.
      Al final el jefe de estación levanta su gorra + como un rey en una película antigua.
    `,
  },
  {
    who: "el jardinero",
    at: "en el parque",
    text: `
      En el parque los árboles son muy altos + y los caminos están llenos de piedras pequeñas.
      El jardinero está de rodillas + delante de las rosas.
      ~Su perro lleva una cesta pequeña + con herramientas y un bocadillo.
      ~«Cuidado, el suelo está mojado», dice el jardinero.
      <{A} se sienta|Me siento> en la hierba + y <le pide|le pido> ayuda.
      ~El jardinero no contesta enseguida + porque primero le gusta pensar.
      ~El jardinero corta una rosa + y le quita las espinas.
      @
      ~«Un jardín es lento», dice el jardinero.
      ^«No puedes decirle a una flor que tenga prisa».
      ~Dos chicos juegan a la pelota + entre los bancos.
      ^La pelota cae en las rosas + y los chicos se quedan quietos.
      ^El jardinero la devuelve + y es un tiro muy bueno.
      Al final el jardinero <le|me> regala una rosa pequeña + y sigue con su trabajo.
      ~Su perro <camina con ella|camina conmigo> hasta la puerta +, orgulloso de su cesta.
    `,
  },
  {
    who: "el pescador",
    at: "junto al río",
    text: `
      El río es lento y verde + y hay barcos pequeños en la orilla.
      El pescador está sentado en una caja + con los pies en el agua.
      ~Todavía no tiene ningún pez +, pero parece feliz.
      ^«Hoy no tienen hambre», dice el pescador.
      ~<{A} se quita|Me quito> los zapatos + porque el agua parece muy fresca.
      «¿Le puedo preguntar algo?», <dice {A}|digo>.
      ~El pescador dice que sí con la cabeza + y deja un sitio libre en su caja.
      @
      ~Pasa una pata + con seis patitos detrás.
      ^El pescador los conoce a todos + y cada uno tiene un nombre.
      ~«Yo vengo aquí por el silencio», cuenta el pescador.
      De repente se mueve la caña + y los dos <se levantan|nos levantamos> muy rápido.
      Es solo una bota vieja + con un caracol dentro.
      <Se ríen|Nos reímos> mucho + y los patos se van nadando.
      ~El pescador pone la bota al sol + porque un día puede encontrar la otra.
    `,
  },
  {
    who: "la mecánica",
    at: "en el taller de bicicletas",
    text: `
      El taller está en una calle estrecha + detrás de la vieja muralla.
      ~Hay ruedas en el techo + como flores negras y extrañas.
      La mecánica está debajo de una bicicleta roja + y solo se ven sus botas.
      ~La radio está muy alta + y las botas bailan.
      «¡Hola! ¿Hay alguien ahí abajo?», <dice {A}|digo>.
      ~Sale una cara + con una línea negra en la mejilla.
      ~La mecánica baja la radio + y se limpia las manos con un trapo.
      ~«Yo lo arreglo todo», dice, «también las malas ideas».
      @
      ~Entonces la mecánica pierde un tornillo muy pequeño + y lo busca por todas partes.
      ^El tornillo no está en el suelo + y tampoco en la mesa.
      ^Está en su pelo +, donde está siempre.
      ~Ahora la bicicleta roja está lista + y el timbre suena como nuevo.
      Al final <{A} puede|puedo> dar una vuelta en la bicicleta roja + y es como volar.
    `,
  },
  {
    who: "el camarero",
    at: "en el café",
    text: `
      El café tiene seis mesas + y todas son diferentes.
      <{A} se sienta|Me siento> junto a la ventana + porque allí hay más luz.
      ~El camarero trae un vaso de agua + y una galleta muy pequeña.
      ~El camarero lleva cuatro platos a la vez + y nunca se mira los pies.
      «Tienes mucho trabajo», dice el camarero.
      «Sí, y necesito ayuda», <dice {A}|digo>.
      ~El camarero se sienta un minuto + aunque está prohibido.
      @
      ~Dos mujeres juegan a las cartas + y siempre gana la misma.
      ^«Una de las cartas tiene la esquina doblada», dice el camarero en voz baja.
      ~Un hombre quiere pagar +, pero no lleva dinero.
      ^El camarero escribe su nombre en la pared + al lado de otros muchos nombres.
      ^«Todos vuelven», dice.
      Fuera suenan las campanas + y el café se termina.
    `,
  },
  {
    who: "la mujer de las entradas",
    at: "en el cine viejo",
    text: `
      De día el cine viejo está cerrado +, pero la puerta de al lado está abierta.
      ~Dentro está oscuro + y los asientos son rojos y blandos.
      Una mujer cuenta entradas en una mesa pequeña + debajo de una luz amarilla.
      ~«La película empieza esta noche», dice sin mirar.
      «Hoy no necesito entrada», <dice {A}|digo>.
      ~Ahora la mujer levanta la cabeza + porque eso es algo nuevo.
      ~La mujer conoce el final de todas las películas +, pero no lo cuenta nunca.
      @
      ~En la pared hay fotos antiguas + de gente con sombreros grandes.
      ^En una foto está su padre +, que construyó esta casa.
      ~<{A} mira|Miro> la pantalla blanca + desde la primera fila.
      ^En la pantalla no hay nada +, pero se puede soñar.
      Al final la mujer <le|me> regala una vieja entrada azul + con un número que ya no sirve.
      ~Ahora marca una página + y todavía huele a cine.
    `,
  },
];
