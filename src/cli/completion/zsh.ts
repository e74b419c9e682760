import {
  allCommands,
  choices,
  isChoice,
  type TreeCommand,
  type TreeFlag,
  type Value,
} from "./command-tree.ts";

/** The script for zsh: to be sourced, or saved as `_coursebinder` in a folder of `fpath`. */
export function zshScript(tree: TreeCommand): string {
  const name = functionOf(tree);
  return `#compdef coursebinder
# Completes the commands of coursebinder in zsh. To have it in every shell, put this into ~/.zshrc, behind compinit:
#   source <(coursebinder completion zsh)

${allCommands(tree).map(functionFor).join("\n\n")}

# As a file of fpath it is called at once; sourced, it is only made known.
if [[ $funcstack[1] == ${name} ]]; then
  ${name} "$@"
else
  compdef ${name} coursebinder
fi`;
}

function functionOf({ path }: TreeCommand): string {
  return ["_coursebinder", ...path].join("_");
}

function functionFor(command: TreeCommand): string {
  const { flags, verbs, args } = command;
  const specs = [...flags.map(flagSpec), ...(verbs.length > 0 ? verbSpecs : args.map(argumentSpec))];
  const call = ["_arguments -s -S -C", ...specs].join(" \\\n    ");
  const chosen = verbs.length > 0 ? `\n${choice(command)}` : "";
  return `${functionOf(command)}() {
  local curcontext=$curcontext context state state_descr line
  typeset -A opt_args
  ${call}${chosen}
}`;
}

const verbSpecs = ["'1: :->verb'", "'*:: :->rest'"];

function choice({ verbs }: TreeCommand): string {
  const described = verbs.map(({ path, text }) =>
    quote(`${path.at(-1) ?? ""}:${text.replaceAll(":", "\\:")}`),
  );
  const calls = verbs.map((verb) => `        ${verb.path.at(-1) ?? ""}) ${functionOf(verb)} ;;`);
  return `  case $state in
    verb)
      local -a verbs=(
        ${described.join("\n        ")}
      )
      _describe -t commands command verbs
      ;;
    rest)
      case $line[1] in
${calls.join("\n")}
      esac
      ;;
  esac`;
}

function flagSpec({ names, text, value, repeats }: TreeFlag): string {
  const action = value === null ? "" : `:value:${actionOf(value)}`;
  // The value may also follow an equals sign.
  const rest = quote(`${value === null ? "" : "="}[${escaped(text)}]${action}`);
  if (repeats) return `'*'${names.join("")}${rest}`;
  return names.length === 1 ? `${names[0]}${rest}` : `'(${names.join(" ")})'{${names.join(",")}}${rest}`;
}

function argumentSpec({ name, value, takesRest }: TreeCommand["args"][number], at: number): string {
  return quote(`${takesRest ? "*" : at + 1}:${escaped(name)}:${actionOf(value)}`);
}

function actionOf(value: Value): string {
  if (isChoice(value)) return `(${choices[value].join(" ")})`;
  return value === "file" ? "_files" : value === "folder" ? "_files -/" : " ";
}

/** Escapes what is special in a specification of `_arguments`. */
function escaped(text: string): string {
  return text.replace(/[\\[\]:]/g, "\\$&");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
