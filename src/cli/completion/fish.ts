import {
  allCommands,
  choices,
  isChoice,
  type TreeCommand,
  type TreeFlag,
  type Value,
} from "./command-tree.ts";

/** The script for fish, version 3.0 or later. */
export function fishScript(tree: TreeCommand): string {
  const all = allCommands(tree);
  return `# Completes the commands of coursebinder in fish. To have it in every shell:
#   coursebinder completion fish > ~/.config/fish/completions/coursebinder.fish

# The verbs that were typed, then how many arguments stand behind them.
function __coursebinder_typed
    set -l place
    set -l flag 0
    set -l count 0
    for word in (commandline -opc)[2..-1]
        if test $flag -eq 1
            set flag 0
        else if string match -q -- '-*' $word
            contains -- "$place $word" ${quoteAll(all.flatMap(flagsWithValue))}
            and set flag 1
        else if contains -- "$place $word" ${quoteAll(all.flatMap(({ path }) => (path.length === 0 ? [] : [placeOf(path)])))}
            set place "$place $word"
            set count 0
        else
            set count (math $count + 1)
        end
    end
    echo "$place"
    echo $count
end

# Whether these verbs were typed, and, where a number is given, so many arguments behind them; with a + or more.
function __coursebinder_at
    set -l typed (__coursebinder_typed)
    test "$typed[1]" = "$argv[1]"; or return 1
    test (count $argv) -eq 1; and return 0
    string match -q -- '*+' $argv[2]; and test $typed[2] -ge (string replace + '' -- $argv[2]); and return 0
    test "$typed[2]" = "$argv[2]"
end

complete -c coursebinder -e
complete -c coursebinder -f
${all.flatMap(linesFor).join("\n")}`;
}

function placeOf(path: readonly string[]): string {
  return path.map((word) => ` ${word}`).join("");
}

function flagsWithValue({ path, flags }: TreeCommand): string[] {
  const taking = flags.filter(({ value }) => value !== null);
  return taking.flatMap(({ names }) => names.map((name) => `${placeOf(path)} ${name}`));
}

function linesFor({ path, verbs, flags, args }: TreeCommand): string[] {
  const place = quote(placeOf(path));
  const when = (position: string): string =>
    `complete -c coursebinder -n ${quote(`__coursebinder_at ${place}${position}`)}`;
  return [
    ...verbs.map((verb) => `${when(" 0")} -a ${verb.path.at(-1) ?? ""} -d ${quote(verb.text)}`),
    ...flags.map((flag) => `${when("")} ${flagWords(flag)} -d ${quote(flag.text)}`),
    ...args.flatMap(({ value, takesRest }, at) =>
      value === "text" ? [] : [`${when(` ${at}${takesRest ? "+" : ""}`)} ${actionOf(value)}`],
    ),
  ];
}

function flagWords({ names, value }: TreeFlag): string {
  const spelled = names.map((name) =>
    name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  if (value === null) return spelled.join(" ");
  // `-x` prevents completion with file names; flags that take a file use `-r`.
  return [...spelled, value === "file" ? "-r" : "-x", actionOf(value)].join(" ").trim();
}

function actionOf(value: Value): string {
  if (isChoice(value)) return `-a '${choices[value].join(" ")}'`;
  return value === "file" ? "-F" : value === "folder" ? "-a '(__fish_complete_directories)'" : "";
}

function quoteAll(texts: readonly string[]): string {
  return texts.map(quote).join(" ");
}

/** Quotes for fish: between single quotes only a backslash and a quote are special. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
