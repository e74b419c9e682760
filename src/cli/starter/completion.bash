# Completes the commands of coursebinder in bash, version 3.2 or later, which macOS has. To have it in every shell, put this into ~/.bashrc:
#   source <(coursebinder completion bash)
_coursebinder() {
  local IFS=$'\n' offers
  offers=($(coursebinder complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  COMPREPLY=("${offers[@]%%$'\t'*}")
  # Names of files are left to bash itself, which knows how they are quoted.
  [[ ${offers[${#offers[@]}-1]} == :files ]] && compopt -o default 2>/dev/null
  unset "COMPREPLY[${#COMPREPLY[@]}-1]"
}
if ((BASH_VERSINFO[0] < 4)); then
  complete -o default -F _coursebinder coursebinder
else
  complete -F _coursebinder coursebinder
fi
