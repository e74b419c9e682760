#compdef coursebinder
# Completes the commands of coursebinder in zsh. To have it in every shell, put this into ~/.zshrc, behind compinit:
#   source <(coursebinder completion zsh)
_coursebinder() {
  local -a offers
  offers=("${(@f)$(coursebinder complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ $PREFIX == --*=* ]] && compset -P '*='
  case $offers[-1] in
    :files) _files ;;
    *) offers=("${(@)${(@)offers[1,-2]//:/\\:}/$'\t'/:}") && _describe -t commands coursebinder offers ;;
  esac
}
# As a file of fpath it is called at once; sourced, it is only made known.
if [[ $funcstack[1] == _coursebinder ]]; then
  _coursebinder "$@"
else
  compdef _coursebinder coursebinder
fi
