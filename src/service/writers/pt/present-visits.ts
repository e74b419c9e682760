import type { Visit } from "../language-pack.ts";

/** Told in the present, in short sentences. */
export const presentVisits: readonly Visit[] = [
  {
    who: "o padeiro",
    at: "na padaria",
    text: `
      A padaria fica na esquina + ao lado da pequena ponte.
      ~O pão ainda está quente +, e toda a rua cheira a pão.
      ~Lá dentro está calor + porque o forno nunca arrefece.
      ~O padeiro tem farinha no nariz +, mas ninguém lhe diz.
      «Bom dia!», diz o padeiro.
      <{A} compra|Compro> pão + com sementes por cima.
      «Pode ajudar-me?», <pergunta {A}|pergunto>.
      ~O padeiro pensa + enquanto as mãos fazem um longo rolo branco.
      ~As mãos do padeiro nunca param +, nem quando ele fala.
      @
      ~«Levanto-me às três», diz o padeiro.
      ^«A essa hora as estrelas são a minha luz.»
      ^<{A} gosta|Gosto> desta frase + e <guarda-a|guardo-a> para depois.
      ~Há mais gente à espera +, por isso já não há tempo.
      O padeiro oferece um pãozinho + e não quer dinheiro.
      ~É para o caminho + porque os longos passeios dão fome.
    `,
  },
  {
    who: "a vendedora de fruta",
    at: "no mercado",
    text: `
      Hoje o mercado é barulhento + porque falam todos ao mesmo tempo.
      ~Há maçãs, limões e ovos + em caixas de todos os tamanhos.
      ~Um homem vende flores + e canta uma canção antiga.
      A vendedora de fruta <conhece bem {A}|conhece-me bem> + e acena com um grande melão.
      ~«Hoje está tudo doce», diz ela.
      ~<{A} prova|Provo> uma fatia de melão +, e é mesmo doce.
      «Preciso de uma pequena ajuda», <diz {A}|digo>.
      ~A vendedora pousa a caixa + e chega mais perto.
      @
      ~Uma criança tira uma ameixa + e foge.
      ^A vendedora só se ri + porque tem ameixas que cheguem.
      ~«Antes de mim estava aqui a minha mãe», diz a vendedora.
      ~O chapéu da mulher é mais velho que o mercado +, e ela nunca o tira.
      A vendedora põe três maçãs na bolsa +, uma por cada boa pergunta.
      ~Agora a bolsa está pesada +, mas isso não é problema.
    `,
  },
  {
    who: "o bibliotecário",
    at: "na biblioteca",
    text: `
      A biblioteca é fresca e silenciosa +, e o chão faz um som leve.
      ~Um peixe nada num vidro em cima da mesa + e olha para cada visitante.
      ~O bibliotecário usa dois pares de óculos +, um para os livros e outro para as pessoas.
      «O que procuras?», pergunta o bibliotecário.
      <{A} explica|Explico> em voz baixa + porque aqui a regra é essa.
      ~O bibliotecário traz um livro fino e castanho + do alto de uma escada.
      ^Algumas páginas são muito escuras + porque estão sujas de café.
      @
      ^«Lê primeiro as páginas do café», diz o bibliotecário.
      ^São as melhores + porque muita gente parou ali.
      ^<{A} lê|Leio> durante dez minutos + e <esquece|esqueço> o mundo lá fora.
      ~A um canto dorme um homem + com a cabeça em cima de um atlas.
      ^Depois acorda + e pergunta que dia é.
      ^Todos se riem muito baixinho +, talvez até o peixe.
      <{A} agradece|Agradeço> + e <sai|saio> outra vez para a luz.
    `,
  },
  {
    who: "o chefe da estação",
    at: "na estação",
    text: `
      Só há dois comboios por dia +, por isso a estação está muitas vezes vazia.
      ~O grande relógio está cinco minutos atrasado +, mas na cidade todos sabem.
      O chefe da estação está junto da linha + com o seu casaco azul-escuro.
      ~Tem flores em frente do escritório + e rega-as de hora a hora.
      «Estás à espera do comboio?», pergunta.
      «Não, procuro ideias», <diz {A}|digo>.
      ~O chefe da estação sorri + porque nunca ninguém lhe diz isso.
      ~Depois o chefe da estação senta-se numa mala + que não é de ninguém.
      @
      ~«Aqui as pessoas choram, e aqui as pessoas riem», diz o chefe da estação.
      ^«E eu tenho uma bandeira para as duas coisas.»
      ~Depois chega o comboio + com muito barulho.
      ^Desce um velho casal + e olha à sua volta.
      ^<{A} acena|Aceno> até o comboio ficar longe + e restarem só os carris.
      No fim o chefe da estação levanta o chapéu + como um rei num filme antigo.
    `,
  },
  {
    who: "o jardineiro",
    at: "no parque",
    text: `
      No parque as árvores são muito altas +, e os caminhos estão cheios de pedrinhas.
      O jardineiro está de joelhos + em frente de um canteiro de rosas.
      ~O seu cão leva um pequeno cesto + com ferramentas e uma sandes.
      ~«Cuidado, a terra está molhada», diz.
      <{A} senta-se|Sento-me> na relva + e <pede-lhe|peço-lhe> ajuda.
      ~O jardineiro não responde logo + porque primeiro gosta de pensar.
      ~O jardineiro corta uma rosa + e tira-lhe os espinhos.
      @
      ~«Um jardim é lento», diz o jardineiro.
      ~«Não se pode dizer a uma flor que se despache.»
      ~Dois rapazes jogam à bola + entre os bancos.
      ^A bola cai no meio das rosas +, e os rapazes ficam quietos.
      ^O jardineiro atira-a de volta +, e é um belo lançamento.
      Depois o jardineiro <põe uma pequena rosa no cabelo de {A}|põe-me uma pequena rosa no cabelo> + e continua o seu trabalho.
      ~O seu cão vem até ao portão +, orgulhoso do seu cesto pesado.
    `,
  },
  {
    who: "o pescador",
    at: "à beira do rio",
    text: `
      O rio é lento e verde +, e na margem há pequenos barcos.
      O pescador está sentado numa caixa de madeira + com os pés na água.
      ~Ainda não tem peixe nenhum +, mas parece feliz.
      ^«Hoje não têm fome», diz.
      ~<{A} tira|Tiro> os sapatos + porque a água parece tão fresca.
      «Posso perguntar-lhe uma coisa?», <diz {A}|digo>.
      ~O pescador acena que sim + e chega-se para o lado.
      @
      ~Uma pata aproxima-se + com seis patinhos atrás.
      ^O pescador conhece-os a todos +, e cada um tem um nome.
      ~«Eu venho aqui pelo silêncio», diz o pescador.
      De repente a linha mexe +, e os dois <levantam-se|nos levantamos> de um salto.
      É só uma bota velha + com um caracol lá dentro.
      <Riem-se|Rimo-nos> alto +, e os patos nadam para longe.
      ~O pescador põe a bota ao sol + porque talvez um dia encontre a outra.
    `,
  },
  {
    who: "a mecânica",
    at: "na oficina de bicicletas",
    text: `
      A oficina fica numa rua estreita + atrás da antiga muralha.
      ~Do teto pendem rodas + como estranhas flores pretas.
      A mecânica está debaixo de uma bicicleta vermelha +, e <{A} só vê|eu só vejo> as suas botas.
      ~O rádio toca música alta +, e as botas dançam.
      «Olá, aí em baixo!», <chama {A}|chamo>.
      ~Aparece uma cara + com um risco preto na bochecha.
      ~A mecânica baixa o rádio + e limpa as mãos a um pano.
      ~«Sei arranjar tudo», diz, «até as más ideias.»
      @
      ~Depois a mecânica perde um parafuso muito pequeno + e procura-o por todo o lado.
      ^O parafuso não está no chão + nem está na mesa.
      ^Está no cabelo dela +, onde está sempre.
      ~Agora a bicicleta vermelha está pronta +, e a campainha soa como nova.
      A mecânica <deixa {A}|deixa-me> dar uma volta ao pátio na bicicleta vermelha +, e é como voar.
    `,
  },
  {
    who: "o empregado de mesa",
    at: "no café",
    text: `
      O café tem seis mesas +, e cada uma é diferente das outras.
      <{A} escolhe|Escolho> a mesa ao pé da janela + porque tem a melhor luz.
      ~O empregado de mesa traz um copo de água + e um biscoito muito pequeno.
      ~O empregado leva quatro pratos de uma vez + e nunca olha para os pés.
      «Pareces ocupada», diz o empregado de mesa.
      «Estou, e preciso de ajuda», <diz {A}|digo>.
      ~O empregado senta-se por um minuto + embora não seja permitido.
      @
      ~Na mesa ao lado duas mulheres jogam às cartas +, e ganha sempre a mesma.
      ^«Uma das cartas tem um canto dobrado», diz o empregado em voz baixa.
      ~Um homem quer pagar +, mas tem os bolsos vazios.
      ^O empregado escreve o nome dele na parede + ao lado de muitos outros nomes.
      ^«Voltam todos», diz.
      Lá fora tocam os sinos +, e o café da chávena acabou.
    `,
  },
  {
    who: "a mulher da bilheteira",
    at: "no velho cinema",
    text: `
      De dia o velho cinema está fechado +, mas a porta lateral está aberta.
      ~Lá dentro está escuro +, e as cadeiras são vermelhas e macias.
      Uma mulher conta bilhetes numa pequena mesa + debaixo de uma luz amarela.
      ~«O filme começa à noite», diz sem levantar os olhos.
      «Hoje não preciso de bilhete», <diz {A}|digo>.
      ~Agora a mulher levanta os olhos + porque isso é uma novidade.
      ~A mulher conhece o fim de todos os filmes +, mas nunca o conta.
      @
      ~Na parede há fotografias antigas + de pessoas com grandes chapéus.
      ^Numa fotografia está o pai dela +, que construiu esta casa.
      ~<{A} olha|Olho> para a tela branca + de um lugar na primeira fila.
      ^Não há nada nela +, mas pode-se sonhar alguma coisa.
      A mulher <dá a {A}|dá-me> um velho bilhete azul + com um número que já não serve a ninguém.
      ~É um bom marcador de livros +, e ainda cheira a escuro.
    `,
  },
];
