# Completes the commands of coursebinder in fish, version 3.0 or later. To have it in every shell:
#   coursebinder completion fish > ~/.config/fish/completions/coursebinder.fish
function __coursebinder_offers
    set -l typed (commandline -opc) (commandline -ct)
    set -l start (string match -r -- '^--[^=]+=' $typed[-1])
    set -l offers (coursebinder complete -- $typed[2..-1] 2>/dev/null)
    switch "$offers[-1]"
        case :files
            __fish_complete_path (string replace -- "$start" '' $typed[-1] | string collect)
        case '*'
            printf '%s\n' $offers[1..-2]
    end | while read -l offer
        echo "$start$offer"
    end
end
complete -c coursebinder -e
complete -c coursebinder -f -a '(__coursebinder_offers)'
