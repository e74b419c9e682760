import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["O caderno verde: {T}", "{A} e as páginas perdidas: {T}", "{T}: uma história de {C}"],
  opening: `
    <Esta é {A}.|O meu nome é {A}.>
    ~<Vive|Vivo> em {C} +, uma pequena cidade perto [das colinas/do mar/de um grande rio].
    ~A cidade é [pequena/tranquila/antiga] +, mas há sempre alguma coisa para ver.
    É manhã de [segunda-feira/quarta-feira/quinta-feira] +, e o sol já está quente.
    <{A} tem|Tenho> um caderno verde + com um lápis num pequeno bolso.
    ~O caderno está sempre na <sua|minha> bolsa + ao lado de uma maçã e das chaves de casa.
    ~<Escreve|Escrevo> nele todos os dias + porque as palavras novas são como pequenos presentes.
    ~<O seu|O meu> amigo chama-se {B} +, e mora na casa em frente.
    ^{B} gosta de música e de piadas +, mas chega muitas vezes atrasado.
  `,
  want: `
    Hoje há muito para fazer + antes de chegar a noite.
    <{A} tem|Tenho> um projeto para a escola +, e a turma inteira está à espera dele.
    O projeto chama-se {T}.
    ~O nome está na primeira página + em grandes letras vermelhas.
    ^Mas por baixo a página está vazia +, e isso é um pequeno problema.
    «Perguntem às pessoas», diz sempre a professora.
    <{A} pega|Pego> no caderno e <sai|saio> + porque as boas ideias moram na rua.
    @
  `,
  obstacle: `
    À tarde a bolsa está leve +, e <{A} para|eu paro> no meio da rua.
    <Abre a bolsa|Abro a bolsa> + e <olha|olho> lá para dentro, uma vez e depois outra.
    ~A maçã está lá +, e as chaves também.
    Mas o caderno não está!
    ~<As suas|As minhas> mãos estão frias + embora o dia esteja quente.
    ~Todo o trabalho está no caderno +, e a aula é amanhã.
    ~<{A} procura|Procuro> debaixo de um banco + e atrás de uma porta verde.
    ^Só há um jornal velho + com a fotografia de um cão.
    <{A} senta-se|Sento-me> num degrau + e não <sabe|sei> o que fazer.
  `,
  turn: `
    Então {B} vira a esquina + na sua velha bicicleta azul.
    «Porque estás tão triste?», pergunta.
    <{A} conta-lhe|Conto-lhe> tudo + da primeira rua até à última.
    ~{B} não se ri + porque é um bom amigo.
    ~«Vamos voltar juntos», diz.
    <Caminham|Caminhamos> devagar + e <olham|olhamos> para cada porta e cada janela.
    ~{B} pergunta nas lojas +, e <{A} procura|eu procuro> ao longo dos muros.
    ~Um gato observa tudo + de um telhado quente.
    Na paragem uma mulher acena + com uma coisa verde na mão.
    É o caderno!
    ~«As tuas palavras são bonitas», diz a mulher.
  `,
  ending: `
    À noite o caderno está na mesa da cozinha + perto de duas chávenas de chá quente.
    <{A} lê|Leio> cada página a {B} +, que escuta com os olhos grandes.
    @
    ~Agora o trabalho está pronto + e cheio de vozes de toda a cidade.
    Na manhã seguinte a turma está em silêncio + porque todos querem ouvir o fim.
    ~{T} está na parede +, e todos podem ler.
    ~A professora sorri + e pede mais uma página.
    <{A} está|Estou> cansada e feliz +, e é uma boa sensação.
    ~Um caderno pode perder-se +, mas um bom amigo ajuda a procurar.
    ~A última página é para {B} + porque cada história precisa de um amigo.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Uma carta para Rosa: {T}", "{A} escreve uma longa carta: {T}", "{T}: uma carta de {C}"],
  opening: `
    <{A} está|Eu sou {A} e estou> à mesa da cozinha.
    ~<A sua|A minha> rua fica em {C} +, onde quase todas as casas são [brancas/amarelas/vermelhas] e pequenas.
    ~Há pão na mesa +, e a janela está aberta.
    Chega uma carta com o correio da manhã +, e <{A} reconhece|eu reconheço> logo a caneta azul.
    É da avó Rosa +, que vive muito longe.
    ~Rosa tem oitenta anos +, mas caminha duas horas todos os dias.
    ~Rosa não gosta do telefone + porque as vozes vão embora depressa demais.
    ~Rosa adora cartas compridas + e guarda-as todas numa caixa.
    ~<O seu|O meu> amigo {B} traz o correio + porque é o seu trabalho de verão.
  `,
  want: `
    Rosa faz uma só pergunta + nas suas pequenas letras azuis.
    Quer saber tudo sobre {T}.
    ~<{A} lê|Leio> a pergunta duas vezes + porque não é fácil.
    <Quer|Quero> mandar uma resposta muito boa + com histórias de toda a cidade.
    ~O último correio parte às seis horas +, e não espera por ninguém.
    <Põe|Ponho> papel e dois lápis numa bolsa + e <fecha|fecho> a porta.
    ~«As pessoas daqui podem ajudar-me», <pensa {A}|penso>.
    @
  `,
  obstacle: `
    Às cinco e meia a carta está pronta +, e tem onze páginas.
    Depois o céu sobre {C} fica escuro +, e caem as primeiras gotas.
    ~Vem um vento forte + do outro lado da cidade.
    ~<{A} corre|Corro> pela rua + com a carta debaixo do braço.
    O vento <arranca-lhe|arranca-me> as páginas da mão!
    ~O papel branco voa sobre os carros + como grandes pássaros lentos.
    ~Uma página está numa árvore +, e outra está na água.
    <{A} apanha|Apanho> quatro +, mas as outras já estão longe.
    ~São dez para as seis +, e o correio ainda fica longe.
  `,
  turn: `
    «Espera! Eu ajudo!», diz uma voz.
    É {B} +, e a sua grande bolsa do correio está quase cheia.
    ~Ele sobe à árvore + embora tenha os sapatos molhados.
    As pessoas saem de casa + e também procuram as páginas.
    ~Um menino encontra uma debaixo de um carro +, e uma mulher encontra duas no jardim.
    ~Um cão tem uma página +, mas troca-a por um biscoito.
    Agora <{A} conta|eu conto> onze páginas +, e não falta nenhuma.
    ~Estão molhadas +, mas lê-se cada palavra.
    {B} olha para o relógio + e depois abre outra vez a bolsa.
    «Para ti o correio nunca parte cedo demais», diz.
  `,
  ending: `
    Três dias depois toca o telefone +, e isso é uma grande surpresa.
    «É a melhor carta da minha vida», diz Rosa.
    ~Lê a carta todas as noites +, e ri-se da história do cão.
    @
    ~Na primeira página está escrito {T} + em grandes letras escuras.
    ~No papel ainda há um pouco de chuva +, e é disso que Rosa mais gosta.
    No próximo verão Rosa vem a {C} + porque quer conhecer toda esta gente.
    ~<{A} conta|Conto> isto a {B} +, que está orgulhoso da sua velha bolsa.
    <{A} pega|Pego> numa folha nova + e <começa|começo> a próxima carta.
    ~Agora o vento está calmo +, e a noite é comprida.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["Uma noite em {C}: {T}", "O cartaz na janela: {T}", "{T}: todos estão convidados"],
  opening: `
    Em {C} há uma pequena sala de leitura + com quarenta cadeiras e um grande candeeiro.
    <{A} trabalha lá|O meu nome é {A} e trabalho lá> [à sexta-feira/ao sábado/ao domingo] + porque <gosta|gosto> de livros antigos.
    ~A sala cheira a papel + e ao café da porta ao lado.
    ~{B} também trabalha lá + e arranja tudo o que se estraga.
    Agora vem pouca gente +, e há dias em que a sala está vazia.
    ~As cadeiras esperam +, e o candeeiro também espera.
    ~«Precisamos de uma boa ideia», diz {B}.
    ~<{A} olha|Olho> pela janela + e <vê|vejo> pessoas sem tempo.
  `,
  want: `
    Então <{A} tem|tenho> uma ideia +, e é muito simples.
    <Pinta|Pinto> um cartaz para a janela + com grossas letras azuis.
    No cartaz está escrito: {T}.
    ~«Hoje às sete», está escrito por baixo.
    <Quer|Quero> encher a sala de vozes + porque cada pessoa tem uma história.
    ~Mas um cartaz não chega + quando as pessoas andam tão depressa.
    É preciso convidar um a um +, e assim o dia começa com um longo passeio.
    @
  `,
  obstacle: `
    Às sete horas a porta está aberta +, e as cadeiras estão em fila.
    Mas não está ninguém.
    ~Lá fora chove +, e a rua está preta e vazia.
    ~{B} olha para o relógio + e não diz nada.
    De repente o grande candeeiro apaga-se +, e toda a rua fica às escuras.
    ~<{A} já não vê|Já não vejo> as cadeiras + nem as próprias mãos.
    ~«Talvez seja tarde demais», <pensa {A}|penso>.
    <Quer|Quero> fechar a porta + porque está frio e há muito silêncio.
  `,
  turn: `
    Então há uma pequena luz na rua +, e atrás dela vem uma segunda.
    É um homem idoso com uma vela +, e na outra mão traz um bolo.
    ~«Em minha casa não há luz», diz.
    ~«Aqui está quente?», pergunta uma jovem atrás dele.
    {B} encontra uma caixa de velas + e põe uma em cada mesa.
    Entra cada vez mais gente + porque todas as casas da rua estão às escuras.
    ~Trazem mantas +, e alguém traz uma guitarra.
    Em pouco tempo todas as cadeiras estão ocupadas +, e as crianças sentam-se no chão.
    ~A sala está dourada +, e finalmente está quente.
  `,
  ending: `
    <{A} levanta-se|Levanto-me> +, e todos se calam.
    «Bem-vindos!», <diz {A}|digo>.
    A noite com o nome {T} começa + com uma canção muito antiga.
    Um depois do outro, todos contam a sua história +, e ninguém olha para o relógio.
    @
    ~O homem idoso corta o bolo +, e há um pedaço para cada um.
    Às dez o candeeiro acende-se outra vez +, mas ninguém o quer.
    ~{B} volta a apagar a luz +, e as pessoas batem palmas.
    ~«Para a semana há mais?», pergunta uma jovem.
    <{A} olha|Olho> para a sala cheia + e <ri-se|rio-me>, porque a resposta é fácil.
    ~O cartaz fica na janela + durante muito tempo.
  `,
};

/** Told in the present, in short sentences. */
export const presentPlots: readonly Plot[] = [notebook, letter, evening];
