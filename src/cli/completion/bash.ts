import { allCommands, choices, isChoice, type TreeCommand, type Value } from "./command-tree.ts";

/** The script for bash, version 3.2 or later. */
export function bashScript(tree: TreeCommand): string {
  return `# Completes the commands of coursebinder in bash. To have it in every shell, put this into ~/.bashrc:
#   source <(coursebinder completion bash)

# What may stand behind the words of a command: its verbs, its flags, which of these take a value, and what its arguments are.
_coursebinder_at() {
  verbs='' flags='' files='' folders='' texts='' chosen='' args=''
  case $1 in
${allCommands(tree).map(branch).join("\n")}
  esac
}

_coursebinder() {
  local verbs flags files folders texts chosen args
  local path='' flag='' ended='' count=0 kind='' word i
  local current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  _coursebinder_at ''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    # bash takes --flag=value and http://host apart.
    if [[ $word == '=' ]]; then
      continue
    elif [[ $word == ':' ]]; then
      i=$((i + 1))
    elif [[ -n $flag ]]; then
      flag=''
    elif [[ -n $ended ]]; then
      count=$((count + 1))
    elif [[ $word == -- ]]; then
      ended=1
    elif [[ $word == -* ]]; then
      if [[ " $files $folders $texts " == *" $word "* ]]; then flag=$word; fi
    elif [[ " $verbs " == *" $word "* ]]; then
      path="$path $word" count=0
      _coursebinder_at "$path"
    else
      count=$((count + 1))
    fi
  done
  if [[ $current == '=' ]]; then current=''; fi
  if [[ -n $flag ]]; then
    if [[ " $files " == *" $flag "* ]]; then kind=file; fi
    if [[ " $folders " == *" $flag "* ]]; then kind=folder; fi
    for word in $chosen; do
      if [[ $word == "$flag:"* ]]; then kind=\${word#*:}; fi
    done
  elif [[ -z $ended && $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  else
    if ((count == 0)); then COMPREPLY=($(compgen -W "$verbs" -- "$current")); fi
    for word in $args; do
      kind=\${word%+}
      if ((count == 0)) || [[ $word == *+ ]]; then break; fi
      count=$((count - 1)) kind=''
    done
  fi
  # Names of files are left to bash itself, which knows how they are quoted.
  case $kind in
    file) compopt -o default 2>/dev/null ;;
    folder) compopt -o dirnames 2>/dev/null ;;
${Object.entries(choices)
  .map(([kind, words]) => `    ${kind}) COMPREPLY=($(compgen -W '${words.join(" ")}' -- "$current")) ;;`)
  .join("\n")}
  esac
}

if ((BASH_VERSINFO[0] < 4)); then
  complete -o default -F _coursebinder coursebinder
else
  complete -F _coursebinder coursebinder
fi`;
}

function branch({ path, verbs, flags, args }: TreeCommand): string {
  const namesOf = (value: Value): string[] =>
    flags.filter((flag) => flag.value === value).flatMap(({ names }) => names);
  const choosing = flags.filter(({ value }) => isChoice(value));
  const settings = [
    ["verbs", verbs.map((verb) => verb.path.at(-1) ?? "")],
    ["flags", flags.flatMap(({ names }) => names)],
    ["files", namesOf("file")],
    ["folders", namesOf("folder")],
    ["texts", flags.filter(({ value }) => value === "text" || isChoice(value)).flatMap(({ names }) => names)],
    ["chosen", choosing.flatMap(({ names, value }) => names.map((name) => `${name}:${value}`))],
    ["args", args.map(({ value, takesRest }) => `${value}${takesRest ? "+" : ""}`)],
  ] as const;
  const set = settings.filter(([, words]) => words.length > 0);
  const words = set.map(([name, list]) => `      ${name}='${list.join(" ")}'`);
  return [`    '${path.map((word) => ` ${word}`).join("")}')`, ...words, "      ;;"].join("\n");
}
