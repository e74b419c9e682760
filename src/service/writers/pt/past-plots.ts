import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["O caderno verde: {T}", "O que {A} perdeu: {T}", "{T}: páginas de {C}"],
  opening: `
    <{A} vivia|O meu nome é {A}, e vivia> em {C} há apenas [um ano/dois anos] + quando o caderno verde desapareceu +, e com ele meia cidade.
    ~Era um daqueles sítios onde o autocarro passa duas vezes por dia + e as pessoas ainda levantam os olhos +, como se pudesse descer alguém famoso.
    ~<{A} levava|Eu levava> o caderno para todo o lado + porque não confiava na memória +, que já tinha deixado fugir coisas melhores.
    ~Os cantos estavam macios depois de anos na mesma bolsa + e as últimas páginas cheiravam a maçã +, porque a merenda costumava viajar ao lado.
    ~{B}, <o seu|o meu> amigo mais antigo, dizia que o caderno parecia um tijolo + deixado à chuva +, mas dizia-o com carinho.
    ~Aquela [segunda-feira/quarta-feira/quinta-feira] começou com um céu limpo + e com demasiadas coisas para fazer + antes de fecharem as lojas.
  `,
  want: `
    <O curso noturno de {A}|O meu curso noturno> esperava por um projeto + prometido semanas antes +, num momento de coragem.
    O seu nome era {T}.
    ~Já estava escrito a vermelho na primeira página + e olhava de cima para uma folha vazia +, o que tornava o vazio ainda pior.
    ~Até ali os livros não tinham ajudado + porque diziam todos as mesmas coisas +, apenas por outra ordem.
    «Perguntem às pessoas, não aos livros», tinha dito a professora.
    Por isso <{A} pôs|pus> dois lápis na bolsa e <saiu|saí> + para bater a todas as portas da cidade + que quisessem abrir-se.
    @
  `,
  obstacle: `
    Ao fim da tarde a bolsa pareceu de repente leve demais +, e <{A} parou|parei> no meio da rua + enquanto os carros passavam à volta.
    <Despejou|Despejei> tudo em cima de um muro baixo + e <contou|contei> as coisas duas vezes +, como se contar pudesse trazer alguma de volta.
    ~As chaves estavam lá e a maçã também +, mas o caderno tinha desaparecido + e levara consigo o dia inteiro.
    ~Um arrepio frio <subiu-lhe|subiu-me> pelas costas + embora as pedras ainda estivessem quentes + de tantas horas de sol.
    ~<Procurou|Procurei> debaixo dos bancos e atrás de dois portões +, onde só um cão estranhou a visita + e depois quis brincar.
    ~A aula era na manhã seguinte +, e ninguém consegue escrever duas vezes um dia assim +, nem com uma memória perfeita.
    ~Por fim <{A} sentou-se|sentei-me> nos degraus da igreja + e <ficou|fiquei> a olhar para os pombos +, que não tinham trabalhos de casa nenhuns.
  `,
  turn: `
    Foi aí que {B} <a|me> encontrou + quando virou a esquina na sua velha bicicleta + com um pão debaixo do braço.
    ~Escutou a história toda sem se rir +, o que não lhe era fácil +, como os dois <sabiam|sabíamos>.
    ~«Então vamos percorrer o teu dia de trás para a frente», disse.
    Assim <foram|fomos> de porta em porta pela ordem errada +, fazendo sempre a mesma pergunta + até ela parecer uma canção.
    ~Todos se lembravam do caderno +, e a todos tinha ocorrido mais uma coisa para dizer + desde a manhã.
    ~{B} escreveu tudo num saco de papel + porque não havia mais nada à mão +, nem sequer uma manga limpa.
    Na paragem o motorista debruçou-se da janela + e mostrou uma coisa verde + que encontrara entre dois bancos.
    ~«Li três páginas», confessou, «e depois passei a minha própria paragem.»
  `,
  ending: `
    Nessa noite <{A} espalhou|espalhei> as páginas na mesa da cozinha + enquanto o chá arrefecia + e a janela escurecia devagar.
    ~O caderno estava mais grosso do que de manhã + e cheirava a pão além de maçã +, o que é mais do que a maioria dos cadernos pode dizer.
    @
    Na manhã seguinte {T} estava pendurado na parede da sala +, e até os mais ocupados ficaram até à última linha +, coisa que nunca acontecera.
    ~A professora leu tudo + antes de tirar os óculos + e de perguntar porque cheirava a pão.
    ^{B}, que só tinha vindo para levar a bolsa, corou + e procurou a porta com os olhos +, mas era tarde demais.
    ~Perder o caderno tinha sido a pior hora do dia + e talvez a mais útil +, porque a segunda volta dera mais do que a primeira.
    Na semana seguinte <{A} comprou|comprei> um caderno novo + mas <guardou|guardei> o velho na bolsa +, não fosse ele querer perder-se outra vez.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Onze páginas: {T}", "Uma carta contra o vento: {T}", "{T}: uma carta de {C}"],
  opening: `
    A carta da avó Rosa chegou numa manhã [quente/ventosa/luminosa] +, entre duas contas e um catálogo de jardins + que ninguém tinha pedido.
    ~Rosa vivia longe e não confiava no telefone + porque as vozes, dizia, se apagam como fósforos +, enquanto o papel guarda o calor.
    ~Rosa escrevia com uma caneta azul em letras minúsculas +, de modo que uma página sua durava um pequeno-almoço inteiro + e às vezes uma segunda chávena de café.
    ~Nesse verão era {B} quem levava o correio em {C} + e conhecia a letra de Rosa tão bem como a sua +, embora nunca lhe tivesse lido uma linha.
    ^Esperou um momento ao portão + porque uma carta de Rosa costumava significar uma aventura +, ou pelo menos um bolo.
    <{A} abriu|O meu nome é {A}, e abri> o envelope com uma faca de manteiga + e <começou|comecei> a ler + antes de a água ferver.
  `,
  want: `
    Desta vez havia lá dentro uma única pergunta +, e enchia o meio da página + como uma pedra num rio.
    Rosa queria saber tudo sobre {T}.
    ~A isso ninguém podia responder sozinho +, pelo menos não bem +, e Rosa dava por cada frase preguiçosa.
    ~<{A} lembrou-se|Lembrei-me> de uma coisa que Rosa gostava de dizer: que uma cidade sabe mais do que cada um dos seus habitantes +, se lhe perguntarem com delicadeza.
    O último correio partia às seis da tarde + e nunca tinha esperado por ninguém + em trinta anos.
    Por isso <{A} pegou|peguei> em papel, em dois lápis e numa maçã + e <foi|fui> perguntar à cidade + enquanto a manhã ainda era nova.
    @
  `,
  obstacle: `
    Às cinco e meia a resposta tinha onze páginas + e o envelope mal se fechava +, por mais que se apertasse.
    ~Depois o céu sobre {C} ficou escuro como ardósia +, e caíram as primeiras gotas pesadas + antes que alguém encontrasse um guarda-chuva.
    ~Uma rajada virou a esquina como um cão grande + que não quer fazer mal + mas nunca aprendeu a parar.
    No meio da praça o vento <arrancou-lhe|arrancou-me> a carta das mãos + e atirou as páginas por cima dos carros +, cada vez mais alto.
    ~Uma folha ficou presa no alto de uma árvore + e outra atravessou a fonte a voar + como se tivesse lá um encontro marcado.
    ~A correr <{A} apanhou|apanhei> quatro +, mas o relógio da câmara já marcava dez para as seis + e não aceitava discussões.
  `,
  turn: `
    ~«Não te mexas, e não chores em cima da tinta!», gritou alguém.
    Aquele era o momento de {B}, que deixou cair a bicicleta contra a fonte + e subiu à árvore com os sapatos bons + como se esperasse há anos pela ocasião.
    À volta da praça abriram-se janelas +, e desconhecidos correram atrás da mesma folha + como se fosse deles.
    ~Um rapaz rastejou para debaixo de uma carrinha + enquanto um cão cedia a sua página por meio biscoito +, embora quisesse um inteiro.
    Às seis menos dois minutos <{A} contou|contei> onze páginas +, todas molhadas + e nenhuma perdida.
    ~Aqui e ali a tinta tinha escorrido um pouco +, e algumas frases pareciam ter chorado +, o que lhes ficava bem.
    {B} olhou para o relógio e depois abriu mais uma vez a bolsa +, suspirando como quem quebra uma regra pela primeira vez.
  `,
  ending: `
    Quatro dias depois Rosa telefonou +, o que já era bastante estranho +, porque não o fazia há vinte anos.
    ~«É a melhor carta que já recebi», disse, «e a mais suja.»
    @
    ~Tinha posto as páginas a secar numa corda na cozinha + e lera-as da esquerda para a direita +, andando devagar, como num museu.
    ~A primeira, com {T} em grandes letras escuras, estava pendurada por cima da cama +, e ela já a mostrara a toda a gente + que lhe entrava em casa.
    ~O que mais lhe agradava eram as marcas da chuva +, porque uma carta, na sua opinião, precisa de um acidente + para ser inteiramente verdadeira.
    Também tinha decidido visitar {C} na primavera + para apertar a mão a cada um dos seus habitantes +, incluindo o cão.
    ~Quando <{A} lhe contou|lhe contei>, {B} deu lustro à velha bolsa durante uma hora + e ia assobiando +, um pouco desafinado.
    ~Nessa noite o vento portava-se bem +, e na mesa da cozinha estava uma folha nova +, à espera da próxima pergunta.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["A noite em que a luz se apagou: {T}", "Quarenta cadeiras: {T}", "{T}: todos estão convidados"],
  opening: `
    A sala de leitura de {C} tinha quarenta cadeiras + e quase todas as noites trinta e nove estavam livres +, porque alguém fazia sempre companhia ao gato.
    <{A} tomava|O meu nome é {A}, e tomava> conta dela desde [a primavera/o outono/o inverno] + e conhecia cada tábua que rangia + entre a porta e a última estante.
    ~Quase todos os dias {B} passava por lá para arranjar o que estava estragado +, e quando nada estava estragado arranjava na mesma +, pelo sim, pelo não.
    ~A câmara queria fechar a sala + se as cadeiras ficassem vazias mais um ano +, como dizia uma carta que estava debaixo do bule.
    ~Ninguém em {C} tinha nada contra a leitura +; estavam apenas cansados à noite + e tinham em casa sofás confortáveis.
    ~Era preciso fazer alguma coisa +, e era preciso fazê-la depressa +, antes que até o último leitor ficasse em casa.
  `,
  want: `
    A ideia surgiu diante de uma chávena de chá frio + e era tão simples que {B} se riu + até perceber que era a sério.
    <{A} pintou|Pintei> um cartaz com grossas letras azuis e <pendurou-o|pendurei-o> na janela +, onde o sol da tarde o iluminaria + durante quase uma hora.
    Nele estava escrito {T}.
    ~Por baixo, em letras mais pequenas, dizia que cada um devia trazer uma história +, por mais curta que fosse +, e que o gato também ouviria.
    ~Mas as pessoas passavam pelo cartaz como sempre tinham passado pela janela +, de gola levantada + e com os pensamentos já em casa.
    ~«Um cartaz não aperta a mão a ninguém», disse {B}.
    Por isso <{A} saiu|saí> para convidar a cidade em pessoa +, de porta em porta +, enquanto ele contava outra vez as cadeiras.
    @
  `,
  obstacle: `
    Às sete horas a porta estava aberta de par em par +, e o chá estava pronto + num bule para quarenta pessoas.
    Não veio ninguém.
    ~A chuva escorria pelo vidro atrás das letras azuis +, que pareciam ir-se embora devagar +, uma depois da outra.
    ~{B} deu corda ao relógio, que não precisava +, e olhou para a rua + mais ou menos de meio em meio minuto.
    Às sete e um quarto o grande candeeiro tremeu uma vez e apagou-se +, e com ele todas as luzes da rua +, até onde a vista alcançava.
    ~No escuro <{A} ouviu|ouvi> o gato saltar da cadeira + e <pensou|pensei> que provavelmente aquilo era o fim +, e nem sequer um fim ruidoso.
    ~<Procurou|Procurei> a chave no bolso +, porque já não restava mais nada senão fechar + e ir para casa.
  `,
  turn: `
    Foi então que apareceu uma luz minúscula ao fundo da rua + e vagueou de um lado para o outro +, crescendo à medida que se aproximava.
    ~Era um homem idoso com uma vela numa mão e um bolo na outra +, que queria saber se o convite ainda estava de pé +, às escuras ou não.
    ^«Em casa nem vejo a minha sopa», explicou.
    ^Atrás dele vinha uma jovem com uma manta e depois duas irmãs + que há anos não concordavam em nada + exceto, agora, em que estava frio.
    {B} lembrou-se de uma caixa de velas na cave + e pôs uma em cada mesa + até as estantes brilharem como ouro.
    A rua inteira estava sem luz +, e por isso veio a rua inteira +, sacudindo a chuva dos casacos.
    ~Às oito já não havia uma cadeira vazia +, e o gato mudou-se para o cimo de uma estante +, profundamente ofendido.
  `,
  ending: `
    Quando se fez silêncio <{A} levantou-se|levantei-me> + e disse o nome da noite, {T} +, e não foi preciso mais nada.
    ~Uma história chamava a outra +, como um bocejo chama outro +, só que ninguém estava cansado.
    @
    ~Um velho contou uma muito comprida sobre uma cabra + e perdeu o fio duas vezes +, e das duas vezes a sala ajudou-o a encontrá-lo.
    Pouco depois das dez a luz voltou +, dura e branca +, e quarenta pessoas taparam os olhos com um gemido.
    ~{B} apagou-a outra vez sem que ninguém lhe pedisse +, e aplaudiram-no + como nunca tinham aplaudido ninguém.
    ~Na manhã seguinte seguiu para a câmara uma carta + com uma lista de quarenta e três nomes + e uma pequena mancha de cera.
    O cartaz ficou na janela + porque aquela noite se tornara um hábito +, e as boas cadeiras era preciso dividi-las.
  `,
};

/** Told in the past, in sentences that can grow. */
export const pastPlots: readonly Plot[] = [notebook, letter, evening];
