/**
 * The scripts that shells load. They ask `dissent completion-words` what can come next, so they work with every
 * version. An answer is a value, a tab, and its description; `:files` and `:directories` leave paths to the shell.
 */

export const SHELL_SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_dissent() {
  local line current="\${COMP_WORDS[COMP_CWORD]}"
  [ "$current" = "=" ] && current=""
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :files)
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current") ;;
      :directories)
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$current") ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(command dissent completion-words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _dissent dissent
`,
  zsh: `#compdef dissent
_dissent() {
  local line value paths=""
  local -a values shown
  while IFS= read -r line; do
    case $line in
      (:*) paths=$line ;;
      (*)
        value=\${line%%$'\\t'*}
        values+=("$value")
        shown+=("$value  \${line#*$'\\t'}") ;;
    esac
  done < <(command dissent completion-words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( $#values )) && compadd -l -d shown -a values
  case $paths in
    (:files) _files ;;
    (:directories) _files -/ ;;
  esac
}
if [[ \${funcstack[1]} == _dissent ]]; then
  _dissent "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _dissent dissent
fi
`,
  fish: `function __dissent_words
    set -l current (commandline -ct)
    for line in (command dissent completion-words -- (commandline -opc)[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :directories
                __fish_complete_directories "$current" ''
            case '*'
                echo $line
        end
    end
end
complete -c dissent -f -a '(__dissent_words)'
`,
};
